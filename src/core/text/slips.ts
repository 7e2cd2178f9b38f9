const letters = "abcdefghijklmnopqrstuvwxyz'";
/** The length of the shortest word that is corrected: shorter ones are one slip from too many others. */
const SHORTEST = 4;

/**
 * Returns the texts one slip of the pen away from a word in small letters: a letter too many, one that is missing, a wrong one, or two in
 * the wrong order. The first letter is taken for right, as it mostly is.
 */
export function* oneSlipAway(word: string): Generator<string> {
  for (let at = 1; at <= word.length; at += 1) {
    const [head, rest] = [word.slice(0, at), word.slice(at)];
    if (rest !== '') yield head + rest.slice(1);
    if (rest.length > 1) yield head + (rest[1] ?? '') + (rest[0] ?? '') + rest.slice(2);
    for (const letter of letters) {
      yield head + letter + rest;
      if (rest !== '') yield head + letter + rest.slice(1);
    }
  }
}

/** Tells whether a word in small letters is one slip of the pen from a word that is known. */
export function isSlip(word: string, isKnown: (word: string) => boolean): boolean {
  if (word.length < SHORTEST) return false;
  for (const other of oneSlipAway(word)) if (isKnown(other)) return true;
  return false;
}
