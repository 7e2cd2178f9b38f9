import type { CommandContext } from './command.ts';
import type { MakerPlan, RowMaker } from './corpus-maker.ts';
import { RowWorkers, startWorker } from './corpus-workers.ts';
import { engineOptions } from './execution.ts';
import { modelSource } from './model-source.ts';

/** The memory assumed for one worker with the model base, in bytes; test/bench/README.md has what was measured. */
const WORKER_BYTES = 1.5e9;

export const coresHelp = `\
  --threads N           cores (the machine's, fewer where memory has no ${WORKER_BYTES / 1e9} GB for each; on WebAssembly at most 4).
                        Each has a worker with a model of its own, and the rows are divided among the workers. Where there
                        are fewer rows, workers have several threads; with --device webgpu there is one worker`;

/**
 * Opens the maker of a run's rows: one worker for each core, or this thread where there is only one core or a graphics card computes. With
 * fewer rows than cores, the workers have several threads each.
 * @param rows the most that will be asked for
 * @throws OtherwiseError what `openMaker` and `engineOptions` throw; `runtime`, `out-of-memory` where a worker dies
 */
export async function openMakers(plan: MakerPlan, rows: number, context: CommandContext): Promise<RowMaker> {
  const { asked } = plan;
  const { device, threads, native = false } = await engineOptions(asked, (line) => context.stderr.write(line));
  const cores = asked.threads ?? Math.min(threads, roomFor(WORKER_BYTES));
  const count = device === 'webgpu' ? 1 : Math.max(1, Math.min(cores, rows));
  // The plan names the runtime, so that one that can't be used is reported once and not by every worker.
  const own: MakerPlan = {
    ...plan, asked: { ...asked, runtime: native ? 'native' : 'wasm', threads: Math.max(1, Math.floor(threads / count)) },
  };
  // The pipeline is read only where it is needed: workers read it themselves.
  if (count === 1) return (await import('./corpus-maker.ts')).openMaker(own, context);
  const firstAlone = modelSource(asked.model, asked.hub).kind !== 'bundled';
  return RowWorkers.open(() => startWorker(own), { count, batch: asked.batch, firstAlone, signal: context.signal });
}

/** Returns how many blocks of so many bytes fit into the free memory. */
const roomFor = (bytes: number): number => Math.floor(process.availableMemory() / bytes);
