import { closeSync, openSync, writeSync } from 'node:fs';
import { OtherwiseError } from '../core/errors.ts';
import { noSpace } from './line-file.ts';

/** Bytes of the header, the magic number included: room for any number of rows. */
const HEADER = 128;

/**
 * Writes rows of float32 as a NumPy file (format 1.0), row by row: the header, which has their number, is written last.
 */
export class NpyWriter {
  private readonly file: number;
  private size: number | undefined;
  rows = 0;

  /** @throws OtherwiseError `file-unreadable` when the file can't be made */
  constructor(private readonly path: string) {
    try {
      this.file = openSync(path, 'w');
    } catch (cause) {
      throw new OtherwiseError('file-unreadable', `${path} can't be written: ${(cause as Error).message}`, { cause });
    }
  }

  /** Adds a row, as long as the first one. @throws OtherwiseError `no-storage` */
  add(row: Float32Array): void {
    this.size ??= row.length;
    this.write(new Uint8Array(row.buffer, row.byteOffset, row.byteLength), HEADER + this.rows * this.size * Float32Array.BYTES_PER_ELEMENT);
    this.rows += 1;
  }

  /** Writes the header and closes the file. @param size of a row where there was none @throws OtherwiseError `no-storage` */
  close(size: number): void {
    const shape = `{'descr': '<f4', 'fortran_order': False, 'shape': (${this.rows}, ${this.size ?? size}), }`;
    const header = Buffer.alloc(HEADER, ' ');
    header.set([0x93, ...Buffer.from('NUMPY'), 1, 0]);
    header.writeUInt16LE(HEADER - 10, 8);
    header.write(shape, 10, 'latin1');
    header.write('\n', HEADER - 1, 'latin1');
    this.write(header, 0);
    closeSync(this.file);
  }

  private write(bytes: Uint8Array, at: number): void {
    try {
      for (let done = 0; done < bytes.length;) done += writeSync(this.file, bytes, done, bytes.length - done, at + done);
    } catch (cause) {
      throw new OtherwiseError('no-storage', noSpace(this.path, cause), { cause });
    }
  }
}
