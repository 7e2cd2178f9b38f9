/**
 * Measures the cost of bans and demands, on the real model: processor time of each kind of request over that of the same sentence
 * without any, in one process. Sentences come from standard input, one a line.
 *
 *     node src/setup/otherwise.mjs --script test/bench/requests.ts [--number N] [--samples N] [--kinds ban,keep] [--cold]
 *     [--model NAME] < sentences
 *
 * A line a request: `cold` as the command line answers it, `click` as the page does when the sentence was rewritten without the
 * chip before, and `held` the milliseconds until what still holds was shown then. `expected`: distinct right rewrites by the
 * estimator. The last line has medians of the ratios, and means of `expected`, by kind. --cold leaves clicks out.
 */
import { readFileSync } from 'node:fs';
import { parseFlags } from '../../src/cli/flags.ts';
import { loadLexicon } from '../../src/cli/lexical.ts';
import { type LoadedTools, loadTools } from '../../src/cli/tools.ts';
import { APARTS, expectedDistinct } from '../../src/core/metrics/distinct.ts';
import { type RequestOptions, settingsOf } from '../../src/core/options.ts';
import { KnownSentences } from '../../src/core/pipeline/known.ts';
import { paraphraseText } from '../../src/core/pipeline/text.ts';
import type { ParaphraseResult } from '../../src/core/protocol.ts';
import type { Lexicon } from '../../src/core/text/lexicon.ts';
import { plainWords } from '../../src/core/text/words.ts';
import { median } from './report/row.ts';

/** The phrase that hardly any sentence can take. */
const MISFIT = 'zebra crossing';

interface Run {
  readonly kind: string;
  /** Seconds of processor time. */
  readonly seconds: number;
  readonly expected: number;
  readonly rewrites: number;
  readonly sampled: number;
}

/** The chips of each kind: the first content words are banned or kept, the best substitutes of the last ones demanded. */
function kindsOf(text: string, tools: LoadedTools, lexicon: Lexicon): Record<string, RequestOptions> {
  const content = plainWords(text).filter((word) => !tools.inflector.isClosed(word) && tools.known(word));
  const others = content.toReversed().flatMap((word) =>
    lexicon.alternatives(word, { relation: 'equivalence' }).toSorted((a, b) => b.score - a.score).slice(0, 1).map((other) => other.word));
  return {
    ban: { avoid: content.slice(0, 1) }, 'later ban': { avoid: content.slice(-1) }, keep: { require: content.slice(0, 1) },
    demand: { require: others.slice(0, 1) }, 'two demands': { require: others.slice(0, 2) }, misfit: { require: [MISFIT] },
    'three and three': { avoid: content.slice(0, 3), require: others.slice(0, 3) },
  };
}

class Bench {
  readonly runs = new Map<string, { readonly ratio: number; readonly expected: number }[]>();

  constructor(private readonly tools: LoadedTools, private readonly options: RequestOptions) {}

  async sentence(text: string, kinds: Readonly<Record<string, RequestOptions>>, isCold: boolean): Promise<void> {
    const plain = await this.run(text, { kind: 'plain' });
    this.note(text, plain, plain);
    for (const [kind, chips] of Object.entries(kinds)) {
      this.note(text, await this.run(text, { kind: `${kind}, cold`, chips }), plain);
      if (isCold) continue;
      const known = new KnownSentences();
      await this.run(text, { kind, known });
      this.note(text, await this.run(text, { kind: `${kind}, click`, chips, known }), plain);
    }
  }

  private async run(
    text: string, { kind, chips = {}, known }: { kind: string; chips?: RequestOptions; known?: KnownSentences },
  ): Promise<Run & { held?: number }> {
    const { tools } = this;
    const settings = settingsOf({ ...this.options, ...chips }, tools.threshold);
    const [cpu, began] = [process.cpuUsage(), performance.now()];
    let held: number | undefined;
    const progress = ({ kind: event }: { readonly kind: string }): void => {
      if (event === 'early') held ??= Math.round(performance.now() - began);
    };
    const result = await paraphraseText(text, { tools, settings, progress, ...(known && { known }) }, { lines: true });
    const { user, system } = process.cpuUsage(cpu);
    const { rewrites, counts: { sampled } } = result;
    const seconds = Math.round((user + system) / 1e4) / 100;
    const outcome = { kind, seconds, expected: expectedOf(text, result), rewrites: rewrites.length, sampled };
    return { ...outcome, ...(known && held !== undefined && { held }) };
  }

  private note(text: string, run: Run, plain: Run): void {
    const ratio = run.seconds / plain.seconds;
    this.runs.set(run.kind, [...(this.runs.get(run.kind) ?? []), { ratio, expected: run.expected }]);
    say({ text: text.slice(0, 30), ...run, ratio: rounded(ratio) });
  }
}

function expectedOf(text: string, { rewrites }: ParaphraseResult): number {
  return rounded(expectedDistinct(text, rewrites.map(({ text: rewrite, right = 0 }) => ({ text: rewrite, right })), APARTS[1]));
}

const say = (value: unknown): void => { process.stdout.write(`${JSON.stringify(value)}\n`); };
const rounded = (value: number): number => Math.round(value * 1000) / 1000;
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

async function main(): Promise<void> {
  const kindsOfFlags = { number: 'number', samples: 'number', kinds: 'string', cold: 'boolean', model: 'string' } as const;
  const flags = parseFlags(process.argv.slice(2), kindsOfFlags);
  const sentences = readFileSync(0, 'utf8').split('\n').map((line) => line.trim()).filter((line) => line !== '');
  const [tools, lexicon] = await Promise.all([loadTools((flags['model'] as string | undefined) ?? 'base', 1), loadLexicon()]);
  const wanted = (flags['kinds'] as string | undefined)?.split(',');
  const bench = new Bench(tools, flags['samples'] === undefined ? {} : { samples: flags['samples'] as number });
  for (const text of sentences.slice(0, (flags['number'] as number | undefined) ?? sentences.length)) {
    const kinds = Object.entries(kindsOf(text, tools, lexicon)).filter(([kind]) => wanted?.includes(kind) ?? true);
    await bench.sentence(text, Object.fromEntries(kinds), flags['cold'] === true);
  }
  say(Object.fromEntries([...bench.runs].map(([kind, runs]) => [kind, {
    ratio: rounded(median(runs.map(({ ratio }) => ratio))),
    expected: rounded(mean(runs.map(({ expected }) => expected))),
    sentences: runs.length,
  }])));
}

await main();
