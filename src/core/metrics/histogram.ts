/** A stretch of the number line and how many values lie in it. */
export interface Bin {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** A scale for a drawing: round numbers from `from` to `to`, `step` apart. */
export interface Axis {
  readonly from: number;
  readonly to: number;
  readonly step: number;
  readonly ticks: readonly number[];
}

/**
 * Counts the values in each of `count` equally wide bins from `from` to `to`. A value on a border belongs to the bin above it, `to` itself
 * to the last one; a value outside, or one that is no number, is in none.
 */
export function histogram(values: readonly number[], from: number, to: number, count: number): Bin[] {
  const border = (place: number): number => (place === count ? to : from + (place * (to - from)) / count);
  const counts = new Array<number>(count).fill(0);
  for (const value of values) {
    if (!(value >= from && value <= to)) continue;
    let place = Math.min(count - 1, Math.floor(((value - from) / (to - from)) * count));
    // The quotient is rounded: a border's own value may come out on the wrong side of it.
    if (place + 1 < count && value >= border(place + 1)) place += 1;
    else if (value < border(place)) place -= 1;
    counts[place] = (counts[place] ?? 0) + 1;
  }
  return counts.map((frequency, place) => ({ from: border(place), to: border(place + 1), count: frequency }));
}

/**
 * Returns the tightest scale with a step of 1, 2 or 5 times a power of ten that holds all values between at most `most` steps.
 * Numbers that are not finite are left out; without any other it goes from 0 to 1.
 */
export function niceAxis(values: readonly number[], most: number): Axis {
  const finite = values.filter((value) => Number.isFinite(value));
  let [low, high] = [Infinity, -Infinity];
  for (const value of finite) [low, high] = [Math.min(low, value), Math.max(high, value)];
  if (finite.length === 0) [low, high] = [0, 1];
  // Values that can't be told apart in a drawing lie in its middle.
  const size = Math.max(1, Math.abs(low), Math.abs(high));
  if (high - low < 1e-6 * size) [low, high] = [low - Math.max(0.5, size / 100), high + Math.max(0.5, size / 100)];
  const power = Math.floor(Math.log10((high - low) / most));
  for (let exponent = power; ; exponent += 1) {
    for (const digit of [1, 2, 5]) {
      // Dividing by a power of ten keeps 0.3 from becoming 0.30000000000000004.
      const at = (place: number): number => (exponent < 0 ? (place * digit) / 10 ** -exponent : place * digit * 10 ** exponent);
      const [first, last] = [Math.floor(low / at(1)), Math.ceil(high / at(1))];
      if (last - first > most) continue;
      const ticks = Array.from({ length: last - first + 1 }, (_, place) => at(first + place));
      return { from: ticks[0] ?? low, to: ticks.at(-1) ?? high, step: at(1), ticks };
    }
  }
}

/** Returns the middle value, of an even number the mean of the middle two; undefined without any. */
export function median(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle];
  return upper === undefined || sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}
