import { drop, type Slip } from '../finding.ts';

/**
 * Letters beyond ASCII that a rewrite has and the source has not: the model writes them byte by byte, and what it
 * writes so is seldom a word.
 * @param allowed the source, and what else may bring such letters (demands)
 */
export function letterSlips(allowed: string, rewrite: string): Slip[] {
  const there = new Set(allowed.normalize('NFC').toLowerCase());
  const added = [...new Set(rewrite.normalize('NFC').toLowerCase())].filter(
    (letter) => letter > '\u007f' && /[\p{L}\uFFFD]/u.test(letter) && !there.has(letter),
  );
  return added.length > 0 ? [drop('word', [], [added.join('')])] : [];
}
