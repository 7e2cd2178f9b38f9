import { createHash } from 'node:crypto';
import { closeSync, existsSync, openSync, readFileSync, rmSync, truncateSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { OtherwiseError } from '../errors.ts';

const FORMAT = 1;

/**
 * Finished lines of a run, kept in a file: a header that names input, flags and model, then `[line number, output]` a
 * line, appended as they finish. A torn last line (the machine went down while writing) is cut off and computed again.
 */
export class Checkpoint {
  private readonly done = new Map<number, string>();
  private readonly file: number;

  /**
   * @param identity everything the output depends on: input bytes, flags, model hash, version
   * @throws OtherwiseError `checkpoint-mismatch` for another run's file, `bad-checkpoint` when it can't be read or written
   */
  constructor(path: string, identity: readonly string[]) {
    const hash = createHash('sha256');
    for (const part of identity) hash.update(`${Buffer.byteLength(part)}:`).update(part);
    const header = JSON.stringify({ checkpoint: FORMAT, run: hash.digest('hex') });
    try {
      const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
      const whole = text.slice(0, text.lastIndexOf('\n') + 1);
      const [first, ...lines] = whole.split('\n').slice(0, -1);
      if (first !== undefined && first !== header)
        throw new OtherwiseError(
          'checkpoint-mismatch',
          `${path} belongs to a run with another input, other flags or another model. Name another file, or delete it.`,
        );
      for (const line of lines) {
        const [number, output] = JSON.parse(line) as [number, string];
        this.done.set(number, output);
      }
      if (whole !== text) truncateSync(path, Buffer.byteLength(whole));
      this.file = openSync(path, 'a');
      if (first === undefined) writeSync(this.file, `${header}\n`);
    } catch (cause) {
      if (cause instanceof OtherwiseError) throw cause;
      throw new OtherwiseError(
        'bad-checkpoint',
        `${path} can't be used as a checkpoint: ${cause instanceof Error ? cause.message : String(cause)}`,
        { cause },
      );
    }
  }

  /** The finished output of a line, as it was printed; undefined when it is still to do. */
  get(number: number): string | undefined {
    return this.done.get(number);
  }

  set(number: number, output: string): void {
    writeSync(this.file, `${JSON.stringify([number, output])}\n`);
  }

  close(): void {
    closeSync(this.file);
  }
}

const unfinished = (folder: string): string => join(folder, 'unfinished.jsonl');

/** The checkpoint of a run that writes into a folder; it throws as the constructor does. */
export const checkpointIn = (folder: string, identity: readonly string[]): Checkpoint => new Checkpoint(unfinished(folder), identity);

/** Removes it, after the run has written what it was for. */
export const removeCheckpointIn = (folder: string): void => rmSync(unfinished(folder), { force: true });
