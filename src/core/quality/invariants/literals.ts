import { comparisonKey } from '../../text/normalise.ts';
import { type Finding, found } from '../finding.ts';
import type { Reading } from '../reading/reading.ts';

const bareAddress = (address: string): string => address.toLowerCase().replace(/\/$/u, '');

/** Finds web and mail addresses that changed: they must stay letter for letter (casing aside). */
export function brokenAddresses(source: Reading, rewrite: Reading): Finding[] {
  const addresses = ({ tokens }: Reading): string[] => tokens.filter(({ kind }) => kind === 'address').map(({ form }) => form);
  const missing = (from: readonly string[], other: readonly string[]): string[] =>
    from.filter((address) => !other.some((one) => bareAddress(one) === bareAddress(address)));
  const [before, after] = [addresses(source), addresses(rewrite)];
  const [lost, gained] = [missing(before, after), missing(after, before)];
  return lost.length + gained.length > 0 ? [found('url', lost, gained)] : [];
}

const quotation = /["“„«]([^"“”„«»]+)["”“»]/gu;
/** The most words of a quotation that is a title or a term; longer ones are speech, which a rewrite may report. */
const LONGEST_TITLE = 4;
const saying =
  /\b(?:said|says?|saying|ask(?:s|ed)?|repl(?:y|ied|ies)|answer(?:s|ed)?|shout(?:s|ed)?|cried|whispered|told|thought|added|exclaimed)\b/iu;

const quotations = (text: string): string[] =>
  [...text.matchAll(quotation)].map((match) => (match[1] ?? '').trim()).filter((inside) => comparisonKey(inside) !== '');

/** Finds the quotations of `from` whose words the other text lacks. */
function missingQuotations(from: Reading, other: Reading): string[] {
  const key = ` ${comparisonKey(other.text)} `;
  return quotations(from.text).filter((inside) => !key.includes(` ${comparisonKey(inside)} `));
}

const isTitle = (inside: string, { text }: Reading): boolean =>
  inside.split(/\s+/u).length <= LONGEST_TITLE && !/[,.!?]$/u.test(inside) && !saying.test(text.replace(inside, ' '));

/** Returns quoted titles and terms, without their marks. */
export const quotedTerms = (reading: Reading): string[] => quotations(reading.text).filter((inside) => isTitle(inside, reading));

/** Finds a quoted title or term that changed: it must stay letter for letter, with or without its marks. */
export function brokenQuotations(source: Reading, rewrite: Reading): Finding[] {
  const lost = missingQuotations(source, rewrite).filter((inside) => isTitle(inside, source));
  return lost.length > 0 ? [found('quote', lost)] : [];
}

/** Finds quoted speech that changed, and quotations that the source does not have. */
export function changedQuotations(source: Reading, rewrite: Reading): Finding[] {
  const lost = missingQuotations(source, rewrite).filter((inside) => !isTitle(inside, source));
  const gained = quotations(rewrite.text).length > quotations(source.text).length ? missingQuotations(rewrite, source) : [];
  return lost.length + gained.length > 0 ? [found('quote', lost, gained)] : [];
}

/**
 * Finds letters beyond ASCII that a rewrite has and the source does not: the model writes them byte by byte, and seldom writes a word that
 * way.
 * @param allowed the source, and what else may bring such letters (required phrases)
 */
export function inventedLetters(allowed: string, rewrite: string): Finding[] {
  const there = new Set(allowed.normalize('NFC').toLowerCase());
  const added = [...new Set(rewrite.normalize('NFC').toLowerCase())].filter(
    (letter) => letter > '\u007f' && /[\p{L}\uFFFD]/u.test(letter) && !there.has(letter),
  );
  return added.length > 0 ? [found('word', [], [added.join('')])] : [];
}

const openEnds = new Set('a an the and or but my your its our their because if than as very'.split(' '));
const hanging = /[,;:\p{Pd}([{]$/u;

/** Finds a sentence that breaks off: behind an article, a conjunction, an opening bracket or a comma. */
export function brokenOff(source: Reading, rewrite: Reading): Finding[] {
  const last = rewrite.words.at(-1) ?? '';
  const hangs = hanging.test(rewrite.text.trim()) && !hanging.test(source.text.trim());
  return hangs || (openEnds.has(last) && source.words.at(-1) !== last) ? [found('unfinished', [], [last])] : [];
}
