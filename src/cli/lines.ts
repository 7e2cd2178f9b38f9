import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { OtherwiseError, toOtherwiseError } from '../errors.ts';
import type { CommandContext } from './command.ts';

/** A line of the input, or the reason why it is none. `number` counts from 0. */
export interface InputLine {
  readonly number: number;
  readonly text: string;
  readonly error?: OtherwiseError;
}

const LF = 0x0a;
const CR = 0x0d;

/**
 * The lines of a byte stream. A line ends in `\n` or `\r\n` and nothing else; the last one may lack its end. Bytes that are no UTF-8 make
 * an error on that line alone.
 */
export async function* readLines(stream: Readable): AsyncGenerator<InputLine> {
  let rest: Uint8Array = new Uint8Array(0);
  let number = 0;
  for await (const chunk of stream as AsyncIterable<Uint8Array | string>) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    let start = 0;
    for (let end = bytes.indexOf(LF); end >= 0; end = bytes.indexOf(LF, start)) {
      const head = bytes.subarray(start, end);
      yield decode(rest.length > 0 ? Buffer.concat([rest, head]) : head, number++);
      rest = new Uint8Array(0);
      start = end + 1;
    }
    if (start < bytes.length) rest = Buffer.concat([rest, bytes.subarray(start)]);
  }
  if (rest.length > 0) yield decode(rest, number);
}

function decode(bytes: Uint8Array, number: number): InputLine {
  const line = bytes.at(-1) === CR ? bytes.subarray(0, -1) : bytes;
  try {
    return { number, text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: number > 0 }).decode(line) };
  } catch (cause) {
    return {
      number,
      text: '',
      error: new OtherwiseError('bad-utf8', 'The line holds bytes that are no UTF-8. Convert the file to UTF-8.', { cause }),
    };
  }
}

/** Parses a line as a JSON object. @throws OtherwiseError `bad-json` */
export function parseObject(line: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    throw new OtherwiseError('bad-json', `The line is no JSON: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new OtherwiseError('bad-json', 'The line is JSON but no object ({…}).');
  return value as Record<string, unknown>;
}

/**
 * Answers every input line with one JSON line, in order, streamed; a line whose answer throws gets `{"error": {code,
 * message}}` and the rest go on. @returns the exit code: 1 when any line was an error, else 0
 */
export async function answerLines(
  context: CommandContext,
  answer: (line: string, number: number) => unknown,
  lines: AsyncIterable<InputLine> = readLines(context.stdin),
): Promise<number> {
  let failed = false;
  for await (const line of lines) {
    let output: unknown;
    try {
      if (line.error) throw line.error;
      output = await answer(line.text, line.number);
    } catch (cause) {
      failed = true;
      output = { error: errorObject(cause) };
    }
    await write(context, `${JSON.stringify(output)}\n`);
  }
  return failed ? 1 : 0;
}

/** The error as an output line shows it; an unexpected one is `runtime`. */
export function errorObject(cause: unknown): { code: string; message: string } {
  return toOtherwiseError(cause).toJSON();
}

/** Writes and waits when the reader is slower. */
export async function write(context: CommandContext, text: string): Promise<void> {
  if (!context.stdout.write(text)) await once(context.stdout, 'drain');
}
