import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { type InputLine, linesOf } from '../lab/corpus/lines.ts';
import { toOtherwiseError } from '../core/errors.ts';
import type { CommandContext } from './command.ts';

export type { InputLine } from '../lab/corpus/lines.ts';
export { parseObject } from '../core/text/json-object.ts';

/**
 * The lines of a stream, as `linesOf`.
 * @param most bytes of a line
 */
export const readLines = (stream: Readable, most?: number): AsyncGenerator<InputLine> => linesOf(bytesOf(stream), most);

async function* bytesOf(stream: Readable): AsyncGenerator<Uint8Array> {
  for await (const chunk of stream as AsyncIterable<Uint8Array | string>) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
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
