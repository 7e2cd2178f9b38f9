import { oppositeTurns } from './opposites.ts';
import { isContent, type Reading, type Token } from './reading.ts';
import { pronounOf } from './pronoun-table.ts';
import { drop, type Slip } from '../finding.ts';

/** What a linking word governs, and the rest of the text, as sets of stems and pronoun classes. */
interface Sides {
  readonly governed: ReadonlySet<string>;
  readonly main: ReadonlySet<string>;
}

/** Links with two unlike sides. Links of one family mean the same (+1) or the same with the sides exchanged (−1). */
const families: Readonly<Record<string, Readonly<Record<string, 1 | -1>>>> = {
  'what is compared': { than: 1, 'instead of': 1, 'rather than': 1 },
  'what comes first': { before: 1, after: -1 },
  'cause and effect': { because: 1, since: 1 },
  'condition and outcome': { if: 1 },
};

const keysOf = (tokens: readonly Token[]): Set<string> =>
  new Set(tokens.flatMap((token) => pronounOf(token.word) ?? (isContent(token) ? [token.stem] : [])));

function sides(reading: Reading, link: string): Sides | undefined {
  const words = link.split(' ');
  const { tokens } = reading;
  const at = tokens.findIndex((_, place) => words.every((word, offset) => tokens[place + offset]?.word === word));
  if (at < 0) return undefined;
  const comma = tokens.findIndex((token, place) => place > at && /[,;:.?!]/u.test(token.form));
  const end = comma < 0 ? tokens.length : comma;
  const main = keysOf([...tokens.slice(0, at), ...tokens.slice(end)]);
  const governed = keysOf(tokens.slice(at + words.length, end));
  return { governed: new Set([...governed].filter((key) => !main.has(key))), main: new Set([...main].filter((key) => !governed.has(key))) };
}

const meets = (a: ReadonlySet<string>, b: ReadonlySet<string>): number => [...a].filter((key) => b.has(key)).length;

/**
 * “rather stay at home than go out” → “rather go out than stay at home”: the two sides of a link changed places
 * although the link did not, or the other way round (before → after). A comparative beside “than” that became its
 * opposite (older, younger) asks for exchanged sides.
 */
export function sideSlips(source: Reading, rewrite: Reading): Slip[] {
  const turned = oppositeTurns(source, rewrite).length % 2 === 1;
  for (const [name, links] of Object.entries(families)) {
    const find = (reading: Reading): { sides: Sides; sign: 1 | -1 } | undefined => {
      for (const [link, sign] of Object.entries(links)) {
        const found = sides(reading, link);
        if (found) return { sides: found, sign };
      }
      return undefined;
    };
    const [a, b] = [find(source), find(rewrite)];
    if (!a || !b) continue;
    const exchange = areExchanged(a.sides, b.sides);
    const wanted = a.sign !== b.sign || (turned && name === 'what is compared');
    if (exchange && !wanted) return [drop('role', [], [])];
    if (!exchange && a.sign !== b.sign && meets(a.sides.governed, b.sides.governed) > 0)
      return [drop('comparison')];
  }
  return [];
}

/** Links that give the reason after “so”: “So you went, because it rained.” */
const reasons = ['because', 'since', 'as'];

/**
 * “He was late, so she left” → “So he was late, she left”: the consequence's link stands before the cause. An opening
 * “so” of the source's own is none, nor is one before a measure (“so much that”).
 */
export function consequenceSlips(source: Reading, rewrite: Reading): Slip[] {
  if (rewrite.words[0] !== 'so' || source.words[0] === 'so' || reasons.some((word) => rewrite.words.includes(word))) return [];
  const links = source.tokens.some(({ word }, at) => word === 'so' && /[,;:\p{Pd}]/u.test(source.tokens[at - 1]?.form ?? ''));
  return links ? [drop('role')] : [];
}

/** Whether both texts compare with “than” and their sides changed places, which makes a turn into the opposite right. */
export function comparesTheOtherWay(source: Reading, rewrite: Reading): boolean {
  const [a, b] = [sides(source, 'than'), sides(rewrite, 'than')];
  return a !== undefined && b !== undefined && areExchanged(a, b);
}

function areExchanged(a: Sides, b: Sides): boolean {
  const crossed = Math.min(meets(a.governed, b.main), meets(b.governed, a.main));
  return crossed > 0 && crossed >= meets(a.governed, b.governed);
}
