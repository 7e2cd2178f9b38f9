import { diffArrays } from 'diff';
import { foldWord, type Span, wordTokens } from '../../../core/text/words.ts';
import { type Piece, pieces } from './pieces.ts';

/** A stretch of a rewrite, or words of the source that are not in it. */
export interface InlinePiece extends Piece {
  readonly gone?: true;
}

/** A place where the texts differ: the words of the source there, and those that the rewrite has instead, as written. */
export interface RewriteChange {
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

export interface Comparison {
  /** The rewrite, piece by piece; joined they are the whole text. */
  readonly rewrite: readonly Piece[];
  /** The source, likewise: its changed words stand at no such place of the rewrite. */
  readonly source: readonly Piece[];
  /** The rewrite with the words of the source that are nowhere in it, each where it stood, with the space beside it. */
  readonly inline: readonly InlinePiece[];
  readonly changes: readonly RewriteChange[];
  /** The words put in, and those left out without a replacement; `words` counts the unchanged ones too. */
  readonly changedWords: number;
  readonly words: number;
}

/** A change by the places of its words; `at`: of the first word of the rewrite behind what was removed. */
interface Hunk {
  readonly removed: number[];
  readonly added: number[];
  readonly at: number;
}

/** Compares a rewrite with its source word by word: longest common subsequence, casing ignored. */
export function compare(source: string, rewrite: string): Comparison {
  const [left, right] = [wordTokens(source), wordTokens(rewrite)];
  const hunks = hunksOf(left, right);
  const [removed, added] = [hunks.flatMap((hunk) => hunk.removed), hunks.flatMap((hunk) => hunk.added)];
  const gone = goneOf(removed.map((i) => ({ i, word: keyOf(left, i) })), added.map((j) => keyOf(right, j)));
  const shown = pieces(rewrite, right, new Set(added));
  const counts = hunks.map((hunk) => Math.max(hunk.added.length, hunk.removed.filter((i) => gone.has(i)).length));
  const changedWords = counts.reduce((sum, count) => sum + count, 0);
  const leftOut = hunks.map((hunk): [number, string] => [hunk.at, textOf(left, hunk.removed.filter((i) => gone.has(i))).join(' ')]);
  return {
    rewrite: shown, source: pieces(source, left, new Set(removed)), inline: withGone(shown, new Map(leftOut), right.length),
    changes: hunks.map((hunk) => ({ removed: textOf(left, hunk.removed), added: textOf(right, hunk.added) })),
    changedWords, words: right.length - added.length + changedWords,
  };
}

const keyOf = (spans: readonly Span[], index: number): string => foldWord(spans[index]?.text ?? '');
const textOf = (spans: readonly Span[], indices: readonly number[]): string[] => indices.map((index) => spans[index]?.text ?? '');
const range = (from: number, count: number): number[] => Array.from({ length: count }, (_, k) => from + k);

function hunksOf(left: readonly Span[], right: readonly Span[]): Hunk[] {
  const hunks: Hunk[] = [];
  let [i, j, isOpen] = [0, 0, false];
  const keys = (spans: readonly Span[]): string[] => spans.map((_, k) => keyOf(spans, k));
  for (const { value: { length }, removed, added } of diffArrays(keys(left), keys(right))) {
    if ((removed || added) && !isOpen) hunks.push({ removed: [], added: [], at: j });
    isOpen = removed || added;
    if (removed) hunks.at(-1)?.removed.push(...range(i, length));
    if (added) hunks.at(-1)?.added.push(...range(j, length));
    if (!added) i += length;
    if (!removed) j += length;
  }
  return hunks;
}

/** Gives the removed words that were not put in elsewhere: each word put in replaces one removed. */
function goneOf(removed: readonly { readonly i: number; readonly word: string }[], added: readonly string[]): ReadonlySet<number> {
  const left = [...added];
  return new Set(removed.filter(({ word }) => {
    const moved = left.indexOf(word);
    if (moved >= 0) left.splice(moved, 1);
    return moved < 0;
  }).map(({ i }) => i));
}

/** Puts the lost words into a rewrite; `gone`: words by the place of the word they stood before; those at `end` come last. */
function withGone(rewrite: readonly Piece[], gone: ReadonlyMap<number, string>, end: number): InlinePiece[] {
  const left = (text: string | undefined, before = '', after = ''): InlinePiece[] =>
    text === undefined || text === '' ? [] : [{ text: before + text + after, word: false, changed: false, gone: true }];
  let place = 0;
  return rewrite.flatMap((piece) => {
    if (!piece.word) return [piece];
    place += 1;
    return [...left(gone.get(place - 1), '', ' '), piece, ...(place === end ? left(gone.get(end), ' ') : [])];
  });
}

/**
 * Cuts a rewrite into groups of pieces that stay on one line: a word with the marks before and after it. White space is a group of its
 * own, and so are words of the source that the rewrite leaves out.
 */
export function unbroken(rewrite: readonly InlinePiece[]): InlinePiece[][] {
  const groups: InlinePiece[][] = [];
  let isOpen = false;
  for (const piece of rewrite.flatMap(cutAtSpace)) {
    const isApart = piece.gone === true || piece.text.trim() === '';
    if (isOpen && !isApart && !(piece.word && groups.at(-1)?.some(({ word }) => word))) groups.at(-1)?.push(piece);
    else groups.push([piece]);
    isOpen = !isApart;
  }
  return groups;
}

const cutAtSpace = (piece: InlinePiece): InlinePiece[] => piece.word || piece.gone
  ? [piece] : piece.text.split(/(\s+)/u).filter((text) => text !== '').map((text) => ({ ...piece, text }));
