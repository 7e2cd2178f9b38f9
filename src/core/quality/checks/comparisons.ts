import { type Finding, found } from '../finding.ts';
import { opposites } from '../reading/classes.ts';
import { lookUpPronoun } from '../reading/pronouns.ts';
import { isFunctionWord, isQuestion, type Reading } from '../reading/reading.ts';
import { stem } from '../reading/stem.ts';
import { clausesOf } from './clauses.ts';

/** A comparison of one clause: the relation of its first side to its second one. */
interface Comparison {
  /** The sign of the comparison: 1 for more; −1 for less, or not as much. */
  readonly sign: 1 | -1;
  /** The stem of the adjective or adverb. */
  readonly quality: string;
  readonly form: string;
  /** The two sides, before and behind the comparison: stems of content words, and persons. */
  readonly first: ReadonlySet<string>;
  readonly second: ReadonlySet<string>;
}

/** The words that deny; “any better than” stands in what is denied, however far away the negator is. */
const negators = new Set(['not', 'never', 'any']);
/** The words that are no quality of anything: “as much as”, “as long as”. */
const noQualities = new Set('much many far long well soon other rather another whether'.split(' '));

const sideOf = (words: readonly string[]): ReadonlySet<string> =>
  new Set(words.flatMap((word) => lookUpPronoun(word)?.person ?? (isFunctionWord(word) ? [] : stem(word))));

/**
 * Reads the comparison of a clause: “tighter than”, “more careful than”, “less heavy than”, “not as tight as”. Words that call two things
 * alike are no comparison here.
 */
function comparisonOf(words: readonly string[]): Comparison | undefined {
  const of = (sign: number, quality: string, from: number, to: number): Comparison => ({
    sign: sign < 0 ? -1 : 1, quality: stem(quality.replace(/ier$/u, 'y')), form: words.slice(from, to).join(' '),
    first: sideOf(words.slice(0, from)), second: sideOf(words.slice(to)),
  });
  const denies = (from: number, to: number): boolean => words.slice(Math.max(0, from), to).some((word) => negators.has(word));
  const than = words.indexOf('than');
  const [degree, quality = ''] = words.slice(Math.max(0, than - 2), Math.max(0, than));
  if (than > 1 && !noQualities.has(quality)) {
    const sign = denies(than - 6, than) ? -1 : 1;
    if (degree === 'more' || degree === 'less') return of(degree === 'more' ? sign : -sign, quality, than - 2, than + 1);
    if (/..er$/u.test(quality)) return of(sign, quality, than - 1, than + 1);
  }
  const isAlike = (word: string, at: number): boolean => (word === 'as' || word === 'so') && words[at + 2] === 'as';
  const as = words.findIndex((word, at) => isAlike(word, at) && !noQualities.has(words[at + 1] ?? ''));
  return as > 0 && denies(as - 3, as) ? of(-1, words[as + 1] ?? '', as, as + 3) : undefined;
}

const comparisonsIn = (reading: Reading): Comparison[] => clausesOf(reading).flatMap((clause) => comparisonOf(clause) ?? []);

/** Tells whether any of what stood behind the comparison now stands before it, or the other way round. */
const isTurned = (before: Comparison, after: Comparison): boolean =>
  [...before.second].some((word) => after.first.has(word) && !before.first.has(word)) ||
  [...before.first].some((word) => after.second.has(word) && !before.second.has(word));

const areOpposite = (one: string, other: string): boolean => opposites.some((groups) => groups.some(
  ({ stems }, at) => stems.has(one) && groups.some((group, place) => place !== at && group.stems.has(other)),
));

/**
 * Finds two sides that keep their places but are compared the other way round: “tighter than we thought” → “not as tight as we thought”.
 * The opposite quality turns it back. Questions, where sides change places, and “better than ever” are left alone.
 */
export function reversedComparison(source: Reading, rewrite: Reading): Finding[] {
  const [[before], [after]] = [comparisonsIn(source), comparisonsIn(rewrite)];
  const isSuperlative = [source, rewrite].some(({ words }) => words.includes('ever') || words.includes('never'));
  if (!before || !after || isSuperlative || isQuestion(source) || isTurned(before, after)) return [];
  const same = before.quality === after.quality ? 1 : areOpposite(before.quality, after.quality) ? -1 : 0;
  return before.sign * after.sign * same < 0 ? [found('comparison', [before.form], [after.form])] : [];
}
