import { type Finding, found } from '../finding.ts';
import type { Reading } from '../reading/reading.ts';

const modifier = '\\p{EMod}?';
const single = `(?:\\p{Emoji_Presentation}|\\p{Extended_Pictographic}\\uFE0F)${modifier}`;
const joined = `(?:\\u200D\\p{Extended_Pictographic}\\uFE0F?${modifier})*`;
/** Flags, emoji with what is joined to them, and emoticons. */
const pattern = new RegExp(`\\p{RI}\\p{RI}|${single}${joined}|(?<![\\p{L}\\p{N}])[:;]-?[)(DP](?![\\p{L}\\p{N}])`, 'gu');

/** An emoji or emoticon with its place: 0 before all words, 1 behind all, else 0.5. */
interface Placed {
  readonly sign: string;
  readonly place: number;
}

function signsOf(text: string): Placed[] {
  const hasLetter = (part: string): boolean => /[\p{L}\p{N}]/u.test(part.replace(pattern, ''));
  return [...text.matchAll(pattern)].map((match) => {
    const [before, after] = [text.slice(0, match.index), text.slice(match.index + match[0].length)];
    return { sign: match[0], place: !hasLetter(before) ? 0 : !hasLetter(after) ? 1 : 0.5 };
  });
}

/** Finds emoji that a rewrite has oftener than its source, or in another place: at the beginning, the end or within. */
export function addedEmoji(source: Reading, rewrite: Reading): Finding[] {
  const gained = surplus(signsOf(rewrite.text), signsOf(source.text));
  return gained.length > 0 ? [found('emoji', [], gained)] : [];
}

/** Finds emoji of the source that a rewrite has less often, wherever they stand. */
export function lostEmoji(source: Reading, rewrite: Reading): Finding[] {
  const sign = ({ sign: text }: Placed): Placed => ({ sign: text, place: 0 });
  const lost = surplus(signsOf(source.text).map(sign), signsOf(rewrite.text).map(sign));
  return lost.length > 0 ? [found('emoji', lost)] : [];
}

/** Gives the signs of one text that the other does not have at such a place, or not as often. */
function surplus(signs: readonly Placed[], others: readonly Placed[]): string[] {
  const left = others.map(({ sign, place }) => `${sign}${place}`);
  return signs.filter(({ sign, place }) => {
    const at = left.indexOf(`${sign}${place}`);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  }).map(({ sign }) => sign);
}
