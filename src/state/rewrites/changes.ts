import { diffArrays } from 'diff';
import functionWords from '../../quality/data/function-words.json' with { type: 'json' };
import { foldWord, wordTokens } from '../../text/words.ts';

/** A stretch of a text: a word, or what stands between words. */
export interface Piece {
  readonly text: string;
  readonly word: boolean;
  /** Whether the word is not at this place in the other text, or the space lies between two such words. */
  readonly changed: boolean;
}

export interface Comparison {
  /** The rewrite, piece by piece; joined they are the whole text. */
  readonly rewrite: readonly Piece[];
  /** The source, likewise: its changed words are those the rewrite dropped. */
  readonly source: readonly Piece[];
  /** Changed words of the rewrite and all of them. */
  readonly changedWords: number;
  readonly words: number;
}

/** Marks the words of a rewrite that differ from its source: longest common subsequence over words, casing ignored. */
export function compare(source: string, rewrite: string): Comparison {
  const left = wordTokens(source);
  const right = wordTokens(rewrite);
  const [dropped, added] = [new Set<number>(), new Set<number>()];
  let [i, j] = [0, 0];
  for (const change of diffArrays(left.map((span) => foldWord(span.text)), right.map((span) => foldWord(span.text)))) {
    const count = change.value.length;
    if (change.removed) for (let k = 0; k < count; k += 1) dropped.add(i + k);
    if (change.added) for (let k = 0; k < count; k += 1) added.add(j + k);
    if (!change.added) i += count;
    if (!change.removed) j += count;
  }
  return { rewrite: pieces(rewrite, right, added), source: pieces(source, left, dropped), changedWords: added.size, words: right.length };
}

const closed = new Set(functionWords.words.split(' '));

/** The words of a rewrite that its source lacks, as they stand there and in that order: of content, not of grammar. */
export function broughtWords(source: string, rewrite: string): string[] {
  const there = new Set(wordTokens(source).map((span) => foldWord(span.text)));
  const brought = new Map<string, string>();
  for (const { text } of wordTokens(rewrite)) {
    const key = foldWord(text);
    if (!there.has(key) && !closed.has(key) && /^[\p{L}\p{N}]/u.test(text)) brought.set(key, brought.get(key) ?? text);
  }
  return [...brought.values()];
}

/** The text as words and the stretches between them; `changed` holds indices of words. */
export function pieces(
  text: string,
  spans: readonly { readonly text: string; readonly start: number; readonly end: number }[] = wordTokens(text),
  changed: ReadonlySet<number> = new Set(),
): Piece[] {
  const result: Piece[] = [];
  let at = 0;
  spans.forEach((span, index) => {
    // The space inside a run of changed words is marked with them.
    const between = text.slice(at, span.start);
    if (between !== '')
      result.push({ text: between, word: false, changed: between.trim() === '' && changed.has(index - 1) && changed.has(index) });
    result.push({ text: span.text, word: true, changed: changed.has(index) });
    at = span.end;
  });
  if (at < text.length) result.push({ text: text.slice(at), word: false, changed: false });
  return result;
}
