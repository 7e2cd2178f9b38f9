import { alignedPhrases, type Extent } from '../../../core/alignment/phrases.ts';
import { wordTokens } from '../../../core/text/words.ts';
import type { Comparison } from './changes.ts';

/** A whole phrase of the source and the one that replaces it, as written; '' on the side that has none. */
export interface Exchanged {
  readonly lost: string;
  readonly gained: string;
}

/**
 * Finds the phrases that differ: as the texts align, wherever a phrase has moved to; words that align with nothing count as taken out or
 * put in.
 */
export function exchangedPhrases({ source, rewrite, changes }: Comparison): Exchanged[] {
  const [before, after] = [textOf(source), textOf(rewrite)];
  const aligned = alignedPhrases(after, before).filter(({ confidence }) => confidence < 1)
    .map((pair) => ({ lost: phraseIn(before, pair.source), gained: phraseIn(after, pair.rewrite) }));
  const isCovered = (words: readonly string[], side: keyof Exchanged): boolean =>
    words.every((word) => aligned.some((phrase) => phrase[side].split(' ').includes(word)));
  const others = changes.filter(({ removed, added }) => !isCovered(removed, 'lost') || !isCovered(added, 'gained'));
  return [...aligned, ...others.map(({ removed, added }) => ({ lost: removed.join(' '), gained: added.join(' ') }))];
}

const textOf = (pieces: Comparison['source']): string => pieces.map(({ text }) => text).join('');

/** Gives the words of a part of a text, as written, without marks at its ends. */
const phraseIn = (text: string, { start, end }: Extent): string =>
  wordTokens(text.slice(start, end)).map((word) => word.text).join(' ');
