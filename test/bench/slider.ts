/**
 * Measures the stops of the page's two sliders, on the real model: how far the rewrites lie from their source and from
 * each other, and at what price. Sentences come from standard input, one a line.
 *
 *     node src/setup/otherwise.mjs --script test/bench/slider.ts distance|spread [--number 50] [--sets 5]
 *     [--samples 8] [--rounds 3] [--model NAME] < sentences
 *
 * Every figure is a mean over sentences, and only those count that have rewrites at every stop. `difference`: 1 − BLEU
 * of the rewrites against the source, 0–1; `apart`: 1 − BLEU of each rewrite against the others of its sentence;
 * `score`: forward + backward, nats a piece. Exit code 1 when the figure that the slider is for (`difference` of
 * distance, `apart` of spread) does not rise from stop to stop.
 */
import { readFileSync } from 'node:fs';
import { parseFlags } from '../../src/cli/flags.ts';
import { loadTools } from '../../src/cli/tools.ts';
import { textBleu } from '../../src/core/metrics/bleu.ts';
import { paraphraseText } from '../../src/core/pipeline/text.ts';
import { settingsOf } from '../../src/core/options.ts';
import { spreads } from '../../src/app/state/rewrites/spread.ts';

const STOPS = [0, 1, 2, 3, 4];
/** The stop at which the slider of the spread rests. */
const SPREAD = 2;

interface Figures {
  readonly rewrites: number;
  readonly difference: number;
  readonly apart: number;
  readonly score: number;
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const unlike = (references: readonly string[], candidate: string): number =>
  1 - (textBleu([[references, candidate]], 'corpus', { brevityPenalty: true, smoothing: 'exp' }) ?? 0) / 100;

function figuresOf(source: string, rewrites: readonly { readonly text: string; readonly score: number }[]): Figures | undefined {
  if (rewrites.length === 0) return undefined;
  const texts = rewrites.map(({ text }) => text);
  return {
    rewrites: rewrites.length,
    difference: mean(texts.map((text) => unlike([source], text))),
    apart: texts.length < 2 ? 0 : mean(texts.map((text, i) => unlike(texts.filter((_, j) => j !== i), text))),
    score: mean(rewrites.map(({ score }) => score)),
  };
}

async function main(): Promise<number> {
  const [slider, ...args] = process.argv.slice(2);
  if (slider !== 'distance' && slider !== 'spread') throw new Error('Say which slider: distance or spread.');
  const flags = parseFlags(args, { number: 'number', sets: 'number', samples: 'number', rounds: 'number', model: 'string' });
  const budget = Object.fromEntries(
    ['sets', 'samples', 'rounds'].filter((name) => flags[name] !== undefined).map((name) => [name, flags[name] as number]),
  );
  const sentences = readFileSync(0, 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(0, (flags['number'] as number | undefined) ?? 50);
  const tools = await loadTools((flags['model'] as string | undefined) ?? 'base', 1);
  const all: (Figures | undefined)[][] = STOPS.map(() => []);
  for (const [at, sentence] of sentences.entries()) {
    // Sentence by sentence, so that a run that is broken off has compared all stops on the same ones.
    for (const stop of STOPS) {
      const options = { ...spreads[slider === 'spread' ? stop : SPREAD], ...(slider === 'distance' && { distance: stop }), ...budget };
      const { rewrites } = await paraphraseText(sentence, { tools, settings: settingsOf(options, tools.threshold) }, { lines: true });
      all[stop]?.push(figuresOf(sentence, rewrites));
    }
    process.stderr.write(`${at + 1} of ${sentences.length}\n`);
  }
  const whole = [...sentences.keys()].filter((at) => STOPS.every((stop) => all[stop]?.[at] !== undefined));
  const rows = STOPS.map((stop) => {
    const figures = whole.map((at) => all[stop]?.[at]).filter((entry) => entry !== undefined);
    const of = (name: keyof Figures): number => Math.round(mean(figures.map((entry) => entry[name])) * 1000) / 1000;
    return { stop, rewrites: of('rewrites'), difference: of('difference'), apart: of('apart'), score: of('score') };
  });
  const aim = slider === 'distance' ? 'difference' : 'apart';
  const rises = rows.every((row, i) => i === 0 || row[aim] > (rows[i - 1]?.[aim] ?? 0));
  process.stdout.write(
    `${JSON.stringify({ slider, sentences: whole.length, without: sentences.length - whole.length, budget, rows, aim, rises }, null, 2)}\n`,
  );
  return rises ? 0 : 1;
}

process.exitCode = await main();
