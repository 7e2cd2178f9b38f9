import { OtherwiseError } from '../../errors.ts';

/** The bytes of a table and the names of its rows, one a line, as `models/recipe/meaning/embeddings.py` writes them. */
export interface TableFiles {
  /** A float32 scale (little endian) for each row, then the int8 rows. */
  readonly table: Uint8Array;
  /** Names of the rows from row 1 on, a line each, fields divided by tabs; row 0 stands for every unknown name. */
  readonly list: string;
}

/** Vectors in int8 with one scale a row. */
export class VectorTable {
  private constructor(
    readonly rows: number,
    readonly dimension: number,
    private readonly scales: Float32Array,
    private readonly values: Int8Array,
  ) {}

  /** Reads a table with one row more than names. @throws OtherwiseError `model-corrupt` when the size is no whole number of rows */
  static read(bytes: Uint8Array, names: number): VectorTable {
    const rows = names + 1;
    const dimension = bytes.length / rows - 4;
    if (!Number.isInteger(dimension) || dimension < 1) {
      throw new OtherwiseError(
        'model-corrupt',
        `An embedding table of ${bytes.length} bytes does not fit its list of ${names} names. Load the files of the meaning model again.`,
      );
    }
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const scales = Float32Array.from({ length: rows }, (_, row) => view.getFloat32(4 * row, true));
    return new VectorTable(rows, dimension, scales, new Int8Array(bytes.buffer, bytes.byteOffset + 4 * rows, rows * dimension));
  }

  /** Adds some rows to `sums`. It adds four at a time, because one pass over the sums for four over the rows makes it fast. */
  addRows(ids: readonly number[], sums: Float64Array): void {
    const { dimension, values, scales } = this;
    const whole = ids.length - (ids.length % 4);
    for (let at = 0; at < whole; at += 4) {
      const [a, b, c, d] = [ids[at] as number, ids[at + 1] as number, ids[at + 2] as number, ids[at + 3] as number];
      const [sa, sb, sc, sd] = [scales[a] as number, scales[b] as number, scales[c] as number, scales[d] as number];
      let [i, j, k, l] = [a * dimension, b * dimension, c * dimension, d * dimension];
      for (let place = 0; place < dimension; place++, i++, j++, k++, l++) {
        const added = sa * (values[i] as number) + sb * (values[j] as number) + sc * (values[k] as number) + sd * (values[l] as number);
        sums[place] = (sums[place] as number) + added;
      }
    }
    for (const id of ids.slice(whole)) {
      const scale = scales[id] as number;
      for (let place = 0, i = id * dimension; place < dimension; place++, i++)
        sums[place] = (sums[place] as number) + scale * (values[i] as number);
    }
  }

  /** Gives the cosine of two rows, −1 to 1; 0 when one of them is zero. */
  cosine(one: number, other: number): number {
    const { dimension, values } = this;
    let [dot, left, right] = [0, 0, 0];
    for (let k = 0, i = one * dimension, j = other * dimension; k < dimension; k++, i++, j++) {
      const [x, y] = [values[i] as number, values[j] as number];
      dot += x * y;
      left += x * x;
      right += y * y;
    }
    return left === 0 || right === 0 ? 0 : dot / Math.sqrt(left * right);
  }
}
