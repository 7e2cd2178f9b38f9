import { decodeText, type DecodedText } from './encoding.ts';

/** A file that was read, or why it was not: too many bytes, or bytes that are no text. */
export type ReadFile = DecodedText | { readonly refused: 'too-large' | 'not-text' };

/** Reads the text of a file, in any encoding that `decodeText` knows. */
export async function readTextFile(file: Blob, most: number): Promise<ReadFile> {
  if (file.size > most) return { refused: 'too-large' };
  return decodeText(new Uint8Array(await file.arrayBuffer())) ?? { refused: 'not-text' };
}
