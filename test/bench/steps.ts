/**
 * Measures what a decoding step costs by its number of rows, and what share of it is matrix products:
 * `node src/setup/otherwise.mjs --script test/bench/steps.ts [--model base] [--runtime native] [--threads 1] [--rows 1,5,28,56,112,224]
 * [--rounds 5] [--profile]`. Each round takes every number of rows in turn. Prints a JSON object a number of rows: medians of the
 * milliseconds by the clock and of the processor's, for the step and for a row of it. `--profile` runs them once more under the profiler of
 * the native runtime, and prints the kernel time of each kind of node.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InferenceSession } from 'onnxruntime-web';
import { engineOptions } from '../../src/cli/execution.ts';
import { parseFlags } from '../../src/cli/flags.ts';
import { modelFolder } from '../../src/cli/model-folder.ts';
import { loadEngine } from '../../src/engine/model/engine.ts';
import type { EngineOptions } from '../../src/engine/model/loaded.ts';
import type { OrtModule } from '../../src/engine/model/runtime.ts';
import { stepCost } from './engine.ts';
import { median } from './report/row.ts';

const kinds = { model: 'string', runtime: 'string', threads: 'number', rows: 'string', rounds: 'number', profile: 'boolean' } as const;
const { model = 'base', runtime = 'native', threads = 1, rows = '1,5,28,56,112,224', rounds = 5, profile } =
  parseFlags(process.argv.slice(2), kinds) as {
    model?: string; runtime?: 'native' | 'wasm'; threads?: number; rows?: string; rounds?: number; profile?: boolean;
  };
const numbers = rows.split(',').map(Number);
const rounded = (value: number): number => Number(value.toPrecision(3));
const say = (value: unknown): void => { process.stdout.write(`${JSON.stringify(value)}\n`); };
const options = await engineOptions({ runtime, threads }, (line) => process.stderr.write(line));

/** Steps of each number of rows in turn. */
async function byRows(): Promise<void> {
  const engine = await loadEngine(modelFolder(model), options);
  const found = new Map(numbers.map((number) => [number, { clock: [] as number[], processor: [] as number[] }]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [number, { clock, processor }] of found) {
      const { milliseconds, cpuMilliseconds } = await stepCost(engine, number);
      clock.push(milliseconds);
      processor.push(cpuMilliseconds);
    }
  }
  for (const [number, { clock, processor }] of found) {
    const [byClock, byProcessor] = [median(clock), median(processor)];
    say({
      model, runtime, threads, rows: number, clock: rounded(byClock), processor: rounded(byProcessor),
      aRow: { clock: rounded(byClock / number), processor: rounded(byProcessor / number) },
    });
  }
  await engine.dispose();
}

/** The session of an engine that is loaded with these options. */
function profiled(folder: string): { readonly options: EngineOptions; readonly session: () => InferenceSession | undefined } {
  let session: InferenceSession | undefined;
  const importRuntime = async (): Promise<OrtModule> => {
    const ort = await options.importRuntime?.() as OrtModule;
    const create = async (...given: Parameters<typeof ort.InferenceSession.create>): Promise<InferenceSession> =>
      session = await ort.InferenceSession.create(...given);
    return { ...ort, InferenceSession: { create } } as unknown as OrtModule;
  };
  const settings = { enableProfiling: true, profileFilePrefix: join(folder, 'profile') };
  return { options: { ...options, importRuntime, session: settings }, session: () => session };
}

interface TracedNode {
  readonly name: string;
  readonly dur: number;
  readonly args?: { readonly op_name?: string };
}

/** Prints the kernel time of each kind of node, of steps with one number of rows. */
async function kernels(number: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'otherwise-steps-'));
  try {
    const { options: with_, session } = profiled(folder);
    const engine = await loadEngine(modelFolder(model), with_);
    await stepCost(engine, number, 20);
    session()?.endProfiling();
    await engine.dispose();
    const [file = ''] = readdirSync(folder);
    const traced = JSON.parse(readFileSync(join(folder, file), 'utf8')) as TracedNode[];
    say({ model, rows: number, threads, shares: sharesOf(traced.filter(({ name }) => name.endsWith('_kernel_time'))) });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The share of each kind of node in the time of all, the largest first. */
function sharesOf(nodes: readonly TracedNode[]): Record<string, number> {
  const byKind = new Map<string, number>();
  for (const { dur, args: { op_name: kind = '' } = {} } of nodes) byKind.set(kind, (byKind.get(kind) ?? 0) + dur);
  const all = [...byKind.values()].reduce((sum, one) => sum + one, 0);
  return Object.fromEntries([...byKind].toSorted(([, a], [, b]) => b - a).slice(0, 12).map(([kind, time]) => [kind, rounded(time / all)]));
}

await byRows();
if (profile === true) for (const number of numbers) await kernels(number);
process.exit(0);
