/** Gives numbers in [0, 1) from a seed (splitmix32): enough for an order nobody can guess while rating, no more. */
function stream(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let x = state ^ (state >>> 16);
    x = Math.imul(x, 0x21f0aaad);
    x = Math.imul(x ^ (x >>> 15), 0x735a2d97);
    return ((x ^ (x >>> 15)) >>> 0) / 2 ** 32;
  };
}

/** Puts lists into an order that the seed alone decides (Fisher & Yates); one list after the other draws on the same stream. */
export class Shuffler {
  private readonly next: () => number;

  /** @param seed any integer; its lower 32 bits count */
  constructor(seed: number) {
    this.next = stream(seed);
  }

  /** Gives a number from 0 up to 1, which it never is. */
  fraction(): number {
    return this.next();
  }

  /** A whole number from 0 to `count` − 1. */
  below(count: number): number {
    return Math.floor(this.next() * count);
  }

  shuffled<T>(items: readonly T[]): T[] {
    const result = [...items];
    for (let at = result.length - 1; at > 0; at -= 1) {
      const other = this.below(at + 1);
      [result[at], result[other]] = [result[other] as T, result[at] as T];
    }
    return result;
  }
}
