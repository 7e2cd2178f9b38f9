import { quantities, secondsOf, type Quantity } from './quantities.ts';
import type { Reading } from './reading.ts';
import { drop, type Slip } from '../finding.ts';

const near = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-6 * Math.max(1, Math.abs(a), Math.abs(b));

/** Length in seconds when the quantity counts time (half an hour is 1,800), else undefined. */
const duration = (quantity: Quantity): number | undefined => {
  const unit = quantity.unit?.kind === 'time' ? secondsOf(quantity.unit.form.toLowerCase()) : undefined;
  return unit === undefined ? undefined : unit * quantity.value;
};

const sameDuration = (a: Quantity, b: Quantity): boolean => {
  const [first, second] = [duration(a), duration(b)];
  return first !== undefined && second !== undefined && Math.abs(first - second) <= 0.01 * first;
};

/**
 * Whether two numbers say the same: equal values, 12 % and 0.12, half an hour and thirty minutes; a third is not three,
 * four times not four.
 */
function agree(a: Quantity, b: Quantity): boolean {
  if (!near(a.value, b.value)) {
    if (sameDuration(a, b)) return true;
    const share = (quantity: Quantity): number => (quantity.unit?.kind === 'share' ? quantity.value / 100 : quantity.value);
    return (a.unit?.kind === 'share') !== (b.unit?.kind === 'share') && near(share(a), share(b));
  }
  return a.sort === b.sort || a.sort === 'any' || b.sort === 'any' || (a.loose && b.loose);
}

const unitsDiffer = (a: Quantity, b: Quantity): boolean =>
  a.unit !== undefined && b.unit !== undefined && a.unit.kind === b.unit.kind && a.unit.line !== b.unit.line;

/** “from 900 to 650”: the two numbers of every such range, as values. */
function ranges(reading: Reading, found: readonly Quantity[]): [Quantity, Quantity][] {
  return found.flatMap((quantity, place) => {
    const next = found[place + 1];
    const between = next && reading.tokens.slice(quantity.to, next.from).map((token) => token.word);
    return next && reading.tokens[quantity.from - 1]?.word === 'from' && between?.at(-1) === 'to' && between.length <= 4
      ? [[quantity, next]]
      : [];
  });
}

/** Stems of the two words after a number: what it counts. */
const counted = (reading: Reading, quantity: Quantity): string[] =>
  reading.tokens.slice(quantity.to, quantity.to + 3).filter((token) => token.kind === 'word').slice(0, 2).map((token) => token.stem);

function swapped(source: Reading, rewrite: Reading, before: readonly Quantity[], after: readonly Quantity[]): Slip[] {
  for (const [low, high] of ranges(source, before)) {
    if (ranges(rewrite, after).some(([a, b]) => agree(a, high) && agree(b, low) && !agree(a, low)))
      return [drop('number', [low.form], [high.form])];
  }
  for (const [place, a] of before.entries()) {
    for (const b of before.slice(place + 1)) {
      const [x, y] = [after.find((other) => agree(a, other)), after.find((other) => agree(b, other))];
      if (!x || !y || x === y || a.loose || b.loose || agree(a, b)) continue;
      const [ca, cb, cx, cy] = [counted(source, a), counted(source, b), counted(rewrite, x), counted(rewrite, y)];
      const meets = (one: readonly string[], other: readonly string[]): boolean => one.some((stem) => other.includes(stem));
      if (meets(ca, cy) && meets(cb, cx) && !meets(ca, cx) && !meets(cb, cy))
        return [drop('number', [a.form], [b.form])];
    }
  }
  return [];
}

/** Whether a length of time is given in another unit (half an hour, thirty minutes), so that a new unit is no change. */
export function convertsTime(source: Reading, rewrite: Reading): boolean {
  const after = quantities(rewrite);
  return quantities(source).some((quantity) => after.some((other) => sameDuration(quantity, other) && unitsDiffer(quantity, other)));
}

const vague = new Set(['few', 'several', 'some', 'many', 'couple']);

/** an hour → a few hours: one of a unit of time became an unsaid number of them. */
function blurred(source: Reading, rewrite: Reading): Slip[] {
  const single = quantities(source).find(
    (quantity) =>
      quantity.loose && quantity.value === 1 && quantity.unit?.kind === 'time' && ['a', 'an', 'one'].includes(quantity.form.toLowerCase()),
  );
  if (!single?.unit || quantities(rewrite).some((other) => sameDuration(single, other))) return [];
  const seconds = secondsOf(single.unit.form.toLowerCase());
  const at = rewrite.tokens.findIndex(
    (token, place) => vague.has(token.word) && secondsOf(rewrite.tokens[place + 1]?.word ?? '') === seconds,
  );
  return at < 0
    ? []
    : [
        drop(
          'number-word',
          [`${single.form} ${single.unit.form}`],
          [`${rewrite.tokens[at]?.form} ${rewrite.tokens[at + 1]?.form}`],
        ),
      ];
}

/** “more than half” is “most”. */
const isMost = (quantity: Quantity, rewrite: Reading): boolean =>
  quantity.value === 0.5 && rewrite.words.some((word) => word === 'most' || word === 'majority' || word === 'mostly');

/** Numbers must agree by value and unit, whichever way they are written; none may vanish, appear or change places. */
export function numberSlips(source: Reading, rewrite: Reading): Slip[] {
  const [before, after] = [quantities(source), quantities(rewrite)];
  const lost = before.filter((quantity) => !quantity.loose && !after.some((other) => agree(quantity, other)) && !isMost(quantity, rewrite));
  const gained = after.filter((quantity) => !quantity.loose && !before.some((other) => agree(quantity, other)));
  const slips: Slip[] = [];
  if (lost.length > 0 || gained.length > 0) {
    const inWords = [...lost, ...gained].every((quantity) => !/\d/u.test(quantity.form));
    slips.push(
      drop(
        inWords ? 'number-word' : 'number',
        lost.map((quantity) => quantity.form),
        gained.map((quantity) => quantity.form),
      ),
    );
  }
  for (const quantity of before.filter((one) => !one.loose)) {
    const partners = after.filter((other) => agree(quantity, other));
    const partner = partners[0];
    if (partner?.unit && quantity.unit && partners.every((other) => unitsDiffer(quantity, other) && !sameDuration(quantity, other))) {
      slips.push(drop('unit', [quantity.unit.form], [partner.unit.form]));
    }
  }
  return [...slips, ...blurred(source, rewrite), ...swapped(source, rewrite, before, after)];
}
