import * as v from 'valibot';
import type { NamedWords } from './request.ts';

/** How many words a list holds at most, and the longest of them, characters. */
export const [MOST_WORDS, LONGEST_WORD] = [20_000, 100];

/** As the list stands among the settings; what is none is left out, and the list with it. */
export const vocabularySchema = v.object({
  name: v.string(),
  words: v.pipe(v.array(v.pipe(v.string(), v.minLength(1), v.maxLength(LONGEST_WORD))), v.maxLength(MOST_WORDS)),
  on: v.boolean(),
});

/** The words that rewrites keep to, and whether they do now. */
export type KeptVocabulary = NamedWords & { readonly on: boolean };
export const noVocabulary: v.InferOutput<typeof vocabularySchema> = { name: '', words: [], on: false };

export const isInForce = ({ on, words }: KeptVocabulary): boolean => on && words.length > 0;
