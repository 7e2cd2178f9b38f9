import type { Finding } from '../finding.ts';
import { found } from '../finding.ts';
import { type Quantity, quantities, secondsOf } from '../reading/quantities.ts';
import type { Reading } from '../reading/reading.ts';

/** The numbers of a text that a rewrite changed, lost or gained. */
export interface NumberChange {
  readonly lost: readonly Quantity[];
  readonly gained: readonly Quantity[];
}

const near = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-6 * Math.max(1, Math.abs(a), Math.abs(b));

/** The length in seconds of a quantity of time (half an hour is 1,800), else undefined. */
function duration({ unit, value }: Quantity): number | undefined {
  const seconds = unit?.kind === 'time' ? secondsOf(unit.form.toLowerCase()) : undefined;
  return seconds === undefined ? undefined : seconds * value;
}

function sameDuration(a: Quantity, b: Quantity): boolean {
  const [first, second] = [duration(a), duration(b)];
  return first !== undefined && second !== undefined && Math.abs(first - second) <= 0.01 * first;
}

const isShare = ({ unit }: Quantity): boolean => unit?.kind === 'share';
const asShare = (quantity: Quantity): number => (isShare(quantity) ? quantity.value / 100 : quantity.value);

/** Tells whether two numbers can mean the same: equal values, 12 % and 0.12, half an hour and thirty minutes. */
const agree = (a: Quantity, b: Quantity): boolean =>
  near(a.value, b.value) || sameDuration(a, b) || (isShare(a) !== isShare(b) && near(asShare(a), asShare(b)));

/** Tells whether a half is called “most”: “more than half” is “most”. */
const isMost = ({ value }: Quantity, { words }: Reading): boolean =>
  value === 0.5 && words.some((word) => word === 'most' || word === 'majority' || word === 'mostly');

/** Finds the numbers that one text has and the other lacks, in words or digits; words such as *one* and *both* are not missed. */
export function numberChange(source: Reading, rewrite: Reading): NumberChange {
  const missing = (from: Reading, other: Reading): Quantity[] => {
    const there = quantities(other);
    return quantities(from).filter((one) => !one.loose && !there.some((two) => agree(one, two)) && !isMost(one, other));
  };
  return { lost: missing(source, rewrite), gained: missing(rewrite, source) };
}

const inDigits = ({ form: written }: Quantity): boolean => /\d/u.test(written);
/** Tells whether a number is a count or a place in an order; fractions and multiples can be said the other way round (twice, half). */
const isWhole = ({ value, sort }: Quantity): boolean => Number.isInteger(value) && sort !== 'times';
const isOrdinal = ({ sort }: Quantity): boolean => sort === 'ordinal';
const form = ({ form: written }: Quantity): string => written;

/** Finds numbers that changed: none may become another, none in digits may come or go, and their units may not change. */
export function brokenNumbers(source: Reading, rewrite: Reading): Finding[] {
  const { lost, gained } = numberChange(source, rewrite);
  const exchanged = lost.some((one) => isWhole(one) && gained.some((other) => isWhole(other) && isOrdinal(one) === isOrdinal(other)));
  if (exchanged || lost.some(inDigits) || gained.some(inDigits)) return [found('number', lost.map(form), gained.map(form))];
  return [...brokenUnits(source, rewrite), ...brokenNumbering(source, rewrite), ...swapped(source, rewrite)];
}

function brokenUnits(source: Reading, rewrite: Reading): Finding[] {
  const after = quantities(rewrite);
  return quantities(source).flatMap((quantity) => {
    const partners = after.filter((other) => near(quantity.value, other.value));
    const [partner] = partners;
    const differ = (other: Quantity): boolean =>
      quantity.unit?.kind === other.unit?.kind && quantity.unit?.line !== other.unit?.line && !sameDuration(quantity, other);
    const isBroken = !quantity.loose && quantity.unit && partner?.unit && partners.every(differ);
    return isBroken ? [found('unit', [quantity.unit?.form ?? ''], [partner.unit?.form ?? ''])] : [];
  });
}

const numbering = /(?<![\d.])\d+(?:\.\d+){2,}(?!\d)/gu;

/** Finds numbers of sections and versions (7.2.1) that the source does not have: they are names, so it is another section. */
function brokenNumbering({ text: source }: Reading, { text: rewrite }: Reading): Finding[] {
  const [before, after]: string[][] = [source.match(numbering) ?? [], rewrite.match(numbering) ?? []];
  const gained = (after ?? []).filter((one) => !before?.includes(one));
  return gained.length > 0 ? [found('number', before?.filter((one) => !after?.includes(one)), gained)] : [];
}

/** The stems of the two words behind a number, which name what it counts. */
const counted = ({ tokens }: Reading, { to }: Quantity): string[] =>
  tokens.slice(to, to + 3).filter(({ kind }) => kind === 'word').slice(0, 2).map(({ stem }) => stem);

const meets = (a: readonly string[], b: readonly string[]): boolean => a.some((stem) => b.includes(stem));

/** Finds two numbers that each count what the other counted: “two cats and five dogs” → “five cats and two dogs”. */
function swapped(source: Reading, rewrite: Reading): Finding[] {
  const [before, after] = [quantities(source).filter(({ loose }) => !loose), quantities(rewrite)];
  const partner = (quantity: Quantity): Quantity | undefined => after.find((other) => !other.loose && agree(quantity, other));
  const pairs = before.flatMap((a, at) => before.slice(at + 1).map((b) => [a, b] as const));
  const turned = pairs.find(([a, b]) => {
    const [x, y] = [partner(a), partner(b)];
    if (!x || !y || x === y || agree(a, b)) return false;
    const [ca, cb, cx, cy] = [counted(source, a), counted(source, b), counted(rewrite, x), counted(rewrite, y)];
    return meets(ca, cy) && meets(cb, cx) && !meets(ca, cx) && !meets(cb, cy);
  });
  const range = turned ?? turnedRange(source, rewrite);
  return range ? [found('number', [range[0].form], [range[1].form])] : [];
}

/** The two numbers of every range such as “from 900 to 650”. */
const ranges = (reading: Reading): (readonly [Quantity, Quantity])[] => quantities(reading).flatMap((quantity, at, all) => {
  const next = all[at + 1];
  const between = reading.tokens.slice(quantity.to, next?.from).map(({ word }) => word);
  const isRange = next && reading.tokens[quantity.from - 1]?.word === 'from' && between.at(-1) === 'to' && between.length <= 4;
  return isRange ? [[quantity, next] as const] : [];
});

/** Finds a range whose ends changed places. */
const turnedRange = (source: Reading, rewrite: Reading): readonly [Quantity, Quantity] | undefined =>
  ranges(source).find(([low, high]) => ranges(rewrite).some(([a, b]) => agree(a, high) && agree(b, low) && !agree(a, low)));
