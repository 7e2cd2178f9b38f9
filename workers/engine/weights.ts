import { OtherwiseError } from '../../src/errors.ts';
import type { GraphEntry, Manifest } from '../../src/files/manifest.ts';

/** Columns that share one scale in the neutral file. */
export const BLOCK = 32;

/** A matrix of the neutral file: w[r][c] = q[r·columns + c] · scales[(r·columns + c) / 32]. */
export interface Blocks {
  readonly rows: number;
  readonly columns: number;
  readonly q: Int8Array;
  readonly scales: Float32Array;
}

type Tensor = Manifest['weights']['tensors'][number];

/** Reads one tensor's blocks out of its bytes (scales as float16, then q + 2^(bits-1) bit-packed, lowest bit first). */
export function readBlocks(tensor: Tensor, bytes: Uint8Array): Blocks {
  const [rows, columns] = tensor.shape;
  if (rows === undefined || columns === undefined) throw new OtherwiseError('model-corrupt', `Tensor ${tensor.name} is no matrix.`);
  const count = (rows * columns) / BLOCK;
  const halves = new Uint16Array(bytes.slice(0, 2 * count).buffer);
  const scales = new Float32Array(count);
  for (let i = 0; i < count; i += 1) scales[i] = singles[halves[i] as number] as number;
  return { rows, columns, q: unpackBits(bytes.subarray(2 * count), tensor.bits, rows * columns), scales };
}

/** Signed numbers from `bits`-wide unsigned ones (offset 2^(bits-1)), packed lowest bit first; `bits` at most 8. */
export function unpackBits(packed: Uint8Array, bits: number, count: number): Int8Array {
  const out = new Int8Array(count);
  const mask = (1 << bits) - 1;
  const offset = 1 << (bits - 1);
  // A number lies within two bytes; behind the last one nothing is needed.
  const last = packed.length - 1;
  for (let i = 0, at = 0; i < count; i += 1, at += bits) {
    const byte = at >> 3;
    const pair = (packed[byte] as number) | (byte < last ? (packed[byte + 1] as number) << 8 : 0);
    out[i] = ((pair >> (at & 7)) & mask) - offset;
  }
  return out;
}

/** IEEE 754 half precision from its 16 bits. */
export function float16(bits: number): number {
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  const size = exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15);
  return bits & 0x8000 ? -size : size;
}

/** Every half-precision number, by its bits. */
const singles = Float32Array.from({ length: 2 ** 16 }, (_, bits) => float16(bits));

/** Rows of int8 with one scale each: w[r][c] ≈ values[r·columns + c] · scales[r], |values| ≤ 127. */
export function toRows(blocks: Blocks): { values: Int8Array; scales: Float32Array } {
  const { rows, columns, q, scales } = blocks;
  const values = new Int8Array(q.length);
  const rowScales = new Float32Array(rows);
  const perRow = columns / BLOCK;
  for (let row = 0; row < rows; row += 1) {
    let most = 1e-10;
    for (let b = row * perRow; b < (row + 1) * perRow; b += 1) {
      let [least, peak] = [0, 0];
      for (let i = b * BLOCK; i < (b + 1) * BLOCK; i += 1) {
        const value = q[i] as number;
        if (value > peak) peak = value;
        else if (value < least) least = value;
      }
      most = Math.max(most, Math.max(peak, -least) * (scales[b] as number));
    }
    const rowScale = Math.fround(most / 127);
    rowScales[row] = rowScale;
    for (let b = row * perRow; b < (row + 1) * perRow; b += 1) {
      const factor = (scales[b] as number) / rowScale;
      for (let i = b * BLOCK; i < (b + 1) * BLOCK; i += 1) values[i] = Math.floor((q[i] as number) * factor + 0.5);
    }
  }
  return { values, scales: rowScales };
}

/** The weights of one form, ready for a session, and the embedding table that the engine looks rows up in. */
export interface RepackedWeights {
  /** External data of the form's graph. */
  readonly external: Uint8Array;
  readonly embedding: EmbeddingTable;
  /** Both as one stretch, from which `readRepacked` makes them again. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** How repacked weights are laid out; another number whenever this file lays them out differently. */
export const LAYOUT = 2;

/**
 * Lays the neutral weights out as a graph's external data.
 * @param whole the shards joined, `manifest.weights.bytes` long
 * @throws OtherwiseError `model-corrupt`
 */
export async function repack(
  manifest: Manifest,
  graph: GraphEntry,
  whole: Uint8Array,
  onProgress?: (done: number, total: number) => void,
): Promise<RepackedWeights> {
  const { bytes, external, scales, q } = partsOf(manifest, graph);
  let done = 0;
  for (const tensor of manifest.weights.tensors) {
    const places = graph.layout.filter((place) => place.tensor === tensor.name);
    const blocks = readBlocks(tensor, whole.subarray(tensor.offset, tensor.offset + tensor.bytes));
    if (tensor.name === EMBEDDING) {
      scales.set(blocks.scales);
      q.set(blocks.q);
    }
    layOut(blocks, places, external);
    done += tensor.bytes;
    onProgress?.(done, manifest.weights.bytes);
    // Lets a cancel or a progress message through between tensors.
    await new Promise((resolve) => {
      setTimeout(resolve, 0);
    });
  }
  return readRepacked(manifest, graph, bytes);
}

/** Repacked weights out of the bytes of earlier ones. @throws OtherwiseError `model-corrupt` when they are of another length */
export function readRepacked(manifest: Manifest, graph: GraphEntry, kept: Uint8Array<ArrayBuffer>): RepackedWeights {
  const { bytes, external, scales, q, rows, columns } = partsOf(manifest, graph, kept);
  // A copy: else the table would hold all the rest in memory.
  return { bytes, external, embedding: new EmbeddingTable({ rows, columns, scales: scales.slice(), q: q.slice() }) };
}

const EMBEDDING = 'emb';

/** The stretch of repacked weights and what lies where in it: external data, then scales and numbers of the embedding table. */
function partsOf({ weights }: Manifest, { externalBytes }: GraphEntry, kept?: Uint8Array<ArrayBuffer>) {
  const [rows, columns] = weights.tensors.find(({ name }) => name === EMBEDDING)?.shape ?? [];
  if (rows === undefined || columns === undefined) throw new OtherwiseError('model-corrupt', 'The model has no embedding table.');
  const from = Math.ceil(externalBytes / 4) * 4;
  const count = (rows * columns) / BLOCK;
  const length = from + 4 * count + rows * columns;
  const bytes = kept ?? new Uint8Array(length);
  if (bytes.length !== length) throw new OtherwiseError('model-corrupt', 'The kept weights are of another model.');
  return {
    bytes,
    rows,
    columns,
    external: bytes.subarray(0, externalBytes),
    scales: new Float32Array(bytes.buffer, bytes.byteOffset + from, count),
    q: new Int8Array(bytes.buffer, bytes.byteOffset + from + 4 * count, rows * columns),
  };
}

function layOut(blocks: Blocks, places: GraphEntry['layout'], external: Uint8Array): void {
  let rows: ReturnType<typeof toRows> | undefined;
  for (const { kind, offset, bytes } of places) {
    const target = external.subarray(offset, offset + bytes);
    if (kind === 'columns') target.set(bytesOf(turned((rows ??= toRows(blocks)).values, blocks)));
    else if (kind === 'rowScales') target.set(bytesOf((rows ??= toRows(blocks)).scales));
    else if (kind === 'blockScales') target.set(bytesOf(blocks.scales));
    else if (kind === 'bytes') for (let i = 0; i < bytes; i += 1) target[i] = (blocks.q[i] as number) + 128;
    else target.set(bytesOf(Float32Array.from(blocks.q, (q, i) => q * (blocks.scales[(i / BLOCK) | 0] as number))));
  }
}

/** A matrix column by column. */
function turned(values: Int8Array, { rows }: Blocks): Int8Array {
  const out = new Int8Array(values.length);
  for (let row = 0, from = 0; row < rows; row += 1)
    for (let at = row; at < out.length; at += rows, from += 1) out[at] = values[from] as number;
  return out;
}

const bytesOf = (array: Int8Array | Float32Array): Uint8Array => new Uint8Array(array.buffer, array.byteOffset, array.byteLength);

/** The embedding table, kept small (bytes and block scales) and turned to floats a row at a time. */
export class EmbeddingTable {
  readonly hidden: number;
  constructor(private readonly blocks: Blocks) {
    this.hidden = blocks.columns;
  }

  /** Rows of the table. @returns f32 [ids.length × hidden] */
  rows(ids: ArrayLike<number>): Float32Array {
    const { columns, q, scales } = this.blocks;
    const out = new Float32Array(ids.length * columns);
    for (let r = 0; r < ids.length; r += 1) {
      const from = (ids[r] as number) * columns;
      for (let c = 0; c < columns; c += 1) out[r * columns + c] = (q[from + c] as number) * (scales[((from + c) / BLOCK) | 0] as number);
    }
    return out;
  }
}
