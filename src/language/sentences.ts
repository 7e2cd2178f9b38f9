import type { Span } from './words.ts';

// Abbreviations a name or number follows: never the end of a sentence.
const titles = 'Adm|Brig|Capt|Cdr|Cmdr|Col|Cpl|Dr|Drs|Fr|Gen|Gov|Hon|Lieut|Lt|Maj|Messrs|Mgr|Mme|Mlle|Mr|Mrs|Ms|Mt|Pres|Prof|Pte|Pvt|Rep|Rev|Sen|Sgt|Supt';
const linking = 'e\\.\\s?g|i\\.\\s?e|cf|viz|vs|v|ca|approx|esp|incl';
const opening = new RegExp(`(?:^|[^\\p{L}\\p{N}.])(?:${titles}|${linking})\\.$`, 'u');
// Abbreviations that stand before a number or a single letter (No. 5, Fig. 2, pp. 3-4, Vol. B).
const numbering = /(?:^|[^\p{L}\p{N}.])(?:No|Nos|Fig|Figs|Eq|Eqs|Sec|Vol|Ch|Art|Par|Ref|Tab|pp?|op)\.$/u;
const saint = /(?:^|[^\p{L}\p{N}.])St\.$/u;
const initial = /(?:^|[^\p{L}\p{N}'’])(?!I\.)\p{Lu}\.$/u;
const acronym = /(?:^|[^\p{L}\p{N}])(?:\p{L}\.){2,}$/u;
const clock = /(?:^|[^\p{L}])[ap]\.m\.$/iu;
// Words that begin a sentence more often than they carry on a name after an initial or an acronym.
const starters = new Set('A After All An And Another As At Because But By Did Do Does For From He Her His How However I If In Is It Its My No Not Now On One Or Our She So Some Such That The Their Then There These They This Those Though To Two Under We What When Where Which While Who Why With Yes You Your'.split(' '));

const closers = /[\s"'”’)\]}»]+$/u;
const openers = /^[\s"'“‘([{«¿¡–—-]+/u;

/** Whether the border between the sentence-like stretches `left` and `right` (each with its white space) is no sentence end after all. */
function joins(left: string, right: string): boolean {
  const gap = /\s*$/u.exec(left)?.[0] ?? '';
  const breaks = gap.match(/\r\n|[\n\r\u0085\u2028\u2029]/gu)?.length ?? 0;
  if (breaks > 1 || /\u2029/u.test(gap)) return false;
  if (!/[\p{L}\p{N}]/u.test(right)) return breaks === 0;
  const next = right.replace(openers, '');
  if (/^\p{Ll}/u.test(next)) return true;
  if (breaks > 0) return false;
  if (!/\p{L}/u.test(left)) return true;
  const head = left.replace(closers, '');
  if (opening.test(head)) return true;
  if (numbering.test(head) && /^(?:\p{N}|\p{L}(?!\p{L}))/u.test(next) && !/^[AI]\s/u.test(next)) return true;
  const word = /^[\p{L}\p{M}]+/u.exec(next)?.[0] ?? '';
  if (clock.test(head)) return /^(?:\p{N}|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|[A-Z]{2,4}\b)/u.test(next);
  if (initial.test(head) || acronym.test(head) || saint.test(head)) return /^\p{Lu}/u.test(word) && !starters.has(word);
  return /\b(?:al|etc|Inc|Ltd|Co|Corp|Jr|Sr|Ph\.D|M\.D|est|dept)\.$/u.test(head) && /^[\p{N}(]/u.test(next);
}

/**
 * The sentences of a text, trimmed, in order, with their places: everything between them is white space. Intl.Segmenter proposes the borders,
 * a merge pass takes back those after titles (Dr.), initials, acronyms before a name, `e.g.`, numbering (No. 5) and before a lower-case word
 * ("Really?" he asked). A single line break inside a sentence (wrapped text) is no border when a lower-case word follows. [] for blank text.
 */
export function splitSentences(text: string): Span[] {
  const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
  const pieces: { text: string; start: number }[] = [];
  // To the segmenter a typographic ellipsis never ends a sentence, three dots may: treat both alike.
  for (const { segment, index } of segmenter.segment(text.replaceAll('…', '.'))) {
    const piece = text.slice(index, index + segment.length);
    const last = pieces.at(-1);
    if (last !== undefined && (last.text.trim() === '' || joins(last.text.replaceAll('…', '.'), piece))) last.text += piece;
    else pieces.push({ text: piece, start: index });
  }
  const spans: Span[] = [];
  for (const piece of pieces) {
    const trimmed = piece.text.trim();
    if (trimmed === '') continue;
    const start = piece.start + piece.text.indexOf(trimmed);
    spans.push({ text: trimmed, start, end: start + trimmed.length });
  }
  return spans;
}
