import { foldText } from './match.ts';

/** A word of fewer letters is too easily met by chance, and so is a run of fewer letters or of less than this share of the word. */
const [LETTERS, RUN, SHARE] = [8, 6, 0.6];
/** The fewest letters behind the border: *meet in* is no *meeting*. */
const BEHIND = 4;

/**
 * Tells whether a text contains a banned word spread over two neighbouring words, by which a model can evade a ban: *sun glasses*,
 * *singing lasses* for *sunglasses*. Bans look for whole words and don't see it.
 */
export function isWrittenApart(text: string, words: readonly string[]): boolean {
  const parts = foldText(text).split(/[^\p{L}\p{M}]+/u).filter((part) => part !== '');
  const long = words.map((word) => foldText(word).trim()).filter((word) => word.length >= LETTERS && /^\p{L}+$/u.test(word));
  return long.some((word) => parts.some((part, at) => at > 0 && isAcross(parts[at - 1] ?? '', part, word)));
}

function isAcross(before: string, behind: string, word: string): boolean {
  for (let border = 1; border + BEHIND <= word.length; border += 1) {
    const back = shared([...word.slice(0, border)].reverse(), [...before].reverse());
    const ahead = shared([...word.slice(border)], [...behind]);
    if (back > 0 && ahead >= BEHIND && back + ahead >= Math.max(RUN, SHARE * word.length)) return true;
  }
  return false;
}

/** Counts the items that two lists have in common at their beginning. */
function shared(a: readonly string[], b: readonly string[]): number {
  const end = a.findIndex((item, at) => item !== b[at]);
  return end < 0 ? a.length : end;
}
