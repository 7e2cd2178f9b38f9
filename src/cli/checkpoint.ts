import { createHash } from 'node:crypto';
import { closeSync, fstatSync, ftruncateSync, openSync, readSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { OtherwiseError } from '../core/errors.ts';
import { LineFile } from './line-file.ts';

const FORMAT = 1;
const LF = 0x0a;
const BLOCK = 1 << 20;

/** The place of a finished output in the file. */
interface Place {
  readonly at: number;
  readonly bytes: number;
}

/**
 * Finished lines of a run, kept in a file: a header that names input, flags and model, then `[line number, output]` a
 * line, appended as they finish. A torn last line (the machine went down while writing) is cut off and computed again.
 * Of the outputs only their places are held.
 */
export class Checkpoint {
  private readonly done = new Map<number, Place>();
  private readonly file: number;
  private readonly lines: LineFile;

  /**
   * @param identity what the output depends on: input bytes, flags, hashes of model and tables, runtime; not the version of the program
   * @throws OtherwiseError `checkpoint-mismatch` for another run's file, `bad-checkpoint` when it can't be read or written
   */
  constructor(private readonly path: string, identity: readonly string[]) {
    const hash = createHash('sha256');
    for (const part of identity) hash.update(`${Buffer.byteLength(part)}:`).update(part);
    const header = JSON.stringify({ checkpoint: FORMAT, run: hash.digest('hex') });
    try {
      this.file = openSync(path, 'a+');
      const end = this.read(header);
      if (end < fstatSync(this.file).size) ftruncateSync(this.file, end);
      this.lines = new LineFile(this.file, path, end);
      if (end === 0) this.lines.add(`${header}\n`);
    } catch (cause) {
      throw this.unusable(cause);
    }
  }

  /**
   * The finished output of a line, as it was printed; undefined when it is still to do.
   * @throws OtherwiseError `bad-checkpoint` when the file can't be read any more
   */
  get(number: number): string | undefined {
    const place = this.done.get(number);
    if (place === undefined) return undefined;
    try {
      const bytes = Buffer.alloc(place.bytes);
      for (let at = 0; at < bytes.length;) {
        const read = readSync(this.file, bytes, at, bytes.length - at, place.at + at);
        if (read === 0) throw new Error('it has become shorter.');
        at += read;
      }
      return (JSON.parse(bytes.toString()) as [number, string])[1];
    } catch (cause) {
      throw this.unusable(cause);
    }
  }

  /** Keeps an output. @throws OtherwiseError `no-storage` when the disk does not take it; what it has is whole */
  set(number: number, output: string): void {
    this.lines.add(`${JSON.stringify([number, output])}\n`);
  }

  close(): void {
    closeSync(this.file);
  }

  /** Notes the place of every whole line. @returns the end of the last one */
  private read(header: string): number {
    let [rest, from] = [Buffer.alloc(0), 0];
    const block = Buffer.alloc(BLOCK);
    for (let read = readSync(this.file, block, 0, BLOCK, 0); read > 0; read = readSync(this.file, block, 0, BLOCK, from + rest.length)) {
      const bytes = Buffer.concat([rest, block.subarray(0, read)]);
      let start = 0;
      for (let end = bytes.indexOf(LF); end >= 0; end = bytes.indexOf(LF, start)) {
        this.note(bytes.subarray(start, end), from + start, header);
        start = end + 1;
      }
      [rest, from] = [bytes.subarray(start), from + start];
    }
    // Torn in its first line: that is our header, or a file that is no checkpoint.
    if (from === 0 && !header.startsWith(rest.toString())) throw this.mismatch();
    return from;
  }

  private note(line: Buffer, at: number, header: string): void {
    if (at > 0) this.done.set(numberOf(line), { at, bytes: line.length });
    else if (line.toString() !== header) throw this.mismatch();
  }

  private mismatch(): OtherwiseError {
    return new OtherwiseError(
      'checkpoint-mismatch',
      `${this.path} belongs to a run with another input, other flags or another model. Name another file, or delete it.`,
    );
  }

  private unusable(cause: unknown): OtherwiseError {
    if (cause instanceof OtherwiseError) return cause;
    const why = cause instanceof Error ? cause.message : String(cause);
    return new OtherwiseError('bad-checkpoint', `${this.path} can't be used as a checkpoint: ${why}`, { cause });
  }
}

/** The number that a kept line begins with. */
function numberOf(line: Buffer): number {
  const [, number] = /^\[(\d+),/u.exec(line.subarray(0, 24).toString()) ?? [];
  if (number === undefined) throw new Error('a line of it is none of a checkpoint.');
  return Number(number);
}

const unfinished = (folder: string): string => join(folder, 'unfinished.jsonl');

/** Returns the checkpoint of a run that writes into a folder; it throws as the constructor does. */
export const checkpointIn = (folder: string, identity: readonly string[]): Checkpoint => new Checkpoint(unfinished(folder), identity);

/** Removes it, after the run has written what it was for. */
export const removeCheckpointIn = (folder: string): void => rmSync(unfinished(folder), { force: true });
