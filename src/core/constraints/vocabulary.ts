import type { Vocabulary } from '../text/vocabulary.ts';
import { wordTokens } from '../text/words.ts';
import type { SystemResources } from './systems.ts';

/**
 * The words of a source that a vocabulary lacks and for which the lexicon has one inside it, of the same or of a more
 * general meaning: those that a rewrite can do without.
 */
export function outsideWords(source: string, vocabulary: Vocabulary, lexicon: SystemResources['lexicon']): string[] {
  const words = new Set(wordTokens(source).map(({ text }) => text).filter((word) => !vocabulary.has(word)));
  const instead = (word: string) => (['equivalence', 'forward'] as const).flatMap((relation) => lexicon.alternatives(word, { relation }));
  return [...words].filter((word) => instead(word).some((other) => vocabulary.has(other.word)));
}
