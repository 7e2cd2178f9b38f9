import type { Random } from '../../core/decoding/random.ts';

/** The parameters of Adam, the optimiser (Kingma & Ba 2015). */
const adam = { first: 0.9, second: 0.999, epsilon: 1e-8 };

/** A table of vectors while it is trained. Only rows that a batch used are moved by its step (lazy Adam). */
export class TrainedTable {
  readonly weights: Float32Array;
  private readonly first: Float32Array;
  private readonly second: Float32Array;
  /** Place of a row's gradient, valid where `stamp` is the present step. */
  private readonly place: Int32Array;
  private readonly stamp: Int32Array;
  private gradients: Float32Array;
  private readonly used: number[] = [];
  private steps = 0;

  /** Begins with normal random vectors of about the lengths given, one a row. */
  constructor(readonly size: number, lengths: readonly number[], random: Random) {
    const cells = size * lengths.length;
    const spread = (at: number): number => (lengths[Math.floor(at / size)] ?? 1) / Math.sqrt(size);
    this.weights = Float32Array.from({ length: cells }, (_, at) => normal(random) * spread(at));
    [this.first, this.second] = [new Float32Array(cells), new Float32Array(cells)];
    this.place = new Int32Array(lengths.length);
    this.stamp = new Int32Array(lengths.length).fill(-1);
    this.gradients = new Float32Array(size * 256);
  }

  /** Writes the mean of some rows. */
  mean(rows: Int32Array, target: Float32Array, offset: number): void {
    const { size, weights } = this;
    target.fill(0, offset, offset + size);
    for (const row of rows) {
      const from = row * size;
      for (let k = 0; k < size; k += 1) target[offset + k]! += weights[from + k]!;
    }
    for (let k = 0; k < size; k += 1) target[offset + k]! /= rows.length;
  }

  /** Adds to the gradients of some rows what that of their mean says. */
  addGradient(rows: Int32Array, gradient: Float32Array, offset: number): void {
    for (const row of rows) {
      const at = this.placeOf(row) * this.size;
      const { gradients, size } = this;
      for (let k = 0; k < size; k += 1) gradients[at + k]! += gradient[offset + k]! / rows.length;
    }
  }

  /** Moves the rows that have gradients, and forgets these. @param rate learning rate */
  step(rate: number): void {
    const { weights, first, second, gradients, size } = this;
    this.steps += 1;
    const [correctFirst, correctSecond] = [1 - adam.first ** this.steps, 1 - adam.second ** this.steps];
    for (const [place, row] of this.used.entries()) {
      const [from, at] = [row * size, place * size];
      for (let k = 0; k < size; k += 1) {
        const gradient = gradients[at + k]!;
        const m = (first[from + k] = adam.first * first[from + k]! + (1 - adam.first) * gradient);
        const v = (second[from + k] = adam.second * second[from + k]! + (1 - adam.second) * gradient * gradient);
        weights[from + k]! -= (rate * (m / correctFirst)) / (Math.sqrt(v / correctSecond) + adam.epsilon);
      }
    }
    gradients.fill(0, 0, this.used.length * size);
    this.used.length = 0;
  }

  private placeOf(row: number): number {
    if (this.stamp[row] === this.steps) return this.place[row]!;
    this.stamp[row] = this.steps;
    const place = this.used.push(row) - 1;
    this.place[row] = place;
    if (this.used.length * this.size > this.gradients.length) {
      const grown = new Float32Array(2 * this.gradients.length);
      grown.set(this.gradients);
      this.gradients = grown;
    }
    return place;
  }
}

/** A number of the normal distribution (Box & Muller 1958). */
function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.uniform())) * Math.cos(2 * Math.PI * random.uniform());
}
