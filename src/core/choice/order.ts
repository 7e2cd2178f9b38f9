import type { Order } from '../options.ts';

/** The figures that decide the place of a rewrite in a list. */
export interface Placed {
  /** The quality estimate, 0–1. */
  readonly right: number;
  /** The share of words that it and the source do not have in common, 0–1. */
  readonly distance: number;
}

/** The distance from which on a rewrite really differs from its source: the best one is looked for among these. */
const DIFFERENT = 0.15;

/** The least quality estimate of a rewrite that counts as surely right. Nine in ten of these are right (models/base/README.md). */
const SURE = 0.8;

/** Tells whether a rewrite really differs from its source. Distances are shown, and compared here, to four decimals. */
export const reallyDiffers = ({ distance }: Pick<Placed, 'distance'>): boolean => Math.round(distance * 1e4) / 1e4 >= DIFFERENT;

/**
 * Returns the place of the best rewrite: the likeliest of those that really differ from the source and are surely right, or of all where
 * there are none of these. Of equal ones it is the earlier one; −1 for an empty list.
 */
export function bestPlace(placed: readonly Placed[]): number {
  const isSure = (one: Placed): boolean => one.right >= SURE && reallyDiffers(one);
  const isOpen = placed.some(isSure) ? isSure : () => true;
  return placed.reduce((best, one, at) => (isOpen(one) && one.right > (placed[best]?.right ?? -1) ? at : best), -1);
}

/**
 * Returns rewrites in the order in which they are listed: `distance` from close to bold, `right` the likeliest first,
 * `best` the best first and the others from close to bold. Equal ones keep their order.
 */
export function inOrder<T>(items: readonly T[], order: Order, placeOf: (item: T) => Placed): T[] {
  const placed = items.map((item) => ({ item, ...placeOf(item) }));
  const sorted = placed.toSorted(order === 'right' ? (a, b) => b.right - a.right : (a, b) => a.distance - b.distance);
  const best = order === 'best' ? bestPlace(sorted) : -1;
  if (best > 0) sorted.unshift(...sorted.splice(best, 1));
  return sorted.map(({ item }) => item);
}
