import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';

/** The final mix of MurmurHash3: every bit of the input reaches every bit of the output. */
function mix(value: number): number {
  let x = value | 0;
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return x ^ (x >>> 16);
}

/**
 * Draws numbers from a seed. `fork` gives streams that depend on the seed and their labels alone. So sample i of set s draws the same
 * numbers whatever is computed beside it, in any order.
 */
export class Random {
  private readonly generator: RandomGenerator;
  private readonly labels: readonly number[];

  /** @param seed any integer; further numbers name a stream of it */
  constructor(seed: number, ...labels: readonly number[]) {
    this.labels = [seed, ...labels];
    const state = [0x9e3779b9, 0x7f4a7c15, 0xf39cc060, 0x106aa070];
    this.labels.forEach((label, position) => {
      const words = [label | 0, Math.floor(label / 2 ** 32) | 0, position + 1];
      for (const word of words) {
        for (let k = 0; k < 4; k += 1)
          state[k] = mix((state[k] ?? 0) ^ mix(word + Math.imul(k + 1, 0x9e3779b9)) ^ (state[(k + 1) % 4] ?? 0));
      }
    });
    this.generator = xoroshiro128plusFromState(state);
  }

  /** Gives a number in [0, 1), 53 bits. */
  uniform(): number {
    return uniformFloat64(this.generator);
  }

  /** Gives an independent stream, named by numbers, and does not advance this one. */
  fork(...labels: readonly number[]): Random {
    const [seed = 0, ...path] = this.labels;
    return new Random(seed, ...path, ...labels);
  }
}
