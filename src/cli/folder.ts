import { existsSync, mkdirSync } from 'node:fs';
import { OtherwiseError } from '../core/errors.ts';

/** Makes a folder that is not there. @throws OtherwiseError `file-unreadable` */
export function makeFolder(folder: string): void {
  try {
    if (!existsSync(folder)) mkdirSync(folder, { recursive: true });
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new OtherwiseError('file-unreadable', `The folder ${folder} can't be made: ${why}`, { cause });
  }
}
