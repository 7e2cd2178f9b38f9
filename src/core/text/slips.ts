const letters = "abcdefghijklmnopqrstuvwxyz'";
/** Shorter words are one slip from too many others. */
const SHORTEST = 4;

/**
 * Tells whether a word in small letters is one slip of the pen from a known word: a letter too many, one that is missing, a wrong one, or
 * two in the wrong order. The first letter is taken for right, as it mostly is.
 */
export function isSlip(word: string, isKnown: (word: string) => boolean): boolean {
  if (word.length < SHORTEST) return false;
  for (let at = 1; at <= word.length; at += 1) {
    const [head, rest] = [word.slice(0, at), word.slice(at)];
    if (rest !== '' && isKnown(head + rest.slice(1))) return true;
    if (rest.length > 1 && isKnown(head + (rest[1] ?? '') + (rest[0] ?? '') + rest.slice(2))) return true;
    for (const letter of letters) if (isKnown(head + letter + rest) || (rest !== '' && isKnown(head + letter + rest.slice(1)))) return true;
  }
  return false;
}
