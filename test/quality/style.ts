import nlp from 'compromise/two';
import { plainWords, wordTokens } from '../../src/core/text/words.ts';

type Tags = readonly string[];

const has = (...names: readonly string[]) => (tags: Tags): boolean => names.some((name) => tags.includes(name));
const isFormal = (tags: Tags): boolean => has('Noun', 'Adjective', 'Preposition', 'Determiner')(tags) && !has('Pronoun')(tags);
const isDeictic = has('Pronoun', 'Verb', 'Adverb', 'Expression');

/** The word classes of a text by compromise, one list of tags a word. */
function classesOf(text: string): Tags[] {
  const sentences = nlp(text).json() as readonly { readonly terms: readonly { readonly tags: Tags }[] }[];
  return sentences.flatMap(({ terms }) => terms.map(({ tags }) => tags));
}

/**
 * Formality by word classes, 0–100: (nouns + adjectives + prepositions + articles − pronouns − verbs − adverbs −
 * interjections, each in per cent of all words, + 100) / 2, the F-score of Heylighen and Dewaele (1999). Undefined for a
 * text without words.
 */
export function classFormality(text: string): number | undefined {
  const classes = classesOf(text);
  if (plainWords(text).length === 0) return undefined;
  const share = (is: (tags: Tags) => boolean): number => (100 * classes.filter(is).length) / classes.length;
  return (share(isFormal) - share(isDeictic) + 100) / 2;
}

/**
 * Flesch's reading ease (1948): 206.835 − 1.015 words a sentence − 84.6 syllables a word; higher is easier. The text is
 * taken as one sentence, syllables are groups of vowels. Undefined for a text without words.
 */
export function readingEase(text: string): number | undefined {
  const words = wordTokens(text).map((token) => token.text.toLowerCase());
  if (words.length === 0) return undefined;
  const syllables = words.reduce((sum, word) => sum + syllablesOf(word), 0);
  return 206.835 - 1.015 * words.length - (84.6 * syllables) / words.length;
}

/** Groups of vowels, without a mute e at the end; one at least. */
function syllablesOf(word: string): number {
  const groups = word.replace(/(?<![aeiouyl])e$|(?<![td])ed$/u, '').match(/[aeiouy]+/gu) ?? [];
  return Math.max(1, groups.length);
}

/** Contractions (`don't`, `it's`, no possessives of nouns) in 100 words. Undefined for a text without words. */
export function contractions(text: string): number | undefined {
  const words = text.toLowerCase().replaceAll('’', "'").match(/[\p{L}\p{N}]+(?:['-][\p{L}\p{N}]+)*/gu) ?? [];
  const short = words.filter((word) => /n't$|'(?:m|re|ve|ll|d)$|^(?:it|he|she|that|there|here|what|who|where|how|let)'s$/u.test(word));
  return words.length === 0 ? undefined : (100 * short.length) / words.length;
}
