import { sameFrame } from '../../src/core/choice/aims.ts';
import { passivesOf } from '../../src/core/choice/voice.ts';
import { wordDistance } from '../../src/core/text/word-distance.ts';
import type { WordMeasures } from '../../src/core/text/word-measures.ts';
import { plainWords } from '../../src/core/text/words.ts';
import { bootstrap, type Interval } from '../../src/lab/blind/bootstrap.ts';
import { classFormality, contractions, readingEase } from './style.ts';
import { meanOf } from '../../src/core/metrics/summary.ts';
import { header, line, plain } from '../../src/lab/tables/cells.ts';

/** The rewrites of a sentence by one system; `right` by the estimator, 0–1, where there is one. */
export interface EffectSet {
  readonly text: string;
  readonly rewrites: readonly { readonly text: string; readonly right?: number | undefined }[];
}

/** A measure of one rewrite beside its source. */
type Measure = (source: string, rewrite: { readonly text: string; readonly right?: number | undefined }) => number | undefined;

/** The measures of a table of effects: what each tells stands in its name. */
export function effectMeasures({ rarity, formality }: Pick<WordMeasures, 'rarity' | 'formality'>): ReadonlyMap<string, Measure> {
  return new Map<string, Measure>([
    ['words, % of the source', (source, { text }) => (100 * plainWords(text).length) / Math.max(1, plainWords(source).length)],
    ['formality of words, bits', (_, { text }) => formality(text)],
    ['formality of word classes', (_, { text }) => classFormality(text)],
    ['contractions in 100 words', (_, { text }) => contractions(text)],
    ['rarity of words, bits', (_, { text }) => rarity(text)],
    ['reading ease', (_, { text }) => readingEase(text)],
    ['passive clauses', (_, { text }) => passivesOf(text)],
    ['same frame, %', (source, { text }) => 100 * sameFrame(source, text)],
    ['other words, %', (source, { text }) => 100 * wordDistance(source, text)],
    ['right, said, %', (_, { right }) => (right === undefined ? undefined : 100 * right)],
  ]);
}

export interface EffectRow {
  readonly system: string;
  /** Sentences for which both this system and the first have rewrites. */
  readonly sentences: number;
  readonly shown: number | null;
  /** The effects, one for each measure. */
  readonly effects: readonly Effect[];
}

/** The mean over sentences of the mean of a set, and its difference from the first system's on the same sentences. */
interface Effect {
  readonly mean: number | null;
  readonly difference: number | null;
  readonly interval: Interval | undefined;
}

type Measures = ReadonlyMap<string, Measure>;

/** The sets of one sentence by a system and by the first one. */
interface Pair {
  readonly set: EffectSet;
  readonly other: EffectSet;
}

/** A row for each system; the first is what the others are compared with. `seed` decides the intervals' resampling. */
export function effectRows(systems: ReadonlyMap<string, readonly EffectSet[]>, measures: Measures, seed: number): EffectRow[] {
  const [first = []] = systems.values();
  const basis = new Map(first.map((set) => [set.text, set]));
  return [...systems].map(([system, sets]) => {
    const pairs = sets.flatMap((set) => {
      const other = basis.get(set.text);
      return other && set.rewrites.length > 0 && other.rewrites.length > 0 ? [{ set, other }] : [];
    });
    const effects = [...measures.values()].map((measure) => effectOf(pairs, measure, seed));
    return { system, sentences: pairs.length, shown: meanOf(pairs.map(({ set }) => set.rewrites.length)) ?? null, effects };
  });
}

function effectOf(pairs: readonly Pair[], measure: Measure, seed: number): Effect {
  const values = pairs.flatMap(({ set, other }) => {
    const [own, its] = [ofSet(set, measure), ofSet(other, measure)];
    return own === undefined || its === undefined ? [] : [{ own, difference: own - its }];
  });
  const difference = (some: readonly { readonly difference: number }[]): number | undefined => meanOf(some.map((one) => one.difference));
  return {
    mean: meanOf(values.map(({ own }) => own)) ?? null, difference: difference(values) ?? null,
    interval: bootstrap(values, difference, seed),
  };
}

const ofSet = ({ text, rewrites }: EffectSet, measure: Measure): number | undefined =>
  meanOf(rewrites.flatMap((rewrite) => measure(text, rewrite) ?? []));

/** The table, measures as rows: the mean, and in brackets the difference from the first system with its 90 % interval. */
export function effectsMarkdown(rows: readonly EffectRow[], names: readonly string[]): string {
  const cell = ({ mean, difference, interval }: Effect, isFirst: boolean): string => {
    const [low, high] = [interval?.low ?? null, interval?.high ?? null];
    return isFirst ? plain(mean, 1) : `${plain(mean, 1)} (${plain(difference, 1)}: ${plain(low, 1)} to ${plain(high, 1)})`;
  };
  return [
    ...header(['', ...rows.map(({ system }) => system)], 1),
    line(['sentences', ...rows.map(({ sentences }) => sentences)]),
    line(['rewrites a set', ...rows.map(({ shown }) => plain(shown, 1))]),
    ...names.map((name, at) => line([name, ...rows.map(({ effects }, of) => {
      const effect = effects[at];
      return effect ? cell(effect, of === 0) : '–';
    })])),
    '',
  ].join('\n');
}
