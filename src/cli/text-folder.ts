import type { Dirent } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { OtherwiseError } from '../core/errors.ts';

/** A file of a folder: its text, or why it is left out. */
export interface TextFile {
  /** Path inside the folder, with `/`. */
  readonly name: string;
  readonly text?: string;
  readonly error?: OtherwiseError;
}

/**
 * Reads the files of a folder and of the folders in it, by name; what has a dot before its name is not looked at. A file that is too
 * long, empty or no UTF-8 has its error instead of its text (`text-too-long`, `text-empty`, `bad-utf8`, `file-unreadable`).
 * @throws OtherwiseError `file-unreadable` when the folder can't be read
 */
export async function* readTexts(folder: string, maxBytes: number): AsyncGenerator<TextFile> {
  for (const name of await fileNames(folder)) {
    try {
      yield { name, text: await readText(join(folder, name), maxBytes) };
    } catch (cause) {
      yield { name, error: cause instanceof OtherwiseError ? cause : unreadable('The file', cause) };
    }
  }
}

async function fileNames(folder: string): Promise<string[]> {
  let entries: Dirent[];
  try {
    entries = await readdir(folder, { recursive: true, withFileTypes: true });
  } catch (cause) {
    throw unreadable(`The folder ${folder}`, cause);
  }
  const names = entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
  return names.filter((name) => !/(?:^|\/)\./.test(name)).sort();
}

async function readText(path: string, maxBytes: number): Promise<string> {
  const about = await stat(path);
  if (!about.isFile()) throw new OtherwiseError('file-unreadable', 'It is no plain file. Put plain text files into the folder.');
  if (about.size > maxBytes) {
    throw new OtherwiseError(
      'text-too-long',
      `The file has ${about.size} bytes, more than ${maxBytes}. Cut it into documents, or raise --max-bytes.`,
    );
  }
  const text = decode(await readFile(path));
  if (!/[\p{L}\p{N}]/u.test(text)) throw new OtherwiseError('text-empty', 'The file has no words.');
  return text;
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new OtherwiseError('bad-utf8', 'The file holds bytes that are no UTF-8. Convert it to UTF-8.', { cause });
  }
}

const unreadable = (what: string, cause: unknown): OtherwiseError =>
  new OtherwiseError('file-unreadable', `${what} can't be read: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
