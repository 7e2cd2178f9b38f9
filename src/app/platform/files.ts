import { decodeText, type DecodedText } from './encoding.ts';

/** A file that was read, or why it was not: too many bytes, or bytes that are no text. */
export type ReadFile = DecodedText | { readonly refused: 'too-large' | 'not-text' };

/** The text of a file, in any encoding that `decodeText` knows. */
export async function readTextFile(file: Blob, most: number): Promise<ReadFile> {
  if (file.size > most) return { refused: 'too-large' };
  return decodeText(new Uint8Array(await file.arrayBuffer())) ?? { refused: 'not-text' };
}

/** Lets the browser save a text as a file. */
export function saveFile(name: string, text: string, type: string): void {
  saveBlob(name, new Blob([text], { type: `${type};charset=utf-8` }));
}

/** Lets the browser save bytes as a file. */
export function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The download has its own hold on the bytes once it has begun.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
