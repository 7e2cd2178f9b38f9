import type { Counts } from '../../../core/protocol.ts';
import { wordTokens } from '../../../core/text/words.ts';

/** The reason why there are fewer rewrites than asked for. */
export type Scarcity = 'wishes' | 'short' | 'alike' | 'doubtful';

/** The most words of a sentence that leaves hardly a choice, and the least share of new samples of one that leaves more. */
const [SHORT, NEW] = [4, 0.25];

/**
 * Finds the main reason why no more than `shown` rewrites of a sentence are there, by what became of the samples: constraints rejected
 * them; most were the sentence itself or came twice, for it is short or formulaic; they were too wrong; or they were right enough, but like
 * those shown.
 */
export function scarcityOf(source: string, shown: number, counts: Counts): Scarcity {
  const { sampled, unique, banned, unmet, unlikely, aboveThreshold, accepted, invariants } = counts;
  const wrong = Object.values(invariants).reduce((sum, count) => sum + count, unlikely + aboveThreshold);
  const alike = Math.max(0, accepted - shown);
  if (banned + unmet > Math.max(wrong, alike)) return 'wishes';
  if (wordTokens(source).length <= SHORT || unique < NEW * sampled) return 'short';
  return wrong > alike ? 'doubtful' : 'alike';
}
