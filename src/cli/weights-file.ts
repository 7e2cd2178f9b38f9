import { closeSync, ftruncateSync, mkdtempSync, openSync, readSync, rmSync, statfsSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GraphFiles } from '../engine/model/runtime.ts';
import { BytesOnDemand, EXTERNAL, give, type Part, type WeightsPlace } from '../engine/model/weights-place.ts';

/** The free disk space that is required, as a multiple of the weights' size. */
const ROOM = 2;

/**
 * Makes a place for weights in a file; undefined where there is no room for one, or where a mapped file could not be deleted (Windows).
 * @param native whether the native library computes
 */
export function weightsFile(native: boolean): (bytes: number) => WeightsFile | undefined {
  return (bytes) => {
    try {
      const { bavail, bsize } = statfsSync(tmpdir());
      return process.platform === 'win32' || bavail * bsize < ROOM * bytes ? undefined : new WeightsFile(native, bytes);
    } catch {
      return undefined;
    }
  };
}

/**
 * A file of the system's temporary folder in which weights lie until a session is made of them: the native library maps it, WebAssembly
 * copies it piece by piece, and neither needs them in this process's memory besides its own.
 */
class WeightsFile implements WeightsPlace {
  readonly copies = true;
  readonly #folder: string;
  readonly #file: number;
  #isOpen = true;
  #room = new Uint8Array();
  readonly #remove = (): void => {
    rmSync(this.#folder, { recursive: true, force: true });
  };

  /** @throws where no file can be written */
  constructor(private readonly native: boolean, private readonly size: number) {
    this.#folder = mkdtempSync(join(tmpdir(), 'otherwise-'));
    process.once('exit', this.#remove);
    this.#file = openSync(join(this.#folder, EXTERNAL), 'w+');
    try {
      // A limit of the system on the size of files makes this call fail, before any weights are read.
      ftruncateSync(this.#file, size);
    } catch (cause) {
      void this.close();
      throw cause;
    }
  }

  add({ pieces }: Part, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    for (const { place, at } of pieces)
      for (let done = 0; done < place.bytes;)
        done += writeSync(this.#file, bytes, at + done, place.bytes - done, place.offset + done);
    return Promise.resolve();
  }

  files(graph: Uint8Array<ArrayBuffer>): Promise<GraphFiles> {
    if (!this.native) {
      const data = new BytesOnDemand(this.size, (begin, end) => this.#read(begin, end));
      return Promise.resolve({ graph, external: [{ path: EXTERNAL, data }] });
    }
    const path = join(this.#folder, 'graph.onnx');
    writeFileSync(path, graph);
    return Promise.resolve({ graph: path, external: [] });
  }

  /**
   * Reads a stretch of the file into the buffer of the previous one, which has been copied by then.
   * @throws where the file became shorter
   */
  #read(begin: number, end: number): Uint8Array<ArrayBuffer> {
    if (this.#room.length < end - begin) this.#room = new Uint8Array(end - begin);
    const bytes = this.#room.subarray(0, end - begin);
    for (let done = 0; done < bytes.length;) {
      const more = readSync(this.#file, bytes, done, bytes.length - done, begin + done);
      if (more === 0) throw new Error('The file of the weights became shorter.');
      done += more;
    }
    return bytes;
  }

  close(): Promise<void> {
    if (this.#isOpen) closeSync(this.#file);
    give(this.#room.buffer);
    this.#room = new Uint8Array();
    this.#isOpen = false;
    this.#remove();
    process.removeListener('exit', this.#remove);
    return Promise.resolve();
  }
}
