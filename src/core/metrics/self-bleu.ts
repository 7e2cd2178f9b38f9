import { plainWords } from '../text/words.ts';
import { corpusBleu } from './bleu.ts';

/**
 * Returns the self-BLEU of a set of texts, 0–100: the mean over the texts of the BLEU (no brevity penalty, no smoothing) of each
 * against all others as its references. Low means that the texts differ from each other. Undefined for fewer than two texts.
 */
export function selfBleu(texts: readonly string[]): number | undefined {
  if (texts.length < 2) return undefined;
  const words = texts.map((text) => plainWords(text));
  const scores = words.map((candidate, place) => corpusBleu([{ candidate, references: words.filter((_, other) => other !== place) }]) ?? 0);
  return scores.reduce((sum, score) => sum + score, 0) / scores.length;
}
