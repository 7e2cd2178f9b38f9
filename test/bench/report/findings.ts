import type { Execution } from '../../../src/core/protocol.ts';
import type { Agreement } from '../contest/agreement.ts';
import type { Work } from '../cost/model.ts';
import type { Row } from './row.ts';

/** Matrices of one size: how many a step multiplies with, and the rate of one product, GFLOP/s of processor time. */
export interface ProductRate {
  readonly name: string;
  readonly columns: number;
  readonly rows: number;
  readonly count: number;
  readonly gflops: number;
}

/** The rates of the products that the runtime multiplies in a step of 150 rows. */
export interface GemmFindings {
  readonly products: readonly ProductRate[];
  /** The rate of all products together, and of the whole step. */
  readonly runtimeGflops: number;
  readonly stepGflops: number;
}

/** A sentence of so many words, or so many sentences, rewritten whole. */
export interface CostPoint {
  readonly words: number;
  readonly sentences: number;
  /** The runtime; WebAssembly if undefined. */
  readonly runtime?: Execution['runtime'];
  readonly milliseconds: number;
  readonly cpuMilliseconds: number;
  /** Rows that were sampled. */
  readonly rows: number;
}

/** The calls of a browser's graphics interface in a step of 150 rows, and where the graph's nodes run. */
export interface GraphicsFindings {
  readonly readBackBytesPerStep150: number;
  readonly mapAsyncPerStep: number;
  readonly dispatchesPerStep: number;
  /** Nodes on the processor beside shape arithmetic, those of shape arithmetic, and those on the card. */
  readonly cpuNodes: number;
  readonly shapeNodes: number;
  readonly gpuNodes: number;
}

/** The work of a model by its sizes. */
export interface ModelWork {
  readonly model: string;
  readonly parts: readonly Work[];
}

/** The findings of parts of the benchmark; each part gives its own. */
export interface Findings {
  readonly rows?: readonly Row[];
  readonly agreements?: readonly Agreement[];
  readonly scoreGflops?: number;
  /** MiB after 20 and 50 sentences (or the last of fewer), and after the last. */
  readonly heapMiB?: { readonly after20: number; readonly after50: number; readonly last: number; readonly sentences: number };
  readonly readBackBytesPerStep150?: number;
  readonly gemm?: GemmFindings;
  readonly lengths?: readonly CostPoint[];
  readonly graphics?: GraphicsFindings;
  /** The version of Chromium, where a part needed it. */
  readonly chromium?: string;
  readonly work?: readonly ModelWork[];
  /** Dispatches of a step on WebGPU, counted, by model. */
  readonly dispatches?: Readonly<Record<string, number>>;
}

/** Gives the key that tells rows of different tasks apart. */
const keyOf = (row: Row): string => {
  const { name, model, form, threads, runtime = 'wasm', batch } = row;
  const { place, system, steps } = row as Row & { place?: string; system?: string; steps?: number };
  return [name, model, form, threads, runtime, batch, place, system, steps].join(' ');
};

/** Joins the findings of several runs; where two have the same, the later counts. */
export function joined(earlier: Findings, later: Findings): Findings {
  const rows = new Map([...earlier.rows ?? [], ...later.rows ?? []].map((row) => [keyOf(row), row]));
  const agreements = new Map([...earlier.agreements ?? [], ...later.agreements ?? []].map((one) => [`${one.place} ${one.form}`, one]));
  const isAnew = ({ runtime = 'wasm' }: CostPoint): boolean =>
    later.lengths?.some((one) => (one.runtime ?? 'wasm') === runtime) ?? false;
  const lengths = [...earlier.lengths?.filter((point) => !isAnew(point)) ?? [], ...later.lengths ?? []];
  return { ...earlier, ...later, rows: [...rows.values()], agreements: [...agreements.values()], ...(lengths.length > 0 && { lengths }) };
}
