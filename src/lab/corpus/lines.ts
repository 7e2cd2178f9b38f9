import { OtherwiseError } from '../../core/errors.ts';

/** A line of the input, or the reason why it is none. `number` counts from 0. */
export interface InputLine {
  readonly number: number;
  readonly text: string;
  readonly error?: OtherwiseError;
}

const LF = 0x0a;
const CR = 0x0d;
/** Longest line of a corpus, bytes: many times a text that could be rewritten. */
export const MOST_LINE_BYTES = 1_000_000;

/**
 * The lines of a byte stream. A line ends in `\n` or `\r\n` and nothing else; the last one may lack its end. Bytes that
 * are no UTF-8 make an error on that line alone (`bad-utf8`), and so does a line of more than `most` bytes
 * (`text-too-long`), of which no more than that is ever held.
 */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>, most = Infinity): AsyncGenerator<InputLine> {
  let line = new OpenLine(most);
  let number = 0;
  for await (const bytes of chunks) {
    let start = 0;
    for (let end = bytes.indexOf(LF); end >= 0; end = bytes.indexOf(LF, start)) {
      line.add(bytes.subarray(start, end));
      yield line.read(number++);
      line = new OpenLine(most);
      start = end + 1;
    }
    line.add(bytes.subarray(start));
  }
  if (line.length > 0) yield line.read(number);
}

/** A line that is not read to its end yet. */
class OpenLine {
  length = 0;
  private parts: Uint8Array[] = [];

  constructor(private readonly most: number) {}

  add(bytes: Uint8Array): void {
    this.length += bytes.length;
    if (this.length > this.most + 1) this.parts = [];
    else if (bytes.length > 0) this.parts.push(bytes);
  }

  read(number: number): InputLine {
    if (this.length > this.most + 1) return this.tooLong(number);
    const bytes = joined(this.parts, this.length);
    const line = bytes.at(-1) === CR ? bytes.subarray(0, -1) : bytes;
    if (line.length > this.most) return this.tooLong(number);
    try {
      return { number, text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: number > 0 }).decode(line) };
    } catch (cause) {
      const message = 'The line holds bytes that are no UTF-8. Convert the file to UTF-8.';
      return { number, text: '', error: new OtherwiseError('bad-utf8', message, { cause }) };
    }
  }

  private tooLong(number: number): InputLine {
    const message = `The line has ${this.length} bytes; ${this.most} are the most.`;
    return { number, text: '', error: new OtherwiseError('text-too-long', message) };
  }
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array {
  const [only] = parts;
  if (parts.length === 1 && only) return only;
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
