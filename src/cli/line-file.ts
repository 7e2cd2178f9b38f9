import { ftruncateSync, writeSync } from 'node:fs';
import { OtherwiseError } from '../core/errors.ts';

/** Appends lines to an open file. What a full disk takes half of is cut off again: the file holds whole lines only. */
export class LineFile {
  /** @param end where the next line begins, bytes @param name for errors */
  constructor(private readonly file: number, private readonly name: string, private end = 0) {}

  /** @param lines their ends included @throws OtherwiseError `no-storage` */
  add(lines: string): void {
    const bytes = Buffer.from(lines);
    try {
      for (let at = 0; at < bytes.length;) at += writeSync(this.file, bytes, at);
      this.end += bytes.length;
    } catch (cause) {
      ftruncateSync(this.file, this.end);
      throw new OtherwiseError('no-storage', noSpace(this.name, cause), { cause });
    }
  }
}

/** Returns the message for a place that takes nothing more. */
export const noSpace = (name: string, cause: unknown): string =>
  `${name} takes nothing more (${cause instanceof Error ? cause.message : String(cause)}). Make room and run again.`;
