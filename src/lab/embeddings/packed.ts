import type { PartRows } from './training-corpus.ts';
import type { TableFiles } from '../../core/quality/meaning/embedding-table.ts';
import type { TrainedTable } from './trained-table.ts';

/**
 * Returns a trained table in the form that `VectorTable` reads: a float32 scale (little endian) for each row, then the int8 rows; and
 * the list of its names, each with its inverse sentence frequency in nats.
 * @param sentences of the corpus
 */
export function packedTable({ weights, size }: TrainedTable, { names, frequencies }: PartRows, sentences: number): TableFiles {
  const rows = names.length + 1;
  const table = new Uint8Array(rows * (4 + size));
  const view = new DataView(table.buffer);
  const values = new Int8Array(table.buffer, 4 * rows);
  for (let row = 0; row < rows; row += 1) {
    const own = weights.subarray(row * size, (row + 1) * size);
    const most = own.reduce((greatest, value) => Math.max(greatest, Math.abs(value)), 0);
    const scale = most / 127 || 1;
    view.setFloat32(4 * row, scale, true);
    values.set(own.map((value) => Math.round(value / scale)), row * size);
  }
  const lines = names.map((name, at) => `${name}\t${Math.log(sentences / (frequencies[at] ?? 1)).toFixed(4)}\n`);
  return { table, list: lines.join('') };
}
