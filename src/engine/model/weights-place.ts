import type { GraphEntry, Manifest } from '../files/manifest.ts';
import type { GraphFiles } from './runtime.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** A stretch of a graph's external data that the runtime asks for in one go. */
export interface WeightsPiece {
  readonly place: GraphEntry['layout'][number];
  /** The offset of the piece in its part. */
  readonly at: number;
}

/** Pieces that are laid out one after the other and are kept together. */
export interface Part {
  readonly bytes: number;
  readonly pieces: readonly WeightsPiece[];
}

/** A part takes further pieces until it has so many bytes. */
const ENOUGH = 4 * 2 ** 20;

/** Returns the parts of a graph's external data, in the order in which the neutral file brings their tensors. */
export function partsOf({ weights }: Manifest, { layout }: GraphEntry): readonly Part[] {
  const parts: { bytes: number; pieces: WeightsPiece[] }[] = [];
  for (const { name } of weights.tensors.toSorted((a, b) => a.offset - b.offset)) {
    for (const place of layout.filter(({ tensor }) => tensor === name)) {
      let last = parts.at(-1);
      if (last === undefined || last.bytes >= ENOUGH) parts.push(last = { bytes: 0, pieces: [] });
      last.pieces.push({ place, at: last.bytes });
      last.bytes += place.bytes;
    }
  }
  return parts;
}

/** The place that parts are put into while the weights arrive, until a session has been made of them. */
export interface WeightsPlace {
  /** Tells whether a part is copied: then its memory can be filled anew once it has been added. */
  readonly copies: boolean;
  add(part: Part, bytes: Bytes): Promise<void>;
  /** Gives the files that the session is created from; the place is then used up. */
  files(graph: Bytes): Promise<GraphFiles>;
  /** Frees the parts that a created session no longer needs, or all of them if its creation has failed. */
  close(): Promise<void>;
}

/** The name that the graphs have for their external data. */
export const EXTERNAL = 'weights';

/** Bytes that are produced on demand, stretch by stretch. WebAssembly reads weights in this way, each stretch once. */
export class BytesOnDemand extends Uint8Array<ArrayBuffer> {
  readonly #size: number;
  readonly #read: (begin: number, end: number) => Uint8Array<ArrayBuffer>;

  constructor(size: number, read: (begin: number, end: number) => Uint8Array<ArrayBuffer>) {
    super(new ArrayBuffer(0));
    this.#size = size;
    this.#read = read;
  }

  override get byteLength(): number {
    return this.#size;
  }

  override subarray(begin = 0, end = this.#size): Uint8Array<ArrayBuffer> {
    return this.#read(begin, end);
  }
}

/** A single stretch of memory, for a runtime that reads weights there: the native library. */
export class WholeMemory implements WeightsPlace {
  readonly copies = true;
  readonly #whole: Bytes;

  constructor(size: number) {
    this.#whole = new Uint8Array(size);
  }

  add({ pieces }: Part, bytes: Bytes): Promise<void> {
    for (const { place, at } of pieces) this.#whole.set(bytes.subarray(at, at + place.bytes), place.offset);
    return Promise.resolve();
  }

  files(graph: Bytes): Promise<GraphFiles> {
    return Promise.resolve({ graph, external: [{ path: EXTERNAL, data: this.#whole }] });
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

interface Held {
  bytes: Bytes;
  /** Pieces that nobody has asked for. */
  left: number;
}

/** The parts in memory, for WebAssembly: each is given up when the runtime has copied its pieces, so that weights are held once. */
export class PartMemory implements WeightsPlace {
  readonly copies = false;
  readonly #size: number;
  readonly #pieces = new Map<number, WeightsPiece & { readonly held: Held }>();
  /** The part whose last piece has been handed to the runtime, which may still be copying it. */
  #finished: Held | undefined;

  constructor(size: number) {
    this.#size = size;
  }

  add({ pieces }: Part, bytes: Bytes): Promise<void> {
    const held: Held = { bytes, left: pieces.length };
    for (const piece of pieces) this.#pieces.set(piece.place.offset, { ...piece, held });
    return Promise.resolve();
  }

  files(graph: Bytes): Promise<GraphFiles> {
    const data = new BytesOnDemand(this.#size, (begin, end) => this.#give(begin, end));
    return Promise.resolve({ graph, external: [{ path: EXTERNAL, data }] });
  }

  #give(begin: number, end: number): Bytes {
    this.#free();
    const piece = this.#pieces.get(begin);
    if (piece?.place.bytes !== end - begin || piece.held.left === 0)
      throw new Error(`The runtime asks for bytes ${begin} to ${end} of the weights, which are no piece or are given up.`);
    const { held, at } = piece;
    held.left -= 1;
    if (held.left === 0) this.#finished = held;
    return held.bytes.subarray(at, at + end - begin);
  }

  #free(): void {
    if (this.#finished === undefined) return;
    give(this.#finished.bytes.buffer);
    this.#finished.bytes = new Uint8Array();
    this.#finished = undefined;
  }

  close(): Promise<void> {
    this.#free();
    this.#pieces.clear();
    return Promise.resolve();
  }
}

/** Frees a buffer's memory: at once with `transfer` where JavaScript has it, else by posting it to a channel that nobody reads. */
export function give(buffer: ArrayBuffer): void {
  if ('transfer' in buffer) {
    (buffer as ArrayBuffer & { transfer(length: number): ArrayBuffer }).transfer(0);
    return;
  }
  const { port1, port2 } = new MessageChannel();
  port2.close();
  port1.postMessage(undefined, [buffer]);
  port1.close();
}
