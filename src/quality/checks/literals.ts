import { comparisonKey } from '../../text/normalise.ts';
import type { Reading } from './reading.ts';
import { drop, flag, type Slip } from '../finding.ts';

/** Web and mail addresses must stay letter for letter (casing aside). */
export function addressSlips(source: Reading, rewrite: Reading): Slip[] {
  const addresses = (reading: Reading): string[] => reading.tokens.filter((token) => token.kind === 'address').map((token) => token.form);
  const missing = (from: readonly string[], other: readonly string[]): string[] =>
    from.filter((address) => !other.some((one) => one.toLowerCase().replace(/\/$/u, '') === address.toLowerCase().replace(/\/$/u, '')));
  const [before, after] = [addresses(source), addresses(rewrite)];
  const [lost, gained] = [missing(before, after), missing(after, before)];
  return lost.length + gained.length > 0 ? [drop('url', lost, gained)] : [];
}

const numbering = /(?<![\d.])\d+(?:\.\d+){2,}(?!\d)/gu;

/** Numbers of sections and versions (7.2.1) are names: one that the source does not have is another section. */
export function numberingSlips(source: Reading, rewrite: Reading): Slip[] {
  const [before, after] = [source, rewrite].map(({ text }): string[] => text.match(numbering) ?? []) as [string[], string[]];
  const gained = after.filter((one) => !before.includes(one));
  return gained.length > 0 ? [drop('number', before.filter((one) => !after.includes(one)), gained)] : [];
}

const quotation = /["“„«]([^"“”„«»]+)["”“»]/gu;
const longestTitle = 4;
const saying =
  /\b(?:said|says?|saying|ask(?:s|ed)?|repl(?:y|ied|ies)|answer(?:s|ed)?|shout(?:s|ed)?|cried|whispered|told|thought|added|exclaimed)\b/iu;

const quotations = (text: string): string[] =>
  [...text.matchAll(quotation)].map((match) => match[1] ?? '').filter((inside) => comparisonKey(inside) !== '');

/**
 * Quoted words must stay: a short quotation (a title, a term) letter for letter, with or without its marks; a longer one, or one that
 * somebody says, is speech, which a rewrite may report, so a change is only flagged. A quotation that the source does
 * not have is invented speech.
 */
export function quoteSlips(source: Reading, rewrite: Reading): Slip[] {
  const [sourceKey, rewriteKey] = [` ${comparisonKey(source.text)} `, ` ${comparisonKey(rewrite.text)} `];
  const slips = quotations(source.text).filter((inside) => !rewriteKey.includes(` ${comparisonKey(inside)} `)).map((inside) => {
    const title = inside.trim().split(/\s+/u).length <= longestTitle && !saying.test(source.text.replace(inside, ' '));
    return (title ? drop : flag)('quote', [inside.trim()]);
  });
  const invented = quotations(rewrite.text).filter((inside) => !sourceKey.includes(` ${comparisonKey(inside)} `));
  if (invented.length > quotations(source.text).length) {
    const speech = invented.some((inside) => inside.trim().split(/\s+/u).length > longestTitle);
    slips.push((speech ? drop : flag)('quote', [], invented));
  }
  return slips;
}
