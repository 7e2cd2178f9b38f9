import { APARTS, distinctGood } from '../../core/metrics/distinct.ts';
import { meanOf } from '../../core/metrics/summary.ts';
import { oneMinusBleu, oneMinusBleuPairs, percent, type SetTally, tallyOf } from '../tables/sets.ts';
import { bootstrap, type Interval } from './bootstrap.ts';
import { isRight, meanRatings, type Ratings, ratingsOf } from './ratings.ts';
import type { BlindKey } from './sheet.ts';

/** The ratings of one system's set for one source, with the figures made of them. */
interface SetRead {
  readonly source: number;
  readonly tally: SetTally;
  /** Tells, for each rewrite in the system's order, whether it is right in the mean of the raters, and whether to each of them. */
  readonly right: readonly boolean[];
  readonly agreed: readonly boolean[];
  /** The place of the one with the system's highest estimate, where it gave any. */
  readonly likeliest: number | undefined;
  /** Largest sets of right rewrites at each of `APARTS`. */
  readonly distinct: readonly number[];
}

type Statistic = (sets: readonly SetRead[]) => number | undefined;

/** Shares of rewrites that are right: of all shown, of the first, of the likeliest. */
const shares: readonly (readonly [name: string, of: (set: SetRead) => readonly (number | undefined)[]])[] = [
  ['all shown', ({ right }) => [...right.keys()]],
  ['rank 1', () => [0]],
  ['the likeliest', ({ likeliest }) => [likeliest]],
];

const shareOf = (verdict: 'right' | 'agreed', places: (set: SetRead) => readonly (number | undefined)[]): Statistic => (sets) =>
  percent(sets.flatMap((set) => places(set).map((place) => (place === undefined ? undefined : set[verdict][place]))));

/** The figures of a reading, in the order of its table. */
const statistics: readonly (readonly [name: string, statistic: Statistic])[] = [
  ['shown', (sets) => meanOf(sets.map(({ tally }) => tally.shown))],
  ...shares.map(([name, places]) => [`right, ${name}, %`, shareOf('right', places)] as const),
  ...shares.map(([name, places]) => [`right to each rater, ${name}, %`, shareOf('agreed', places)] as const),
  ...APARTS.map(
    (apart, at) => [`DG5 at ${apart}`, (sets: readonly SetRead[]) => meanOf(sets.map(({ distinct }) => distinct[at]))] as const,
  ),
  ['1-BLEU', (sets) => oneMinusBleu(sets.map(({ tally }) => tally))],
  ['1-BLEU, pairs', (sets) => oneMinusBleuPairs(sets.map(({ tally }) => tally))],
];

/** A figure with its 90 % interval over sources; null where there is none. */
export interface ReadingFigure {
  readonly name: string;
  readonly value: number | null;
  readonly interval: Interval | null;
}

export interface SystemResult {
  readonly system: string;
  /** Sources of which every rewrite was rated by every rater. */
  readonly sources: number;
  readonly figures: readonly ReadingFigure[];
}

/** The second system's figures less the first's, over the sources that both have. */
export interface SystemDifference extends Omit<SystemResult, 'system'> {
  readonly systems: readonly [string, string];
}

export interface Results {
  readonly systems: readonly SystemResult[];
  readonly differences: readonly SystemDifference[];
}

/** Says what raters found, system by system, and each pair of systems compared. @param seed of the intervals */
export function blindResults(key: BlindKey, raters: readonly Ratings[], seed: number): Results {
  const sets = new Map(key.systems.map((system) => [system, setsRead(key, system, raters)]));
  const pairs = key.systems.flatMap((one, at) => key.systems.slice(at + 1).map((other) => [one, other] as const));
  return {
    systems: [...sets].map(([system, own]) => ({
      system, sources: own.length, figures: statistics.map(([name, statistic]) => figureOf(name, own, statistic, seed)),
    })),
    differences: pairs.map((systems) => {
      const both = pairsRead(sets.get(systems[0]) ?? [], sets.get(systems[1]) ?? []);
      return { systems, sources: both.length, figures: statistics.map(([name, of]) => figureOf(name, both, differenceOf(of), seed)) };
    }),
  };
}

const figureOf = <T>(name: string, records: readonly T[], statistic: (records: readonly T[]) => number | undefined,
  seed: number): ReadingFigure =>
  ({ name, value: statistic(records) ?? null, interval: bootstrap(records, statistic, seed) ?? null });

type PairRead = readonly [SetRead, SetRead];

function pairsRead(one: readonly SetRead[], other: readonly SetRead[]): PairRead[] {
  const bySource = new Map(other.map((set) => [set.source, set]));
  return one.flatMap((first): PairRead[] => {
    const second = bySource.get(first.source);
    return second ? [[first, second]] : [];
  });
}

const differenceOf = (statistic: Statistic) => (pairs: readonly PairRead[]): number | undefined => {
  const [one, other] = [statistic(pairs.map(([first]) => first)), statistic(pairs.map(([, second]) => second))];
  return one === undefined || other === undefined ? undefined : other - one;
};

function setsRead(key: BlindKey, system: string, raters: readonly Ratings[]): SetRead[] {
  const means = meanRatings(raters);
  const texts = new Map(key.items.map(({ id, text }) => [id, text]));
  return key.sources.flatMap(({ text: source, sets }, at): SetRead[] => {
    const rewrites = sets.find((set) => set.system === system)?.rewrites;
    const ratings = rewrites?.flatMap(({ item }) => means.get(item) ?? []);
    if (!rewrites || !ratings || ratings.length < rewrites.length) return [];
    const shown = rewrites.map(({ item }) => texts.get(item) ?? '');
    const right = ratings.map(isRight);
    return [{
      source: at, tally: tallyOf({ source, texts: shown }), right,
      agreed: rewrites.map(({ item }) => ratingsOf(item, raters).every(isRight)),
      likeliest: likeliestOf(rewrites.map((one) => one.right)),
      distinct: APARTS.map((apart) => distinctGood(source, shown.filter((_, place) => right[place]), apart)),
    }];
  });
}

/** Ties go to the earlier one. */
function likeliestOf(rights: readonly (number | undefined)[]): number | undefined {
  const most = Math.max(...rights.flatMap((right) => right ?? []));
  const place = rights.indexOf(most);
  return place === -1 ? undefined : place;
}
