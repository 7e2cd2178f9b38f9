import { OtherwiseError } from '../../core/errors.ts';
import type { GraphEntry, Manifest } from '../files/manifest.ts';
import { give, type Part, partsOf, type WeightsPiece, type WeightsPlace } from './weights-place.ts';

/** The number of columns that share one scale in the neutral file. */
export const BLOCK = 32;

/** A matrix of the neutral file: w[r][c] = q[r·columns + c] · scales[(r·columns + c) / 32]. */
export interface Blocks {
  readonly rows: number;
  readonly columns: number;
  readonly q: Int8Array<ArrayBuffer>;
  readonly scales: Float32Array<ArrayBuffer>;
}

type Tensor = Manifest['weights']['tensors'][number];

/**
 * Reads one tensor's blocks out of its bytes (scales as float16, then q + 2^(bits-1) bit-packed, lowest bit first).
 * @param room gets its numbers if they fit; else they have memory of their own
 */
export function readBlocks(tensor: Tensor, bytes: Uint8Array, room?: Int8Array<ArrayBuffer>): Blocks {
  const [rows, columns] = tensor.shape;
  if (rows === undefined || columns === undefined) throw new OtherwiseError('model-corrupt', `Tensor ${tensor.name} is no matrix.`);
  const count = (rows * columns) / BLOCK;
  const halves = new Uint16Array(bytes.slice(0, 2 * count).buffer);
  const scales = new Float32Array(count);
  for (let i = 0; i < count; i += 1) scales[i] = singles[halves[i] as number] as number;
  return { rows, columns, q: unpackBits(bytes.subarray(2 * count), tensor.bits, placeFor(rows * columns, room)), scales };
}

const placeFor = (count: number, room: Int8Array<ArrayBuffer> | undefined): Int8Array<ArrayBuffer> =>
  room && room.length >= count ? room.subarray(0, count) : new Int8Array(count);

/**
 * Unpacks signed numbers from `bits`-wide unsigned ones (offset 2^(bits-1)), packed lowest bit first; `bits` at most 8. @returns `out`,
 * filled
 */
export function unpackBits(packed: Uint8Array, bits: number, out: Int8Array<ArrayBuffer>): Int8Array<ArrayBuffer> {
  const count = out.length;
  const mask = (1 << bits) - 1;
  const offset = 1 << (bits - 1);
  // A number is within two bytes; behind the last one nothing is needed.
  const last = packed.length - 1;
  for (let i = 0, at = 0; i < count; i += 1, at += bits) {
    const byte = at >> 3;
    const pair = (packed[byte] as number) | (byte < last ? (packed[byte + 1] as number) << 8 : 0);
    out[i] = ((pair >> (at & 7)) & mask) - offset;
  }
  return out;
}

/** Decodes IEEE 754 half precision from its 16 bits. */
export function float16(bits: number): number {
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  const size = exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15);
  return bits & 0x8000 ? -size : size;
}

/** Every half-precision number, by its bits. */
const singles = Float32Array.from({ length: 2 ** 16 }, (_, bits) => float16(bits));

/**
 * Turns blocks into rows of int8 with one scale each: w[r][c] ≈ values[r·columns + c] · scales[r], |values| ≤ 127.
 * @param room as of `readBlocks`
 */
export function toRows(
  blocks: Blocks, room?: Int8Array<ArrayBuffer>,
): { values: Int8Array<ArrayBuffer>; scales: Float32Array<ArrayBuffer> } {
  const { rows, columns, q, scales } = blocks;
  const values = placeFor(q.length, room);
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

/** The number of the layout of parts and embedding table; it changes whenever this file or `partsOf` lays them out differently. */
export const LAYOUT = 4;

/**
 * Lays out the neutral weights as a graph's external data while they arrive. A tensor is unpacked when its last byte has arrived; a part
 * is sent to the target when it is full. Of the neutral file, only the bytes of the unfinished tensor are buffered.
 */
export class Repacker {
  private embedding: Blocks | undefined;
  /** The tensors that are still to come, in the file's order. */
  private readonly tensors: Tensor[];
  /** The parts that are not full yet. The first one is being filled in `filling`; `done` counts its pieces that are written. */
  private readonly parts: Part[];
  private filling: Uint8Array<ArrayBuffer> | undefined;
  private done = 0;
  /** The bytes before which all is laid out, and those behind it that have arrived. */
  private from = 0;
  private rest = new Uint8Array();
  /** The buffers in which each tensor is unpacked and turned into rows. */
  private readonly rooms: readonly [Int8Array<ArrayBuffer>, Int8Array<ArrayBuffer>];
  /** The buffer in which each part is filled, if the target copies it; else every part has memory of its own. */
  private readonly room: Uint8Array<ArrayBuffer> | undefined;

  constructor(private readonly manifest: Manifest, graph: GraphEntry, private readonly target: Pick<WeightsPlace, 'copies' | 'add'>) {
    this.tensors = manifest.weights.tensors.toSorted((a, b) => a.offset - b.offset);
    this.parts = [...partsOf(manifest, graph)];
    const sizes = this.tensors.filter(({ name }) => name !== EMBEDDING).map(({ shape: [rows = 0, columns = 0] }) => rows * columns);
    const most = Math.max(0, ...sizes);
    this.rooms = [new Int8Array(most), new Int8Array(most)];
    this.room = target.copies ? new Uint8Array(Math.max(0, ...this.parts.map(({ bytes }) => bytes))) : undefined;
  }

  /**
   * Takes the next stretch of the neutral file, of any length.
   * @param onTensor hears how many bytes of the file are laid out
   * @throws OtherwiseError `model-corrupt`
   */
  async add(shard: Uint8Array<ArrayBuffer>, onTensor?: (done: number) => void): Promise<void> {
    let arrived = shard;
    for (let [tensor] = this.tensors; tensor; [tensor] = this.tensors) {
      const end = tensor.offset + tensor.bytes - this.from;
      const lacking = end - this.rest.length;
      if (lacking > arrived.length) break;
      // Only a tensor that began in an earlier stretch is put together.
      const whole = this.rest.length === 0 ? arrived.subarray(0, end) : joined(this.rest, arrived.subarray(0, lacking));
      await this.layOut(tensor, whole.subarray(tensor.offset - this.from));
      [arrived, this.rest] = [arrived.subarray(lacking), new Uint8Array()];
      this.from += end;
      this.tensors.shift();
      onTensor?.(this.from);
      // Lets a cancel or a progress message through between tensors.
      await new Promise((resolve) => {
        setTimeout(resolve, 0);
      });
    }
    this.rest = joined(this.rest, arrived);
  }

  /** The embedding table, when the last stretch is there; nothing can be added then. @throws OtherwiseError `model-corrupt` */
  finish(): EmbeddingTable {
    const { embedding, tensors, manifest } = this;
    for (const room of [...this.rooms, this.room]) if (room) give(room.buffer);
    if (tensors[0]) throw new OtherwiseError('model-corrupt', `The weights end before the tensor ${tensors[0].name}.`);
    if (!embedding) throw new OtherwiseError('model-corrupt', `The model '${manifest.name}' has no embedding table.`);
    return new EmbeddingTable(embedding);
  }

  /** Writes a tensor's pieces, which are the next ones. */
  private async layOut(tensor: Tensor, bytes: Uint8Array): Promise<void> {
    const isEmbedding = tensor.name === EMBEDDING;
    const blocks = readBlocks(tensor, bytes, isEmbedding ? undefined : this.rooms[0]);
    if (isEmbedding) this.embedding = blocks;
    let rows: ReturnType<typeof toRows> | undefined;
    const inRows = (): ReturnType<typeof toRows> => (rows ??= toRows(blocks, this.rooms[1]));
    for (let [part] = this.parts; part?.pieces[this.done]?.place.tensor === tensor.name; [part] = this.parts) {
      const { place, at } = part.pieces[this.done] as WeightsPiece;
      this.filling ??= this.room?.subarray(0, part.bytes) ?? new Uint8Array(part.bytes);
      layOut(place.kind, blocks, inRows, this.filling.subarray(at, at + place.bytes));
      this.done += 1;
      if (this.done < part.pieces.length) continue;
      await this.target.add(part, this.filling);
      this.filling = undefined;
      this.done = 0;
      this.parts.shift();
    }
    // The embedding table's rows did not fit the shared buffer and had memory of their own, which is freed here.
    if (rows && rows.values.buffer !== this.rooms[1].buffer) give(rows.values.buffer);
  }
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(a.length + b.length);
  whole.set(a);
  whole.set(b, a.length);
  return whole;
}

/**
 * Restores the parts and the embedding table from the cache of an earlier visit: the parts in order, then the two arrays of the table.
 * @throws OtherwiseError `model-corrupt` when they are of other lengths
 */
export function readRepacked(
  manifest: Manifest, graph: GraphEntry, kept: readonly Uint8Array<ArrayBuffer>[],
): { readonly parts: readonly (readonly [Part, Uint8Array<ArrayBuffer>])[]; readonly embedding: EmbeddingTable } {
  const parts = partsOf(manifest, graph);
  const [scales, q] = kept.slice(parts.length);
  const { rows, columns, count } = tableSize(manifest);
  const fitting = parts.every(({ bytes }, i) => kept[i]?.length === bytes);
  if (!fitting || scales?.length !== 4 * count || q?.length !== rows * columns || kept.length !== parts.length + 2)
    throw new OtherwiseError('model-corrupt', 'The kept weights are of another model.');
  const table = {
    rows, columns, scales: new Float32Array(scales.buffer, scales.byteOffset, count), q: new Int8Array(q.buffer, q.byteOffset, q.length),
  };
  return { parts: parts.map((part, i) => [part, kept[i] as Uint8Array<ArrayBuffer>]), embedding: new EmbeddingTable(table) };
}

/** Gives the bytes of what `readRepacked` restores: all parts, and the embedding table. */
export function repackedBytes(manifest: Manifest, graph: GraphEntry): number {
  const { rows, columns, count } = tableSize(manifest);
  return partsOf(manifest, graph).reduce((total, { bytes }) => total + bytes, 4 * count + rows * columns);
}

const EMBEDDING = 'emb';

/** Gives the rows and columns of the embedding table, and how many scales it has. */
function tableSize({ weights }: Manifest): { readonly rows: number; readonly columns: number; readonly count: number } {
  const [rows = 0, columns = 0] = weights.tensors.find(({ name }) => name === EMBEDDING)?.shape ?? [];
  return { rows, columns, count: (rows * columns) / BLOCK };
}

/** Writes a piece of a matrix as one kind of arithmetic wants it. */
function layOut(
  kind: WeightsPiece['place']['kind'], blocks: Blocks, inRows: () => ReturnType<typeof toRows>, target: Uint8Array,
): void {
  if (kind === 'columns') turnInto(target, inRows().values, blocks.rows);
  else if (kind === 'rowScales') target.set(bytesOf(inRows().scales));
  else if (kind === 'blockScales') target.set(bytesOf(blocks.scales));
  else if (kind === 'bytes') for (let i = 0; i < target.length; i += 1) target[i] = (blocks.q[i] as number) + 128;
  else target.set(bytesOf(Float32Array.from(blocks.q, (q, i) => q * (blocks.scales[(i / BLOCK) | 0] as number))));
}

/** Writes a matrix column by column. */
function turnInto(target: Uint8Array, values: Int8Array, rows: number): void {
  for (let row = 0, from = 0; row < rows; row += 1)
    for (let at = row; at < target.length; at += rows, from += 1) target[at] = values[from] as number;
}

const bytesOf = (array: Int8Array<ArrayBuffer> | Float32Array<ArrayBuffer>): Uint8Array<ArrayBuffer> =>
  new Uint8Array(array.buffer, array.byteOffset, array.byteLength);

/** The embedding table, which stays small (bytes and block scales) and turns to floats a row at a time. */
export class EmbeddingTable {
  readonly hidden: number;
  constructor(private readonly blocks: Blocks) {
    this.hidden = blocks.columns;
  }

  /** The table's bytes, cached behind the parts; `readRepacked` restores the table from them. */
  get kept(): readonly Uint8Array<ArrayBuffer>[] {
    return [bytesOf(this.blocks.scales), bytesOf(this.blocks.q)];
  }

  /** Gives rows of the table. @returns f32 [ids.length × hidden] */
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
