import type { RichText } from '../../rich.ts';

/** Tells whether two texts say the same, line for line, whatever white space is between the words. */
export function saysTheSame(a: RichText, b: RichText): boolean {
  const words = ({ text }: RichText): string => text.replace(/[^\S\n]+/gu, ' ').replace(/\s*\n\s*/gu, '\n').trim();
  return words(a) === words(b);
}
