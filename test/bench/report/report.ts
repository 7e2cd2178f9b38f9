import { type ContestRow, isContest, type Row, rounded } from './row.ts';
import type { System } from '../contest/contestant.ts';
import type { Findings } from './findings.ts';

/** The machine that was measured on. */
export interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly memoryGiB: number;
}

/** Versions by the names of programs and packages. */
export type Versions = Readonly<Record<string, string>>;

/** Times of others over ours, and shares; null what was not measured. */
export interface Ratios {
  /** Sampling and scoring of 150 rows: `generate` with repeated inputs, and its best effort, over ours. */
  readonly repeatedInputs150: number | null;
  readonly bestEffort150: number | null;
  /** Sampling of one row: the fastest of the others over ours. */
  readonly batch1: number | null;
  /** A step of 30 rows in the arithmetic for WebGPU, on WASM, over that for WASM. */
  readonly int8OverBlocks30: number | null;
  /** The rate of a step of 150 rows over that of the runtime's own products of the same sizes. */
  readonly gemmEfficiency: number | null;
  /** A sentence after a chip was clicked over one from the beginning. */
  readonly chipClickOverCold: number | null;
  /** A sentence on WebAssembly over one on the native runtime. */
  readonly wasmOverNative: number | null;
}

/** The report that `npm run bench -- --json` prints. */
export interface Report extends Omit<Findings, 'rows' | 'graphics' | 'chromium'> {
  readonly model: string;
  readonly machine: Machine;
  readonly versions: Versions;
  readonly rows: readonly Row[];
  readonly ratios: Ratios;
  readonly graphics?: Findings['graphics'];
  readonly mapAsyncPerStep: number | null;
  readonly cpuNodes: number | null;
  /** Names of what is null. */
  readonly notMeasured: readonly string[];
}

/** The steps that ratios are taken of. */
const STEPS = 20;

const ratio = (above: number | undefined, below: number | undefined): number | null =>
  (above === undefined || below === undefined ? null : rounded(above / below, 2));

/** Gives the processor time of a system's job under Node on one thread. */
function timeOf(rows: readonly ContestRow[], system: System, job: Pick<ContestRow, 'name' | 'batch'>): number | undefined {
  return rows.find((row) => row.place === 'node-wasm' && row.threads === 1 && row.steps === STEPS &&
    row.system === system && row.name === job.name && row.batch === job.batch)?.cpuMilliseconds;
}

/** The time of sampling and scoring 150 rows. */
function both150(rows: readonly ContestRow[], system: System): number | undefined {
  const [sampling, scoring] = (['sampling', 'scoring'] as const).map((name) => timeOf(rows, system, { name, batch: 150 }));
  return sampling === undefined || scoring === undefined ? undefined : sampling + scoring;
}

/** The ratios of what was found. */
export function ratiosOf({ rows = [], gemm }: Findings): Ratios {
  const contest = rows.filter(isContest);
  const own = (name: string, form: string, { batch, runtime = 'wasm' }: Partial<Pick<Row, 'batch' | 'runtime'>> = {}): number | undefined =>
    rows.find((row) => !isContest(row) && row.name === name && row.form === form && (batch ?? row.batch) === row.batch &&
      (row.runtime ?? 'wasm') === runtime)?.cpuMilliseconds;
  const one = (['loop', 'repeated', 'best'] as const).flatMap((system) => timeOf(contest, system, { name: 'sampling', batch: 1 }) ?? []);
  return {
    repeatedInputs150: ratio(both150(contest, 'repeated'), both150(contest, 'ours')),
    bestEffort150: ratio(both150(contest, 'best'), both150(contest, 'ours')),
    batch1: one.length === 0 ? null : ratio(Math.min(...one), timeOf(contest, 'ours', { name: 'sampling', batch: 1 })),
    int8OverBlocks30: ratio(own('step', 'blocks', { batch: 30 }), own('step', 'int8', { batch: 30 })),
    gemmEfficiency: ratio(gemm?.stepGflops, gemm?.runtimeGflops),
    chipClickOverCold: ratio(own('sentence after a chip', 'int8'), own('sentence', 'int8')),
    wasmOverNative: ratio(own('sentence', 'int8'), own('sentence', 'int8', { runtime: 'native' })),
  };
}

/** Gives everything in one object. @param about whose figures they are */
export function reportOf(findings: Findings, about: Pick<Report, 'model' | 'machine' | 'versions'>): Report {
  const { graphics, chromium, rows = [], readBackBytesPerStep150: counted, ...rest } = findings;
  const ratios = ratiosOf(findings);
  const readBackBytesPerStep150 = graphics?.readBackBytesPerStep150 ?? counted;
  const browser = { mapAsyncPerStep: graphics?.mapAsyncPerStep ?? null, cpuNodes: graphics?.cpuNodes ?? null };
  const notMeasured = Object.entries({ ...ratios, ...browser }).filter(([, value]) => value === null).map(([name]) => name);
  const versions = { ...about.versions, ...(chromium !== undefined && { chromium }) };
  return {
    ...about, versions, rows, ratios, ...rest, ...(graphics && { graphics }),
    ...(readBackBytesPerStep150 !== undefined && { readBackBytesPerStep150 }), ...browser, notMeasured,
  };
}
