import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { modelFolder } from '../../src/cli/model-folder.ts';
import { engineOptions, type WantedExecution } from '../../src/cli/execution.ts';
import { loadTools } from '../../src/cli/tools.ts';
import { settingsOf } from '../../src/core/options.ts';
import { KnownSentences } from '../../src/core/pipeline/known.ts';
import { paraphraseText } from '../../src/core/pipeline/text.ts';
import { type BundledEngine, loadEngine, tagsFor } from '../../src/engine/model/engine.ts';
import type { EngineOptions } from '../../src/engine/model/loaded.ts';
import type { OrtModule } from '../../src/engine/model/runtime.ts';
import { architectureFlop } from './cost/flop.ts';
import { CountedRuntime } from './read-back.ts';
import type { Findings } from './report/findings.ts';
import { median, type Row, rounded } from './report/row.ts';

/** The model, the runtime and the output of every part of the benchmark. */
export interface Bench {
  readonly model: string;
  /** The runtime and device that compute, where a part can be computed by several. */
  readonly execution: WantedExecution;
  readonly say: (text: string) => void;
}

/** The sentence of all parts. */
export const SENTENCE = 'She was surprised by how quickly the children learned to swim.';
/** The words of the sentence, banned one at a time. */
const CHIPS = ['children', 'surprised', 'quickly', 'learned', 'children', 'swim'];
/** Candidates of a scoring pass. */
const SCORED = 24;

interface Cost {
  readonly milliseconds: number;
  readonly cpuMilliseconds: number;
}

/** Medians of a task, after one that doesn't count. `prepare` comes before each, uncounted; both hear how many there were before. */
export async function measured(
  task: (i: number) => Promise<void>, times: number, prepare: (i: number) => Promise<void> = () => Promise.resolve(),
): Promise<Cost> {
  const walls: number[] = [];
  const cpuTimes: number[] = [];
  for (let i = 0; i <= times; i += 1) {
    await prepare(i);
    const cpu = process.cpuUsage();
    const began = performance.now();
    await task(i);
    if (i === 0) continue;
    walls.push(performance.now() - began);
    const used = process.cpuUsage(cpu);
    cpuTimes.push((used.user + used.system) / 1000);
  }
  return { milliseconds: rounded(median(walls)), cpuMilliseconds: rounded(median(cpuTimes)) };
}

/** Measures one decoding step of `batch` rows with a few pieces behind them. */
export async function stepCost(engine: BundledEngine, batch: number, times = 5): Promise<Cost> {
  const { model, tokenizer, manifest } = engine;
  const memory = await model.encode(tokenizer.encode(SENTENCE));
  const { cache, output } = await model.begin(memory, [tagsFor(manifest, { distance: 2 })], { capacity: batch * (times + 12) });
  const same = Int32Array.from({ length: batch }, (_, row) => row);
  const ids = Int32Array.from({ length: batch }, (_, row) => output.topIds[row % output.top] ?? 0);
  await model.step(cache, new Int32Array(batch), ids);
  for (let i = 0; i < 3; i += 1) await model.step(cache, same, ids);
  const cost = await measured(async () => { await model.step(cache, same, ids); }, times);
  cache.dispose();
  memory.dispose();
  return cost;
}

/** Collects rows and tells of each. */
function rowsOf({ say }: Bench): { rows: Row[]; add: (row: Row) => Row } {
  const rows: Row[] = [];
  const add = (row: Row): Row => {
    rows.push(row);
    say(`${row.name}, ${row.runtime ?? 'wasm'}, ${row.form}, ${row.threads} thread(s), batch ${row.batch}: ` +
      `${row.milliseconds} ms (${row.cpuMilliseconds} ms of processor)`);
    return row;
  };
  return { rows, add };
}

/** Gives the engine's options of a part, and the columns of its rows that name them. */
async function computing({ model, execution, say }: Bench): Promise<{
  readonly options: EngineOptions;
  readonly at: Pick<Row, 'model' | 'form' | 'threads' | 'runtime'>;
}> {
  const options = await engineOptions({ ...execution, threads: 1 }, say);
  const form = options.device === 'webgpu' ? 'blocks' : 'int8';
  return { options, at: { model, form, threads: 1, runtime: options.native === true ? 'native' : 'wasm' } };
}

/** Steps and scoring passes of the engine, in both arithmetics. */
export async function engineCosts(bench: Bench): Promise<Findings> {
  const { model: name } = bench;
  const { rows, add } = rowsOf(bench);
  const { options, at } = await computing(bench);
  const counted = new CountedRuntime(options.importRuntime as () => Promise<OrtModule>);
  const engine = await loadEngine(modelFolder(name), { ...options, importRuntime: counted.importRuntime });
  // The last is the step whose bytes are read back.
  for (const batch of [1, 8, 30, 150]) add({ ...at, name: 'step', batch, ...await stepCost(engine, batch, batch > 100 ? 3 : 5) });
  const readBackBytes = counted.bytes;
  const ids = engine.tokenizer.encode(SENTENCE);
  const tags = tagsFor(engine.manifest, { distance: 2 });
  const requests = Array.from({ length: SCORED }, () => ({ source: ids, tags, target: ids }));
  const scored = add({ ...at, name: 'score', batch: SCORED, ...await measured(async () => { await engine.model.score(requests); }, 3) });
  const flop = architectureFlop(engine.manifest, { positions: SCORED * (2 * ids.length + 5), heads: SCORED * (ids.length + 1) });
  await engine.dispose();
  if (at.form !== 'blocks') {
    const blocks = await loadEngine(modelFolder(name), { ...options, form: 'blocks' });
    add({ ...at, form: 'blocks', name: 'step', batch: 30, ...await stepCost(blocks, 30, 3) });
    await blocks.dispose();
  }
  return { rows, scoreGflops: Math.round(flop / scored.cpuMilliseconds / 1e6), readBackBytesPerStep150: readBackBytes };
}

/** Measures whole sentences, with and without a chip that was clicked, and the heap over `sentences` of them. */
export async function sentenceCosts(bench: Bench, sentences: number): Promise<Findings> {
  const { rows, add } = rowsOf(bench);
  const { at } = await computing(bench);
  const tools = await loadTools(bench.model, 1, bench.execution);
  let sampled = 0;
  const run = async (avoid: string[], seed: number, known?: KnownSentences): Promise<void> => {
    const settings = settingsOf({ avoid, seed, rounds: 1 }, tools.threshold);
    const { counts } = await paraphraseText(SENTENCE, { tools, settings, ...(known && { known }) });
    sampled = counts.sampled;
  };
  const times = Math.max(1, Math.min(5, sentences));
  add({ ...at, name: 'sentence', ...await measured(() => run([], 0), times), batch: sampled });
  // Each on the sentence as it was rewritten without a chip, and nothing else known.
  let known = new KnownSentences();
  const rewritten = (): Promise<void> => run([], 0, known = new KnownSentences());
  const clicked = await measured((i) => run([CHIPS[i % CHIPS.length] ?? ''], 0, known), times, rewritten);
  add({ ...at, name: 'sentence after a chip', ...clicked, batch: sampled });
  const heap = await heapOver(sentences, (seed) => run([], seed));
  await tools.dispose();
  return { rows, heapMiB: heap };
}

/** The heap and everything it holds outside (the wasm memory too) after a collection, sentence by sentence. */
async function heapOver(sentences: number, run: (seed: number) => Promise<void>): Promise<NonNullable<Findings['heapMiB']>> {
  const heap: number[] = [];
  setFlagsFromString('--expose_gc');
  const collect = runInNewContext('gc') as () => void;
  for (let i = 0; i < sentences; i += 1) {
    await run(i);
    collect();
    const { heapUsed, external } = process.memoryUsage();
    heap.push((heapUsed + external) / 2 ** 20);
  }
  const after = (count: number): number => rounded(heap[Math.min(count, heap.length) - 1] ?? NaN);
  return { after20: after(20), after50: after(50), last: after(heap.length), sentences: heap.length };
}
