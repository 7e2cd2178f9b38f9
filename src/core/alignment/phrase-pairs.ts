import {
  type AlignedPair, covering, type Fragment, isConsistent, isWord, isWorth, MOST_WORDS, type TokenRange, wordCount,
} from './fragment.ts';
import { isStopWord, type AlignToken } from './tokens.ts';

/** The fewest content words, both sides counted: with fewer a phrase pair is a word pair with something small beside it. */
const LEAST_CONTENT_WORDS = 3;

/**
 * Returns the smallest phrase pairs within a stretch of the target that are worth keeping: phrases that begin and end with linked
 * words, each with the smallest source phrase that covers what it is linked to, none of them linked to a word outside
 * (phrase extraction, Koehn et al. 2003), at most `MOST_WORDS` words long. Of pairs that overlap on either side the shorter
 * one is taken, then the one with fewer stop words, then the first.
 *
 * @returns in the order of the target
 */
export function phrasePairs(pair: AlignedPair, within: TokenRange): Fragment[] {
  const taken: Fragment[] = [];
  for (const { fragment } of candidates(pair, within).sort((x, y) => x.words - y.words || x.stopWords - y.stopWords || x.place - y.place))
    if (!taken.some(({ a, b }) => overlap(a, fragment.a) || overlap(b, fragment.b))) taken.push(fragment);
  return taken.sort((x, y) => x.a.from - y.a.from);
}

interface Candidate {
  readonly fragment: Fragment;
  /** The number of words of both sides. */
  readonly words: number;
  readonly stopWords: number;
  readonly place: number;
}

function candidates(pair: AlignedPair, { from, to }: TokenRange): Candidate[] {
  const linked = new Set(pair.links.map(([i]) => i));
  const isEnd = (i: number): boolean => linked.has(i) && isWord(pair.a[i]);
  const list: Candidate[] = [];
  for (let start = from; start < to; start += 1) {
    if (!isEnd(start)) continue;
    for (let end = start + 1; end <= to && wordCount(pair.a, { from: start, to: end }) <= MOST_WORDS; end += 1) {
      const fragment = isEnd(end - 1) ? covering(pair, { from: start, to: end }) : undefined;
      if (fragment === undefined || wordCount(pair.b, fragment.b) > MOST_WORDS) continue;
      if (!isConsistent(pair, fragment) || !isWorth(pair, fragment)) continue;
      const words = wordCount(pair.a, fragment.a) + wordCount(pair.b, fragment.b);
      const stopWords = stopWordCount(pair.a, fragment.a) + stopWordCount(pair.b, fragment.b);
      if (words - stopWords < LEAST_CONTENT_WORDS) continue;
      list.push({ fragment, words, stopWords, place: start });
      // Longer ones from here hold this one.
      break;
    }
  }
  return list;
}

const stopWordCount = (tokens: readonly AlignToken[], { from, to }: TokenRange): number =>
  tokens.slice(from, to).filter((token) => isWord(token) && isStopWord(token.key)).length;

const overlap = (x: TokenRange, y: TokenRange): boolean => x.from < y.to && y.from < x.to;
