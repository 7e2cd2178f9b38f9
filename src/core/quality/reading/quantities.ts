import numbers from '../data/numbers.json' with { type: 'json' };
import units from '../data/units.json' with { type: 'json' };
import type { Reading, Token } from './reading.ts';

/** A number of a text, written in digits or words. */
export interface Quantity {
  readonly value: number;
  /**
   * The sort of number: `times` multiplies (twice, four times), `ordinal` orders (third), `any` may be read in more than one way (3 May).
   */
  readonly sort: 'cardinal' | 'ordinal' | 'times' | 'any';
  /** Tells whether a word need not be repeated (one, first, both): it can answer a number of the other text but is not missed itself. */
  readonly loose: boolean;
  /** The words as written, from the first to the last. */
  readonly form: string;
  /** Indices of its first token and of the token after its last. */
  readonly from: number;
  readonly to: number;
  /** The unit of the number: its kind and line in the unit table, if a unit follows (or a currency sign precedes). */
  readonly unit?: { readonly kind: string; readonly line: number; readonly form: string };
}

type Table = Readonly<Record<string, number>>;
const { ones, tens, scales, ordinals, fractions, times, loose, seconds }: Readonly<Record<string, Table>> = numbers;
const look = (table: Table | undefined, word: string | undefined): number | undefined =>
  word !== undefined && table && Object.hasOwn(table, word) ? table[word] : undefined;

const unitOf = new Map(
  Object.entries(units.kinds).flatMap(([kind, lines]) =>
    lines.flatMap((words, line) => words.split(' ').map((word) => [`${kind}\t${word}`, { kind, line }] as const)),
  ),
);
const unitKinds = Object.keys(units.kinds);

/** Returns the length of the unit that a time word names, in seconds. */
export const secondsOf = (word: string): number | undefined => look(seconds, word);

/** The value of digits: 1,500 is 1500, 7:30 is 7.5, 2/3 a fraction. */
function digits(form: string): number {
  const plain = form.replace(/(?:st|nd|rd|th|s)$/u, '');
  const [left, right] = plain
    .split(/[:/]/u)
    .map((part) => Number(/^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/u.test(part) ? part.replaceAll(',', '') : part.replace(',', '.')));
  if (left === undefined || right === undefined) return left ?? NaN;
  return plain.includes(':') ? left + right / 60 : left / right;
}

interface Parsed {
  value: number;
  to: number;
  sort: Quantity['sort'];
}

/** Reads number words from `from` on: three hundred and fifty, twenty-two, one and a half, two thirds, a dozen. */
function parseWords(tokens: readonly Token[], from: number): Parsed | undefined {
  let [total, group, at, seen, sort]: [number, number, number, boolean, Quantity['sort']] = [0, 0, from, false, 'cardinal'];
  const word = (offset: number): string | undefined => tokens[at + offset]?.word;
  if (word(0) === 'a' && (look(scales, word(1)) !== undefined) && word(1) !== 'score') [group, at, seen] = [1, at + 1, true];
  for (;;) {
    const glue = seen && (word(0) === '-' || (word(0) === 'and' && group + total >= 100)) ? 1 : 0;
    const next = word(glue);
    const token = tokens[at + glue];
    const [one, ten, scale, ordinal] = [
      look(ones, next) ?? (token?.kind === 'number' && !seen ? digits(token.form) : undefined),
      look(tens, next),
      look(scales, next),
      look(ordinals, next),
    ];
    if (one !== undefined && group % 10 === 0 && !(seen && group % 100 >= 10 && one >= 10)) group += one;
    else if (ten !== undefined && group % 100 === 0) group += ten;
    else if (scale !== undefined && seen && next !== 'score')
      [total, group] = scale === 100 || scale === 12 ? [total, group * scale] : [total + (group || 1) * scale, 0];
    else if (ordinal !== undefined && seen && group % 10 === 0 && group > 0 && ordinal < 10)
      return { value: total + group + ordinal, to: at + glue + 1, sort: 'ordinal' };
    else break;
    [at, seen] = [at + glue + 1, true];
  }
  if (!seen) {
    const scale = look(scales, word(0));
    if (scale === 12) return { value: 12, to: at + 1, sort };
    const ordinal = look(ordinals, word(0));
    return ordinal === undefined ? undefined : { value: ordinal, to: at + 1, sort: 'ordinal' };
  }
  const value = total + group;
  if (/(?:st|nd|rd|th)$/u.test(tokens[at - 1]?.form ?? '') && tokens[at - 1]?.kind === 'number') sort = 'ordinal';
  const glue = word(0) === '-' ? 1 : 0;
  const fraction = look(fractions, word(glue));
  if (fraction !== undefined && value < fraction && (value === 1 || (word(glue) ?? '').endsWith('s') || fraction === 2))
    return { value: value / fraction, to: at + glue + 1, sort };
  if (word(0) === 'and' && word(1) === 'a' && word(2) === 'half') return { value: value + 0.5, to: at + 3, sort };
  return { value, to: at, sort };
}

function parseAt(tokens: readonly Token[], at: number): Parsed | undefined {
  const token = tokens[at];
  if (!token || token.kind === 'mark' || token.kind === 'address') return undefined;
  const [word, next] = [token.word, tokens[at + 1]?.word];
  if (word === 'half' && next === 'past') {
    const hour = parseWords(tokens, at + 2);
    if (hour) return { ...hour, value: hour.value + 0.5 };
  }
  if (word === 'half' || word === 'halves') return { value: 0.5, to: at + 1, sort: 'cardinal' };
  if ((word === 'quarter' || word === 'third') && tokens[at - 1]?.word === 'a' && next === 'of')
    return { value: word === 'third' ? 1 / 3 : 0.25, to: at + 1, sort: 'cardinal' };
  const multiple = look(times, word);
  if (multiple !== undefined) return { value: multiple, to: at + 1, sort: 'times' };
  const parsed = parseWords(tokens, at);
  if (!parsed) return undefined;
  const after = tokens[parsed.to]?.word;
  if (after === 'times' || after === 'fold') return { ...parsed, sort: 'times' };
  return token.kind === 'number' && parsed.sort === 'cardinal' && parsed.value <= 31 ? { ...parsed, sort: 'any' } : parsed;
}

function unitNear(tokens: readonly Token[], from: number, to: number): Quantity['unit'] {
  let after = to;
  while (['-', 'of', 'a', 'an', 'more', 'full', 'long', 'whole', 'other'].includes(tokens[after]?.word ?? '')) after++;
  const percent = tokens[after]?.word === 'per' && tokens[after + 1]?.word === 'cent' ? 'percent' : undefined;
  for (const [token, kinds] of [[tokens[from - 1], ['money']], [tokens[after], unitKinds]] as const) {
    for (const kind of kinds) {
      const unit = unitOf.get(`${kind}\t${percent && kind !== 'money' ? percent : token?.word ?? ''}`);
      if (unit) return { ...unit, form: percent ? 'per cent' : token?.form ?? '' };
    }
  }
  return undefined;
}

const remembered = new WeakMap<Reading, readonly Quantity[]>();

/** Gives all numbers of a text, in order. Vague ones (dozens, hundreds of) are no numbers. They are cached for each reading. */
export function quantities(reading: Reading): readonly Quantity[] {
  const known = remembered.get(reading) ?? findQuantities(reading);
  remembered.set(reading, known);
  return known;
}

function findQuantities(reading: Reading): Quantity[] {
  const { tokens, text } = reading;
  const numbers: Quantity[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const parsed = parseAt(tokens, at);
    const [token, last] = [tokens[at], parsed && tokens[parsed.to - 1]];
    const relaxed = token && look(loose, token.word);
    if (parsed && token && last && Number.isFinite(parsed.value)) {
      const unit = unitNear(tokens, at, parsed.to);
      const score = tokens[at - 1]?.word === 'to' && numbers.some((earlier) => earlier.to > at - 5);
      const one = parsed.to === at + 1 && relaxed !== undefined && (unit === undefined || parsed.value === 1) && !score;
      numbers.push({
        value: parsed.value, sort: parsed.sort, loose: one, form: text.slice(token.start, last.end),
        from: at, to: parsed.to, ...(unit && { unit }),
      });
      at = parsed.to - 1;
    } else if (token && relaxed !== undefined) {
      numbers.push({ value: relaxed, sort: 'any', loose: true, form: token.form, from: at, to: at + 1 });
    } else if (
      token &&
      ['a', 'an', 'per', 'every', 'the', 'this', 'last', 'next'].includes(token.word) &&
      secondsOf(tokens[at + 1]?.word ?? '') !== undefined
    ) {
      const unit = unitNear(tokens, at, at + 1);
      numbers.push({ value: 1, sort: 'cardinal', loose: true, form: token.form, from: at, to: at + 1, ...(unit && { unit }) });
    }
  }
  return numbers;
}
