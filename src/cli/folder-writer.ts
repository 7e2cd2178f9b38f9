import { closeSync, existsSync, mkdirSync, openSync, readdirSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { OtherwiseError } from '../core/errors.ts';

/** Characters that are written at a time. */
const BLOCK = 65_536;

/**
 * Writes the files of a run into a folder of their own beside the one they are for, which takes its place when all are
 * whole: an interrupted run leaves the older files as they were.
 */
export class FolderWriter {
  private readonly folder: string;
  private readonly unfinished: string;
  private open = true;
  private readonly files: ReadonlyMap<string, OpenFile>;

  /**
   * @param names of all files
   * @throws OtherwiseError `bad-flag` when the folder holds anything else, `file-unreadable` when it can't be made
   */
  constructor(folder: string, names: readonly string[]) {
    this.folder = resolve(folder);
    this.unfinished = `${this.folder}.unfinished-${process.pid}`;
    this.files = asWriting(this.folder, () => {
      const others = existsSync(this.folder) ? readdirSync(this.folder).filter((name) => !names.includes(name)) : [];
      if (others.length > 0)
        throw new OtherwiseError('bad-flag', `The folder ${folder} holds other files (${others[0]}). Name an empty one or a new one.`);
      rmSync(this.unfinished, { recursive: true, force: true });
      mkdirSync(this.unfinished, { recursive: true });
      return new Map(names.map((name) => [name, { file: openSync(join(this.unfinished, name), 'w'), waiting: '' }]));
    });
  }

  /** Adds a text or bytes to a file. @throws OtherwiseError `file-unreadable` when the disk does not take it */
  write(name: string, content: string | Uint8Array): void {
    const file = this.files.get(name);
    if (file === undefined) throw new RangeError(`${name} is no file of this run`);
    if (typeof content === 'string') file.waiting += content;
    if (typeof content !== 'string' || file.waiting.length >= BLOCK) this.flush(file);
    if (typeof content !== 'string') this.add(file, content);
  }

  /** Puts the files in the place they are for. @throws OtherwiseError `file-unreadable` */
  finish(): void {
    asWriting(this.folder, () => {
      for (const file of this.files.values()) this.flush(file);
      this.close();
      const old = `${this.folder}.old-${process.pid}`;
      const replaces = existsSync(this.folder);
      if (replaces) renameSync(this.folder, old);
      renameSync(this.unfinished, this.folder);
      if (replaces) rmSync(old, { recursive: true, force: true });
    });
  }

  /** Removes what was written and is not in its place yet. */
  discard(): void {
    this.close();
    rmSync(this.unfinished, { recursive: true, force: true });
  }

  private close(): void {
    if (!this.open) return;
    this.open = false;
    for (const { file } of this.files.values()) closeSync(file);
  }

  private flush(file: OpenFile): void {
    const bytes = Buffer.from(file.waiting);
    file.waiting = '';
    this.add(file, bytes);
  }

  private add(file: OpenFile, bytes: Uint8Array): void {
    asWriting(this.folder, () => {
      for (let at = 0; at < bytes.length;) at += writeSync(file.file, bytes, at);
    });
  }
}

/** A file with what is not written yet. */
interface OpenFile {
  readonly file: number;
  waiting: string;
}

function asWriting<T>(folder: string, write: () => T): T {
  try {
    return write();
  } catch (cause) {
    if (cause instanceof OtherwiseError) throw cause;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new OtherwiseError('file-unreadable', `The folder ${folder} can't be written: ${why}`, { cause });
  }
}
