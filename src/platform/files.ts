/** A file that was read, or why it was not: too many bytes, or bytes that are no text. */
export type ReadFile = { readonly text: string } | { readonly refused: 'too-large' | 'not-text' };

/** The text of a file in UTF-8, or in UTF-16 where its first bytes say so. */
export async function readTextFile(file: Blob, most: number): Promise<ReadFile> {
  if (file.size > most) return { refused: 'too-large' };
  const bytes = new Uint8Array(await file.arrayBuffer());
  const [first, second] = bytes;
  const encoding = first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return text.includes('\0') ? { refused: 'not-text' } : { text };
  } catch {
    return { refused: 'not-text' };
  }
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
