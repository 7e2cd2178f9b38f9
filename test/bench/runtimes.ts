/**
 * Measures how many times as long one way to compute takes as another for whole default sentences:
 * `node src/setup/otherwise.mjs --script test/bench/runtimes.ts [--model base] [--rounds 5] [--one native:1] [--other wasm:1]`. A way is a
 * runtime and its threads: `--one native:2 --other native:1` tells what a second thread is worth. Both rewrite the same sentence in turn in
 * one process, so that what else the machine does disturbs both. Prints a JSON object a sentence: seconds as the clock has them and as the
 * processor has them (medians), and the time of the other over that of the one (the median of the rounds' own).
 */
import { availableParallelism, loadavg } from 'node:os';
import { parseFlags } from '../../src/cli/flags.ts';
import { type LoadedTools, loadTools } from '../../src/cli/tools.ts';
import { settingsOf } from '../../src/core/options.ts';
import { paraphraseText } from '../../src/core/pipeline/text.ts';
import { median } from './report/row.ts';

/** The sentences, of 5, 10, 20 and 30 words. */
const sentences = [
  'The meeting starts at noon.',
  'She told us that the old bridge would be closed.',
  'The committee decided to postpone the vote until next week because several members had not yet read the long report.',
  'When the storm had passed, the farmers walked across their fields to see how much of the harvest was left, and most of them found ' +
  'that little could still be saved.',
];

const flags = parseFlags(process.argv.slice(2), { model: 'string', rounds: 'number', one: 'string', other: 'string' });
const { model = 'base', rounds = 5, one = 'native:1', other = 'wasm:1' } =
  flags as { model?: string; rounds?: number; one?: string; other?: string };

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

const rounded = (value: number): number => Number(value.toPrecision(3));

/** Opens the model for a way to compute. */
async function opened(way: string): Promise<LoadedTools> {
  const [, runtime = '', threads = ''] = /^(native|wasm):(\d+)$/u.exec(way) ?? [];
  if (runtime !== 'native' && runtime !== 'wasm') throw new RangeError(`'${way}' is no runtime with its threads, as native:2.`);
  return loadTools(model, Number(threads), { runtime });
}

const [first, second] = [await opened(one), await opened(other)];
// Both have started when the time is taken.
for (const tools of [first, second]) await spent(tools, sentences[0] ?? '');
for (const text of sentences) {
  const turns: (readonly [Spent, Spent])[] = [];
  for (let round = 0; round < rounds; round += 1) turns.push([await spent(first, text), await spent(second, text)]);
  const of = (kind: keyof Spent): object => ({
    one: rounded(median(turns.map(([own]) => own[kind]))),
    other: rounded(median(turns.map(([, own]) => own[kind]))),
    ratio: rounded(median(turns.map(([own, its]) => its[kind] / own[kind]))),
  });
  process.stdout.write(`${JSON.stringify({
    model, words: text.split(' ').length, one, other, clock: of('clock'), processor: of('processor'),
    load: rounded((loadavg()[0] ?? NaN) / availableParallelism()),
  })}\n`);
}
process.exit(0);
