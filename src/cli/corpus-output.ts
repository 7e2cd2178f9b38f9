import { closeSync, openSync } from 'node:fs';
import { OtherwiseError } from '../core/errors.ts';
import type { CommandContext } from './command.ts';
import { LineFile } from './line-file.ts';
import { write } from './lines.ts';

/** The place where lines go: a file, or standard output. */
export interface LineSink {
  /** @throws OtherwiseError `no-storage` when the file takes nothing more */
  add(lines: string): Promise<void>;
  close(): void;
}

/**
 * Opens the output of a corpus.
 * @param path of the file, which is emptied; standard output when undefined
 * @throws OtherwiseError `file-unreadable`
 */
export function openSink(path: string | undefined, context: CommandContext): LineSink {
  if (path === undefined) return { add: (lines) => write(context, lines), close: () => undefined };
  const file = opened(path);
  const whole = new LineFile(file, path);
  return {
    add: (lines) => {
      whole.add(lines);
      return Promise.resolve();
    },
    close: () => {
      closeSync(file);
    },
  };
}

function opened(path: string): number {
  try {
    return openSync(path, 'w');
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new OtherwiseError('file-unreadable', `${path} can't be written: ${why}`, { cause });
  }
}
