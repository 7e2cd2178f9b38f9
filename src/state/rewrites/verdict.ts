import { type Finding, found } from '../../quality/finding.ts';
import { stem } from '../../quality/reading/stem.ts';
import type { Rewrite } from '../../protocol.ts';
import { foldWord } from '../../text/words.ts';
import type { Change, Comparison } from './changes.ts';
import { isDoubtful } from './doubtful.ts';
import { isContentWord, type Piece } from './pieces.ts';

/** What a card says of its rewrite, and why. */
export interface Verdict {
  /** undefined where nothing is known: without an estimator, and nothing seen. */
  readonly word: 'same' | 'check' | 'doubtful' | undefined;
  /** What speaks against it, the weightiest first; none where nothing does. */
  readonly reasons: readonly Finding[];
}

/** A rewrite at least so probably right is said to have the same meaning, unless something was seen in it. */
const SAME = 0.75;
/** A change of at most so many words on each side is named as it stands. */
const NAMED = 5;
/** Where nothing is doubted by name, as many changes are named. */
const FEW = 2;

/**
 * One word for a rewrite: `same` meaning only where the estimator is sure of it and nothing was seen, neither by the
 * engine nor in the comparison with its source; `check` with what was seen or the words that are doubted.
 */
export function verdictOf(rewrite: Pick<Rewrite, 'right' | 'findings' | 'doubted'>, comparison: Comparison): Verdict {
  const { right, findings = [], doubted } = rewrite;
  const { changes } = comparison;
  const details = findings.filter(({ kind }) => kind === 'detail');
  const seen = findings.filter(({ kind }) => kind !== 'detail' && kind !== 'unlikely');
  const objections = [...swapped(comparison), ...seen.map((finding) => asWritten(finding, comparison)), ...unbalanced(changes)];
  const isSure = right === undefined || right >= SAME;
  const isDoubted = isDoubtful(rewrite);
  if (!isDoubted && isSure && objections.length + details.length === 0)
    return { word: right === undefined ? undefined : 'same', reasons: [] };
  const doubts = [...details, ...(doubted && !isSure ? [doubted] : [])].flatMap((detail) => inPlace(detail, changes));
  const named = distinct([...objections, ...doubts]);
  const reasons = named.length === 0 && changes.length <= FEW ? changes.flatMap(exchange) : named;
  if (isDoubted) return { word: 'doubtful', reasons };
  return { word: 'check', reasons: reasons.length > 0 ? reasons : [{ kind: 'detail' }] };
}

/** The words that a reason is about: those of content, where there are any. */
function wordsOf({ lost = [], gained = [] }: Finding): string[] {
  const words = [...lost, ...gained].flatMap((phrase) => phrase.split(' '));
  const content = words.filter(isContentWord);
  return (content.length > 0 ? content : words).map(foldWord);
}

/** Without what is about the same words as one before it, and without doubts that name none. */
function distinct(reasons: readonly Finding[]): Finding[] {
  const said = new Set<string>();
  return reasons.filter((reason) => {
    const words = wordsOf(reason);
    const keys = words.length > 0 ? words : [reason.kind];
    const isNew = (words.length > 0 || reason.kind !== 'detail') && !keys.some((key) => said.has(key));
    for (const key of keys) said.add(key);
    return isNew;
  });
}

/** Phrases that stand in each other's place: A m B has become B m A, where m is more than a conjunction. */
function swapped({ source, rewrite }: Comparison): Finding[] {
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

/** What lies between the beginning and the end that both have. */
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
 * Words of content left out with nothing in their place, where a rewrite loses more of them than it gains, or put in
 * where nothing was, where it gains more: else one may stand for another elsewhere, and nothing is said.
 */
function unbalanced(changes: readonly Change[]): Finding[] {
  const [lost, gained] = [strangers(changes, 'removed', 'added'), strangers(changes, 'added', 'removed')];
  const alone = (side: 'removed' | 'added', words: readonly string[]): string[] =>
    changes.filter((change) => change.removed.length === 0 || change.added.length === 0)
      .flatMap((change) => change[side]).filter((word) => words.includes(word));
  if (lost.length === gained.length) return [];
  const [left, put] = lost.length > gained.length ? [alone('removed', lost), []] : [[], alone('added', gained)];
  return left.length + put.length > 0 ? [found('detail', left, put)] : [];
}

/** Words of content on one side of the changes that the other side has in no form. */
function strangers(changes: readonly Change[], side: 'removed' | 'added', other: 'removed' | 'added'): string[] {
  const there = new Set(changes.flatMap((change) => change[other]).map(stemOf));
  return changes.flatMap((change) => change[side]).filter((word) => isContentWord(word) && !there.has(stemOf(word)));
}

const stemOf = (word: string): string => stem(foldWord(word));

/** A short change as it stands; none for a long one. */
function exchange({ removed, added }: Change): Finding[] {
  const phrase = (words: readonly string[]): string[] => (words.length > 0 ? [words.join(' ')] : []);
  return Math.max(removed.length, added.length) > NAMED ? [] : [found('detail', phrase(removed), phrase(added))];
}

/** Doubted words with what they stand for, change by change. */
function inPlace({ lost = [], gained = [] }: Finding, changes: readonly Change[]): Finding[] {
  const among = (words: readonly string[], all: readonly string[]): string[] =>
    words.filter((word) => all.some((other) => foldWord(other) === foldWord(word)));
  return changes.flatMap((change) => {
    const words = found('detail', among(lost, change.removed), among(gained, change.added));
    const [whole] = exchange(change);
    return words.lost || words.gained ? [whole ?? words] : [];
  });
}

/** Names are compared in small letters; people read them as they stand. */
function asWritten(finding: Finding, { source, rewrite }: Comparison): Finding {
  if (finding.kind !== 'name') return finding;
  const written = (pieces: readonly Piece[]): ((word: string) => string) => {
    const forms = new Map(pieces.map(({ text }) => [foldWord(text), text]));
    return (phrase) => phrase.split(' ').map((word) => forms.get(foldWord(word)) ?? word).join(' ');
  };
  return found('name', finding.lost?.map(written(source)), finding.gained?.map(written(rewrite)));
}
