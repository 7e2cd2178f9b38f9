/** What the engine takes at once, characters. */
export const LONGEST_SENTENCE = 2000;

/** Whether there is anything in a sentence to rewrite, and no more than the engine takes. */
export function canBeRewritten(sentence: string): boolean {
  return sentence.length <= LONGEST_SENTENCE && /\p{L}/u.test(sentence);
}
