/** Sentences of a mega-batch: numbers and unit vectors, row i being the first side of pair i, row n + i its second. */
export interface MegaBatch {
  readonly sentences: Int32Array;
  /** The vectors, row after row. */
  readonly vectors: Float32Array;
  readonly size: number;
}

/** The most similar sentence to each row that belongs to another pair; −1 where there is none. */
export interface Negatives {
  readonly rows: Int32Array;
  readonly cosines: Float32Array;
}

/**
 * Returns the hardest negatives of a mega-batch (ParaNMT-50M §4): for each sentence the one with the highest cosine on either side of all
 * other pairs, but for those that say letter for letter the same as its own pair. Ties go to the first. O(rows² · size) time.
 */
export function hardestNegatives({ sentences, vectors, size }: MegaBatch): Negatives {
  const count = sentences.length;
  const half = count / 2;
  const rows = new Int32Array(count).fill(-1);
  const cosines = new Float32Array(count).fill(-Infinity);
  const offer = (row: number, other: number, cosine: number): void => {
    if (cosine <= cosines[row]! || isOwn(row, other)) return;
    rows[row] = other;
    cosines[row] = cosine;
  };
  const isOwn = (row: number, other: number): boolean => {
    const [own, partner] = [sentences[row], sentences[(row + half) % count]];
    return sentences[other] === own || sentences[other] === partner;
  };
  const offerBoth = (i: number, j: number, cosine: number): void => {
    offer(i, j, cosine);
    offer(j, i, cosine);
  };
  const products = new Float64Array(TILE.rows * TILE.columns);
  for (let i = 0; i < count; i += TILE.rows) {
    const whole = i - (i % TILE.columns);
    for (let j = 0; j < whole; j += TILE.columns) {
      tile(vectors, { i: i * size, j: j * size, size }, products);
      for (let at = 0; at < products.length; at += 1)
        offerBoth(i + Math.floor(at / TILE.columns), j + (at % TILE.columns), products[at]!);
    }
    for (let row = i; row < i + TILE.rows; row += 1)
      for (let j = whole; j < row; j += 1) offerBoth(row, j, dot(vectors, row * size, j * size, size));
  }
  return { rows, cosines };
}

/** Rows whose products are computed at once: what is read of one serves for all of the others. */
const TILE = { rows: 2, columns: 4 };

/** Writes the products of the two rows from `i` on with the four from `j` on, row by row. */
function tile(vectors: Float32Array, { i, j, size }: { i: number; j: number; size: number }, products: Float64Array): void {
  const [other, second, third, fourth] = [i + size, j + size, j + 2 * size, j + 3 * size];
  let [a, b, c, d, e, f, g, h] = [0, 0, 0, 0, 0, 0, 0, 0];
  for (let k = 0; k < size; k += 1) {
    const x = vectors[i + k]!;
    const y = vectors[other + k]!;
    const p = vectors[j + k]!;
    const q = vectors[second + k]!;
    const r = vectors[third + k]!;
    const s = vectors[fourth + k]!;
    a += x * p;
    b += x * q;
    c += x * r;
    d += x * s;
    e += y * p;
    f += y * q;
    g += y * r;
    h += y * s;
  }
  for (const [at, product] of [a, b, c, d, e, f, g, h].entries()) products[at] = product;
}

/** The product of two rows that begin at `i` and `j`. */
function dot(vectors: Float32Array, i: number, j: number, size: number): number {
  let sum = 0;
  for (let k = 0; k < size; k += 1) sum += vectors[i + k]! * vectors[j + k]!;
  return sum;
}
