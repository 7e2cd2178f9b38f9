import { distance } from 'fastest-levenshtein';

/** A word of a text or a token id; items are equal when they are the same string or the same number. */
export type Item = string | number;

/** The most different items that fit into the bit-parallel algorithm, where one UTF-16 unit stands for one item. */
const unitsAvailable = 0x10000;

/**
 * Returns the Levenshtein distance in items (unit costs for insertion, deletion and replacement).
 *
 * Items are numbered in order of appearance and handed to the bit-parallel string algorithm as UTF-16 units, one unit an item. Inputs with
 * more than 65,536 different items fall back to the plain table.
 */
export function editDistance(a: readonly Item[], b: readonly Item[]): number {
  const units = new Map<Item, number>();
  const number = (item: Item): number => {
    const known = units.get(item);
    if (known !== undefined) return known;
    units.set(item, units.size);
    return units.size - 1;
  };
  const [left, right] = [a.map(number), b.map(number)];
  if (units.size > unitsAvailable) return tableDistance(left, right);
  return distance(asUnits(left), asUnits(right));
}

/** Returns the Levenshtein distance of two strings in Unicode code points: a character outside the basic plane counts once. */
export function characterDistance(a: string, b: string): number {
  return editDistance(Array.from(a), Array.from(b));
}

/** Turns numbers into a string in slices, because a spread of a very long list overflows the stack. */
function asUnits(numbers: readonly number[]): string {
  let text = '';
  for (let start = 0; start < numbers.length; start += 4096) text += String.fromCharCode(...numbers.slice(start, start + 4096));
  return text;
}

function tableDistance(a: readonly number[], b: readonly number[]): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (const [i, item] of a.entries()) {
    const next = [i + 1];
    for (const [j, other] of b.entries()) {
      next.push(Math.min((row[j] ?? 0) + (item === other ? 0 : 1), (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
