import { read } from '../quality/reading/reading.ts';
import { casingOf } from '../text/casing.ts';
import type { Vocabulary } from '../text/vocabulary.ts';
import { type Span, wordTokens } from '../text/words.ts';
import type { SystemResources } from './systems.ts';

/** The reason why a word outside a vocabulary, or the vocabulary itself, is unmet. */
export const vocabularyReason = 'no acceptable rewrite keeps to the vocabulary';

/**
 * Finds the words of a source that a vocabulary lacks and for which the lexicon has one inside it, of the same or of a more general
 * meaning: those that a rewrite can do without. A word with a capital inside the sentence is a name, and none of them.
 */
export function outsideWords(source: string, vocabulary: Vocabulary, lexicon: SystemResources['lexicon']): string[] {
  const { tokens, shouted } = read(source);
  const openings = new Set(tokens.filter(({ first }) => first).map(({ start }) => start));
  const isName = ({ text, start }: Span): boolean => !shouted && !openings.has(start) && casingOf(text) !== 'lower';
  const words = wordTokens(source).flatMap((span) => (vocabulary.has(span.text) || isName(span) ? [] : [span.text]));
  const instead = (word: string) => (['equivalence', 'forward'] as const).flatMap((relation) => lexicon.alternatives(word, { relation }));
  return [...new Set(words)].filter((word) => instead(word).some((other) => vocabulary.has(other.word)));
}
