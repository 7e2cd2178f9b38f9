import type { Vocabulary } from '../text/vocabulary.ts';
import { wordTokens } from '../text/words.ts';
import type { SystemResources } from './systems.ts';

/**
 * Gives the words of a source that a vocabulary lacks and has a substitute for, of the same or of a more general meaning: a rewrite can do
 * without them.
 */
export function outsideWords(source: string, vocabulary: Vocabulary, lexicon: SystemResources['lexicon']): string[] {
  const words = new Set(wordTokens(source).map(({ text }) => text).filter((word) => !vocabulary.has(word)));
  const instead = (word: string) => (['equivalence', 'forward'] as const).flatMap((relation) => lexicon.alternatives(word, { relation }));
  return [...words].filter((word) => instead(word).some((other) => vocabulary.has(other.word)));
}
