/** Sentences of a mega-batch: numbers and unit vectors, row i being the first side of pair i, row n + i its second. */
export interface MegaBatch {
  readonly sentences: Int32Array;
  /** Row after row. */
  readonly vectors: Float32Array;
  readonly size: number;
}

/** The most similar sentence to each row that belongs to another pair; −1 where there is none. */
export interface Negatives {
  readonly rows: Int32Array;
  readonly cosines: Float32Array;
}

/**
 * The hardest negatives of a mega-batch (ParaNMT-50M §4): for each sentence the one with the highest cosine on either side of
 * all other pairs, but for those that say letter for letter the same as its own pair. Ties go to the first.
 * O(rows² · size) time.
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
  for (let i = 1; i < count; i += 1) {
    for (let j = 0; j < i; j += 1) {
      const cosine = dot(vectors, i * size, j * size, size);
      offer(i, j, cosine);
      offer(j, i, cosine);
    }
  }
  return { rows, cosines };
}

/** The product of two rows that begin at `i` and `j`; four sums at a time, which engines compute side by side. */
function dot(vectors: Float32Array, i: number, j: number, size: number): number {
  const whole = size - (size % 4);
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let k = 0; k < whole; k += 4) {
    a += vectors[i + k]! * vectors[j + k]!;
    b += vectors[i + k + 1]! * vectors[j + k + 1]!;
    c += vectors[i + k + 2]! * vectors[j + k + 2]!;
    d += vectors[i + k + 3]! * vectors[j + k + 3]!;
  }
  for (let k = whole; k < size; k += 1) a += vectors[i + k]! * vectors[j + k]!;
  return a + b + c + d;
}
