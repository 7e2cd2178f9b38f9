import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { type InputLine, linesOf } from '../lab/corpus/lines.ts';
import { OtherwiseError, toOtherwiseError } from '../core/errors.ts';
import type { CommandContext } from './command.ts';

export type { InputLine } from '../lab/corpus/lines.ts';
export { parseObject } from '../core/text/json-object.ts';

/**
 * Reads the lines of a stream, as `linesOf`.
 * @param most bytes of a line
 */
export const readLines = (stream: Readable, most?: number): AsyncGenerator<InputLine> =>
  linesOf(stream as AsyncIterable<Uint8Array | string>, most);

/** The place that keeps finished output lines, for a run that goes on later. */
interface KeptOutputs {
  get(number: number): string | undefined;
  set(number: number, output: string): void;
}

/** The options of answering lines: another input than standard input, kept outputs, and who hears of progress. */
interface Answering {
  readonly lines?: Iterable<InputLine> | AsyncIterable<InputLine>;
  readonly kept?: KeptOutputs | undefined;
  /** Hears of each line once it is answered. @param count lines that are answered */
  readonly answered?: (count: number) => void;
}

/**
 * Answers every input line with one JSON line, in order, streamed; a line whose answer throws gets `{"error": {code,
 * message}}` and the rest go on. @returns the exit code: 1 when any line was an error, else 0
 * @throws OtherwiseError `aborted`; what `kept` throws
 */
export async function answerLines(
  context: CommandContext,
  answer: (line: string, number: number) => unknown,
  { lines = readLines(context.stdin), kept, answered }: Answering = {},
): Promise<number> {
  let [failed, count] = [false, 0];
  for await (const line of lines) {
    const stored = kept?.get(line.number);
    const output: object = stored === undefined ? await outputOf(line, answer, context) : JSON.parse(stored) as object;
    const text = stored ?? JSON.stringify(output);
    if (stored === undefined) kept?.set(line.number, text);
    failed ||= 'error' in output;
    await write(context, `${text}\n`);
    answered?.(++count);
  }
  return failed ? 1 : 0;
}

/** Gives the output of an input line: its answer, or its error. @throws OtherwiseError `aborted` */
async function outputOf(line: InputLine, answer: (line: string, number: number) => unknown, { signal }: CommandContext): Promise<object> {
  try {
    if (line.error) throw line.error;
    return await answer(line.text, line.number) as object;
  } catch (cause) {
    if (signal.aborted || (cause instanceof OtherwiseError && cause.code === 'aborted')) throw cause;
    return { error: errorObject(cause) };
  }
}

/** Returns the error as an output line shows it; an unexpected one is `runtime`. */
export function errorObject(cause: unknown): { code: string; message: string } {
  return toOtherwiseError(cause).toJSON();
}

/** Writes and waits when the reader is slower. */
export async function write(context: CommandContext, text: string): Promise<void> {
  if (!context.stdout.write(text)) await once(context.stdout, 'drain');
}
