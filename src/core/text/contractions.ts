/** The contractions that cannot be cut into a word and an ending, folded, and the words that they stand for. */
const irregular: Readonly<Record<string, readonly string[]>> = {
  "won't": ['will', 'not'], "can't": ['can', 'not'], cannot: ['can', 'not'], "shan't": ['shall', 'not'], "ain't": ['is', 'not'],
  "let's": ['let', 'us'],
};
const suffixes: Readonly<Record<string, string>> = { m: 'am', re: 'are', ve: 'have', ll: 'will', d: 'would' };

/** The contractions that cannot be cut into a word and an ending, folded. */
export const irregularContractions: readonly string[] = Object.keys(irregular);

/**
 * Gives the words that a contraction stands for: *won't* will, not; *I'm* i, am. It is undefined for other words and for those in *'s*,
 * which may be possessives (only *let's* is none).
 * @param word folded
 */
export function contractedWords(word: string): readonly string[] | undefined {
  if (Object.hasOwn(irregular, word)) return irregular[word];
  if (word.endsWith("n't")) return [word.slice(0, -3), 'not'];
  const [, base, suffix] = /^(.+)'(\p{L}+)$/u.exec(word) ?? [];
  if (base === undefined || suffix === undefined || !Object.hasOwn(suffixes, suffix)) return undefined;
  return [base, suffixes[suffix] as string];
}
