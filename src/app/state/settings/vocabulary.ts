import * as v from 'valibot';

/** The most words that a list holds, and the characters of the longest one. */
export const [MOST_WORDS, LONGEST_WORD] = [20_000, 100];

/** Reads the list as the settings store it. A broken entry is left out; without entries there is no list. */
export const vocabularySchema = v.object({
  name: v.string(),
  words: v.pipe(v.array(v.pipe(v.string(), v.minLength(1), v.maxLength(LONGEST_WORD))), v.maxLength(MOST_WORDS)),
  on: v.boolean(),
});

/** A list of words; the name, which goes for all of them, tells one request from another. */
export interface NamedWords {
  readonly name: string;
  readonly words: readonly string[];
}

/** The words that rewrites keep to, and whether they do now. */
export type KeptVocabulary = NamedWords & { readonly on: boolean };
export const noVocabulary: v.InferOutput<typeof vocabularySchema> = { name: '', words: [], on: false };

export const isInForce = ({ on, words }: KeptVocabulary): boolean => on && words.length > 0;
