import { OtherwiseError } from '../../core/errors.ts';

/** A line of the input, or the reason why it is none. `number` counts from 0. */
export interface InputLine {
  readonly number: number;
  readonly text: string;
  readonly error?: OtherwiseError;
}

/** Gives the lines of a file without those at its end that hold only white space: editors leave them there. */
export function withoutBlankEnd<L extends Pick<InputLine, 'text' | 'error'>>(lines: readonly L[]): readonly L[] {
  const last = lines.findLastIndex(({ text, error }) => error !== undefined || text.trim() !== '');
  return lines.slice(0, last + 1);
}

const LF = 0x0a;
const CR = 0x0d;
/** Longest line of a corpus, bytes: many times a text that could be rewritten. */
export const MOST_LINE_BYTES = 1_000_000;

/**
 * Returns the lines of a stream of text, or of bytes in UTF-8, or in UTF-16 where its first two bytes are the mark of it. A line ends in
 * `\n` or `\r\n` and nothing else; the last one may lack its end. Bytes that are no UTF-8 make an error on that line alone (`bad-utf8`),
 * and so does a line of more than `most` bytes (`text-too-long`), of which no more than that is ever held.
 */
export async function* linesOf(chunks: AsyncIterable<Uint8Array | string>, most = Infinity): AsyncGenerator<InputLine> {
  let line = new OpenLine(most);
  let number = 0;
  for await (const bytes of inUtf8(chunks)) {
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

/** The chunks of a stream in UTF-8: what other programs wrote in UTF-16, as the first bytes say, is carried over. */
async function* inUtf8(chunks: AsyncIterable<Uint8Array | string>): AsyncGenerator<Uint8Array> {
  let beginning: Uint8Array | undefined = new Uint8Array();
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  const encoder = new TextEncoder();
  for await (const given of chunks) {
    const chunk = typeof given === 'string' ? encoder.encode(given) : given;
    let bytes = chunk;
    if (beginning) {
      bytes = joined([beginning, chunk], beginning.length + chunk.length);
      beginning = bytes.length < MARK_BYTES ? bytes : undefined;
      if (beginning) continue;
      const encoding = wideEncoding(bytes);
      decoder = encoding === undefined ? undefined : new TextDecoder(encoding);
    }
    yield decoder ? encoder.encode(decoder.decode(bytes, { stream: true })) : bytes;
  }
  if (beginning) yield beginning;
  if (decoder) yield encoder.encode(decoder.decode());
}

/** Bytes of the mark of UTF-16. */
const MARK_BYTES = 2;
const wideEncoding = ([first, second]: Uint8Array): string | undefined =>
  first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : undefined;

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
      const message = 'The line holds bytes that are no UTF-8; many programs on Windows write Windows-1252. Save the file anew with the ' +
        'encoding UTF-8, or convert it: iconv -f WINDOWS-1252 -t UTF-8 FILE > NEW.';
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
