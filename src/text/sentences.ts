import type { Span } from './words.ts';

// Abbreviations a name or number follows: never the end of a sentence.
const titles =
  'Adm|Brig|Capt|Cdr|Cmdr|Col|Cpl|Dr|Drs|Fr|Gen|Gov|Hon|Lieut|Lt|Maj|Messrs|Mgr|Mme|Mlle|' +
  'Mr|Mrs|Ms|Mt|Pres|Prof|Pte|Pvt|Rep|Rev|Sen|Sgt|Supt';
const linking = '[Ee]\\.\\s?g|[Ii]\\.\\s?e|[Cc]f|[Vv]iz|vs|v|ca|[Aa]pprox|[Ee]sp|[Ii]ncl';
const opening = new RegExp(`(?:^|[^\\p{L}\\p{N}.])(?:${titles}|${linking})\\.$`, 'u');
// Abbreviations that stand before a number or a single letter (No. 5, Fig. 2, pp. 3-4, Vol. B).
const numbering = /(?:^|[^\p{L}\p{N}.])(?:No|Nos|Fig|Figs|Eq|Eqs|Sec|Vol|Ch|Art|Par|Ref|Tab|pp?|op)\.$/u;
const saint = /(?:^|[^\p{L}\p{N}.])St\.$/u;
const initial = /(?:^|[^\p{L}\p{N}'’])(?!I\.)\p{Lu}\.$/u;
const acronym = /(?:^|[^\p{L}\p{N}])(?:\p{L}\.){2,}$/u;
const clock = /(?:^|[^\p{L}])[ap]\.m\.$/iu;
// Words that begin a sentence more often than they carry on a name after an initial or an acronym.
const starters = new Set(
  (
    'A After All An And Another As At Because But By Did Do Does For From He Her His How However I If In Is It Its ' +
    'My No Not Now On One Or Our She So Some Such That The Their Then There These They This Those Though To Two ' +
    'Under We What When Where Which While Who Why With Yes You Your'
  ).split(' '),
);

const closers = /[\s"'”’)\]}»]+$/u;
const openers = /^[\s"'“‘([{«¿¡–—-]+/u;

/**
 * What is looked at before a border, UTF-16 units: no abbreviation is longer, and looking at all of it would take
 * quadratic time where everything is joined.
 */
const LOOK_BACK = 120;

/**
 * Whether the border between two sentence-like stretches (each with its white space) is no sentence end after all.
 * @param left the end of the first one
 * @param worded whether the first one has a letter
 */
function joins(left: string, right: string, worded: boolean): boolean {
  const gap = /\s*$/u.exec(left)?.[0] ?? '';
  const breaks = gap.match(/\r\n|[\n\r\u0085\u2028\u2029]/gu)?.length ?? 0;
  if (breaks > 1 || /\u2029/u.test(gap)) return false;
  if (!/[\p{L}\p{N}]/u.test(right)) return breaks === 0;
  const next = right.replace(openers, '');
  if (/^\p{Ll}/u.test(next)) return true;
  if (breaks > 0) return false;
  if (!worded) return true;
  const head = left.replace(closers, '');
  if (opening.test(head)) return true;
  if (numbering.test(head) && /^(?:\p{N}|\p{L}(?!\p{L}))/u.test(next) && !/^[AI]\s/u.test(next)) return true;
  const word = /^[\p{L}\p{M}]+/u.exec(next)?.[0] ?? '';
  if (clock.test(head)) return /^(?:\p{N}|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|[A-Z]{2,4}\b)/u.test(next);
  if (initial.test(head) || acronym.test(head) || saint.test(head)) return /^\p{Lu}/u.test(word) && !starters.has(word);
  return /\b(?:al|[Ee]tc|Inc|Ltd|Co|Corp|Jr|Sr|Ph\.D|M\.D|[Ee]st|[Dd]ept)\.$/u.test(head) && /^[\p{N}(]/u.test(next);
}

/**
 * The sentences of a text, trimmed, in order, with their places: everything between them is white space. Intl.Segmenter
 * proposes the borders, a merge pass takes back those after titles (Dr.), initials, acronyms before a name, `e.g.`,
 * numbering (No. 5) and before a lower-case word ("Really?" he asked). A single line break inside a sentence (wrapped
 * text) is no border when a lower-case word follows. [] for blank text.
 */
export function splitSentences(text: string): Span[] {
  const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
  // To the segmenter a typographic ellipsis never ends a sentence, three dots may: treat both alike.
  const plain = text.replaceAll('…', '.');
  const pieces: { readonly start: number; end: number; blank: boolean; worded: boolean }[] = [];
  for (const { segment, index } of segmenter.segment(plain)) {
    const end = index + segment.length;
    const piece = text.slice(index, end);
    const own = { start: index, end, blank: piece.trim() === '', worded: /\p{L}/u.test(piece) };
    const last = pieces.at(-1);
    if (
      last !== undefined &&
      (last.blank || joins(plain.slice(Math.max(last.start, last.end - LOOK_BACK), last.end), piece, last.worded))
    ) {
      Object.assign(last, { end, blank: last.blank && own.blank, worded: last.worded || own.worded });
    } else pieces.push(own);
  }
  const spans: Span[] = [];
  for (const { start, end } of pieces) {
    const piece = text.slice(start, end);
    const trimmed = piece.trim();
    if (trimmed === '') continue;
    const at = start + piece.indexOf(trimmed);
    spans.push({ text: trimmed, start: at, end: at + trimmed.length });
  }
  return spans;
}
