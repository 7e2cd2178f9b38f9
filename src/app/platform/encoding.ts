/** A text that was decoded, and the mark that stood before it: U+FEFF where its file begins with one in UTF-8, else ''. */
export interface DecodedText {
  readonly text: string;
  readonly mark: '' | '\ufeff';
}

/** Tells whether a byte stands for nothing in a text: control characters, and what Windows-1252 leaves undefined. */
const noText = (byte: number): boolean =>
  byte < 9 || (byte > 13 && byte < 32 && byte !== 27) || [0x7f, 0x81, 0x8d, 0x8f, 0x90, 0x9d].includes(byte);
/** Share of zeros among every other byte from which on these are the upper halves of UTF-16. */
const MANY = 0.7;
/** The number of bytes that are read to tell the encoding. */
const SAMPLE = 4096;

/** Decodes a text file in UTF-8, in UTF-16 of either order, with its mark or without, or in Windows-1252; undefined where it is no text. */
export function decodeText(bytes: Uint8Array): DecodedText | undefined {
  const wide = wideOf(bytes);
  if (wide !== undefined) return decodedAs(wide, bytes);
  const utf8 = decodedAs('utf-8', bytes);
  if (utf8 !== undefined) return utf8;
  return isWindows(bytes) ? decodedAs('windows-1252', bytes) : undefined;
}

function wideOf(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const sample = bytes.subarray(0, SAMPLE);
  const zeros = (odd: 0 | 1): number => sample.filter((byte, at) => byte === 0 && at % 2 === odd).length;
  const [even, odd] = [zeros(0), zeros(1)];
  const enough = (MANY * sample.length) / 2;
  if (odd > enough && even === 0) return 'utf-16le';
  return even > enough && odd === 0 ? 'utf-16be' : undefined;
}

function decodedAs(encoding: string, bytes: Uint8Array): DecodedText | undefined {
  try {
    const text = new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
    if (text.includes('\0')) return undefined;
    const marked = text.startsWith('\ufeff');
    return { text: marked ? text.slice(1) : text, mark: marked && encoding === 'utf-8' ? '\ufeff' : '' };
  } catch {
    return undefined;
  }
}

/** Tells whether bytes that are no UTF-8 are likely a text of one byte a letter, and no text in UTF-8 that was damaged. */
function isWindows(bytes: Uint8Array): boolean {
  if (bytes.some(noText)) return false;
  const read = new TextDecoder('utf-8').decode(bytes);
  const broken = read.split('\ufffd').length - 1;
  const whole = [...read].filter((letter) => letter > '\x7f' && letter !== '\ufffd').length;
  return broken > whole;
}
