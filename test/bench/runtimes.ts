/**
 * How many times as long WebAssembly takes as the native runtime for whole default sentences, one thread each:
 * `node src/setup/otherwise.mjs --script test/bench/runtimes.ts [--model base] [--rounds 5] [--threads 1]`. Both rewrite the same sentence
 * in turn in one process, so that what else the machine does disturbs both. Prints a JSON object a sentence: seconds as the clock has them
 * and as the processor has them (medians), and their ratio (the median of the rounds' own).
 */
import { availableParallelism, loadavg } from 'node:os';
import { parseFlags } from '../../src/cli/flags.ts';
import { type LoadedTools, loadTools } from '../../src/cli/tools.ts';
import { settingsOf } from '../../src/core/options.ts';
import { paraphraseText } from '../../src/core/pipeline/text.ts';

/** Of 5, 10, 20 and 30 words. */
const sentences = [
  'The meeting starts at noon.',
  'She told us that the old bridge would be closed.',
  'The committee decided to postpone the vote until next week because several members had not yet read the long report.',
  'When the storm had passed, the farmers walked across their fields to see how much of the harvest was left, and most of them found ' +
  'that little could still be saved.',
];

const flags = parseFlags(process.argv.slice(2), { model: 'string', rounds: 'number', threads: 'number' });
const { model = 'base', rounds = 5, threads = 1 } = flags as { model?: string; rounds?: number; threads?: number };

interface Spent {
  readonly clock: number;
  readonly processor: number;
}

async function spent(tools: LoadedTools, text: string): Promise<Spent> {
  const [began, before] = [performance.now(), process.cpuUsage()];
  await paraphraseText(text, { tools, settings: settingsOf({}, tools.threshold) });
  const { user, system } = process.cpuUsage(before);
  return { clock: (performance.now() - began) / 1000, processor: (user + system) / 1e6 };
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;
const rounded = (value: number): number => Number(value.toPrecision(3));

const native = await loadTools(model, threads, { runtime: 'native' });
const wasm = await loadTools(model, threads, { runtime: 'wasm' });
// Both have started when the time is taken.
for (const tools of [native, wasm]) await spent(tools, sentences[0] ?? '');
for (const text of sentences) {
  const pairs: { readonly native: Spent; readonly wasm: Spent }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const turns = { native: await spent(native, text), wasm: await spent(wasm, text) };
    pairs.push(turns);
  }
  const of = (kind: keyof Spent): object => ({
    native: rounded(median(pairs.map((pair) => pair.native[kind]))),
    wasm: rounded(median(pairs.map((pair) => pair.wasm[kind]))),
    ratio: rounded(median(pairs.map((pair) => pair.wasm[kind] / pair.native[kind]))),
  });
  process.stdout.write(`${JSON.stringify({
    model, words: text.split(' ').length, threads, clock: of('clock'), processor: of('processor'),
    load: rounded((loadavg()[0] ?? NaN) / availableParallelism()),
  })}\n`);
}
process.exit(0);
