/**
 * `npm run bench [-- --json] [--model base|tiny] [--sentences N]`: what the engine costs on this machine, in one
 * process and one run, so that only ratios are worth quoting. Figures that need a browser's GPU are null here and named in `notMeasured`.
 */
import { cpus, totalmem } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parseFlags } from '../../src/cli/flags.ts';
import { modelFolder } from '../../src/cli/model-folder.ts';
import { loadTools, nodeOptions } from '../../src/cli/tools.ts';
import { KnownSentences } from '../../src/pipeline/known.ts';
import { paraphraseText } from '../../src/pipeline/text.ts';
import { settingsOf } from '../../src/options.ts';
import { type BundledEngine, loadEngine, tagsFor } from '../../workers/engine/engine.ts';
import { CountedRuntime } from './read-back.ts';

const SENTENCE = 'She was surprised by how quickly the children learned to swim.';
/** Its words, banned one at a time. */
const CHIPS = ['children', 'surprised', 'quickly', 'learned', 'children', 'swim'];

interface Row {
  readonly name: string;
  readonly model: string;
  readonly form: string;
  readonly threads: number;
  /** Rows of a step, targets that are scored, or rows sampled for a sentence. */
  readonly batch: number;
  /** Median milliseconds by the wall, and of processor time. */
  readonly milliseconds: number;
  readonly cpuMilliseconds: number;
}

/** Medians of a task, after one that doesn't count. `prepare` comes before each, uncounted; both hear how many there were before. */
async function measured(
  task: (i: number) => Promise<void>, times: number, prepare: (i: number) => Promise<void> = () => Promise.resolve(),
): Promise<{ milliseconds: number; cpuMilliseconds: number }> {
  const walls: number[] = [];
  const cpuTimes: number[] = [];
  for (let i = 0; i <= times; i += 1) {
    await prepare(i);
    const cpu = process.cpuUsage();
    const began = performance.now();
    await task(i);
    if (i > 0) {
      walls.push(performance.now() - began);
      const used = process.cpuUsage(cpu);
      cpuTimes.push((used.user + used.system) / 1000);
    }
  }
  const median = (values: number[]): number => Math.round((values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0) * 10) / 10;
  return { milliseconds: median(walls), cpuMilliseconds: median(cpuTimes) };
}

/** One decoding step of `batch` rows with seven pieces behind them. */
async function stepCost(engine: BundledEngine, batch: number, times = 5): Promise<{ milliseconds: number; cpuMilliseconds: number }> {
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

async function main(): Promise<void> {
  const flags = parseFlags(process.argv.slice(2), { json: 'boolean', model: 'string', sentences: 'number' });
  const name = (flags['model'] as string | undefined) ?? 'base';
  const sentences = (flags['sentences'] as number | undefined) ?? 5;
  const say = (text: string): void => { process.stderr.write(`${text}\n`); };
  const rows: Row[] = [];
  const add = (row: Row): Row => {
    rows.push(row);
    say(
      `${row.name}, ${row.form}, ${row.threads} thread(s), batch ${row.batch}: ` +
        `${row.milliseconds} ms (${row.cpuMilliseconds} ms of processor)`,
    );
    return row;
  };
  const counted = new CountedRuntime();
  const engine = await loadEngine(modelFolder(name), { ...nodeOptions(1), importRuntime: counted.importRuntime });
  const at = { model: name, form: 'int8', threads: 1 };
  // The last is the step whose bytes are read back.
  for (const batch of [1, 8, 30, 150]) add({ ...at, name: 'step', batch, ...await stepCost(engine, batch, batch > 100 ? 3 : 5) });
  const readBackBytes = counted.bytes;
  const ids = engine.tokenizer.encode(SENTENCE);
  const score = async (): Promise<void> => {
    const tags = tagsFor(engine.manifest, { distance: 2 });
    await engine.model.score(Array.from({ length: 24 }, () => ({ source: ids, tags, target: ids })));
  };
  const scored = add({ ...at, name: 'score', batch: 24, ...await measured(score, 3) });
  await engine.dispose();
  const blocks = await loadEngine(modelFolder(name), { ...nodeOptions(1), form: 'blocks' });
  const slow = add({ ...at, form: 'blocks', name: 'step', batch: 30, ...await stepCost(blocks, 30, 3) });
  await blocks.dispose();

  const tools = await loadTools(name, 1);
  const heap: number[] = [];
  setFlagsFromString('--expose_gc');
  const collect = runInNewContext('gc') as () => void;
  let sampled = 0;
  const run = async (avoid: string[], seed: number, known?: KnownSentences): Promise<void> => {
    const settings = settingsOf({ avoid, seed, rounds: 1 }, tools.threshold);
    const { counts } = await paraphraseText(SENTENCE, { tools, settings, ...(known && { known }) });
    sampled = counts.sampled;
  };
  const times = Math.max(1, Math.min(5, sentences));
  const whole = add({ ...at, name: 'sentence', ...await measured(() => run([], 0), times), batch: sampled });
  // Each on the sentence as it was rewritten without a chip, and nothing else known.
  let known = new KnownSentences();
  const rewritten = (): Promise<void> => run([], 0, known = new KnownSentences());
  const clicked = await measured((i) => run([CHIPS[i % CHIPS.length] ?? ''], 0, known), times, rewritten);
  const chip = add({ ...at, name: 'sentence after a chip', ...clicked, batch: sampled });
  for (let i = 0; i < sentences; i += 1) {
    await run([], i);
    collect();
    const { heapUsed, external } = process.memoryUsage();
    heap.push(heapUsed + external);
  }

  const { architecture } = engine.manifest;
  const parameters = engine.manifest.weights.tensors.reduce(
    (sum, { name: tensor, shape }) => sum + (tensor === 'emb' ? 0 : (shape[0] ?? 0) * (shape[1] ?? 0)),
    0,
  );
  const positions = 24 * (2 * ids.length + 5);
  const flop = 2 * (parameters * positions + architecture.vocabulary * architecture.hidden * 24 * (ids.length + 1));
  const cpuOf = (batch: number): number =>
    rows.find((row) => row.name === 'step' && row.form === 'int8' && row.batch === batch)?.cpuMilliseconds ?? NaN;
  const report = {
    machine: { processor: cpus()[0]?.model ?? '', cores: cpus().length, memoryGiB: Math.round(totalmem() / 2 ** 30) },
    versions: {
      node: process.versions.node,
      v8: process.versions.v8,
      'onnxruntime-web': (await import('onnxruntime-web')).env.versions.web ?? '',
    },
    rows,
    ratios: {
      repeatedInputs150: null,
      bestEffort150: null,
      batch1: null,
      int8OverBlocks30: Math.round((slow.cpuMilliseconds / cpuOf(30)) * 100) / 100,
      gemmEfficiency: null,
      chipClickOverCold: Math.round((chip.cpuMilliseconds / whole.cpuMilliseconds) * 100) / 100,
    },
    scoreGflops: Math.round(flop / scored.cpuMilliseconds / 1e6),
    // JavaScript heap and everything it holds outside (the wasm memory too) after a collection, sentence by sentence.
    heapMiB: { after20: mib(heap[Math.min(19, heap.length - 1)]), last: mib(heap.at(-1)), sentences: heap.length },
    readBackBytesPerStep150: readBackBytes,
    mapAsyncPerStep: null,
    cpuNodes: null,
    notMeasured:
      'repeatedInputs150, bestEffort150, batch1 and gemmEfficiency need other implementations beside ours, mapAsyncPerStep and ' +
      'cpuNodes a browser (test/browser/engine/placement.test.ts asserts the latter)',
  };
  process.stdout.write(flags['json'] === true ? `${JSON.stringify(report)}\n` : `${JSON.stringify(report, null, 2)}\n`);
}

const mib = (bytes: number | undefined): number => Math.round(((bytes ?? 0) / 2 ** 20) * 10) / 10;

await main();
