import { type Finding, found } from '../../../core/quality/finding.ts';
import { stem } from '../../../core/quality/reading/stem.ts';
import { foldWord } from '../../../core/text/words.ts';
import type { RewriteChange, Comparison } from './changes.ts';
import { isContentWord, type Piece } from './pieces.ts';

/** Finds phrases that changed places: A m B has become B m A, where m is more than a conjunction. */
export function swapped({ source, rewrite }: Comparison): Finding[] {
  const words = (pieces: readonly Piece[]): string[] => pieces.filter(({ word }) => word).map(({ text }) => text);
  const [before, after] = between(words(source), words(rewrite));
  const n = before.length;
  if (after.length !== n) return [];
  for (let a = 1; a < n - 1; a += 1) {
    for (let b = 1; a + b < n; b += 1) {
      const [first, middle, last] = [before.slice(0, a), before.slice(a, n - b), before.slice(n - b)];
      const isSwap = same([...last, ...middle, ...first], after) && [first, last].every((phrase) => phrase.some(isContentWord));
      if (isSwap && !middle.every((word) => /^(?:and|or)$/iu.test(word))) return [found('swap', [first.join(' ')], [last.join(' ')])];
    }
  }
  return [];
}

const same = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((word, at) => foldWord(word) === foldWord(other[at] ?? ''));

/** Gives the words between the beginning and the end that both have. */
function between(one: readonly string[], other: readonly string[]): [string[], string[]] {
  const most = Math.min(one.length, other.length);
  const run = (at: (k: number) => [string | undefined, string | undefined], limit: number): number => {
    let k = 0;
    while (k < limit && same([at(k)[0] ?? ''], [at(k)[1] ?? ''])) k += 1;
    return k;
  };
  const start = run((k) => [one[k], other[k]], most);
  const end = run((k) => [one.at(-1 - k), other.at(-1 - k)], most - start);
  return [one.slice(start, one.length - end), other.slice(start, other.length - end)];
}

/**
 * Finds content words that were left out without a replacement, where a rewrite loses more of them than it gains, or put in where it gains
 * more. Else one may replace another elsewhere, and there is no finding.
 */
export function unbalanced(changes: readonly RewriteChange[]): Finding[] {
  const [lost, gained] = [strangers(changes, 'removed', 'added'), strangers(changes, 'added', 'removed')];
  const alone = (side: 'removed' | 'added', words: readonly string[]): string[] =>
    changes.filter((change) => change.removed.length === 0 || change.added.length === 0)
      .flatMap((change) => change[side]).filter((word) => words.includes(word));
  if (lost.length === gained.length) return [];
  const [left, put] = lost.length > gained.length ? [alone('removed', lost), []] : [[], alone('added', gained)];
  return left.length + put.length > 0 ? [found('detail', left, put)] : [];
}

/** Returns the content words on one side of the changes that the other side has in no form. */
export function strangers(changes: readonly RewriteChange[], side: 'removed' | 'added', other: 'removed' | 'added'): string[] {
  const there = new Set(changes.flatMap((change) => change[other]).map(stemOf));
  return changes.flatMap((change) => change[side]).filter((word) => isContentWord(word) && !there.has(stemOf(word)));
}

const stemOf = (word: string): string => stem(foldWord(word));
