import { sha256 } from '../hash.ts';
import type { HubFile } from './hub-files.ts';

/** Tells whether bytes are those of a repository's list: as many, and of its hash where it tells one. */
export async function isWhole(bytes: Uint8Array<ArrayBuffer>, { bytes: length, digest }: HubFile): Promise<boolean> {
  if (bytes.byteLength !== length) return false;
  if (digest === undefined) return true;
  return digest.hex === await (digest.kind === 'sha256' ? sha256(bytes) : gitHash(bytes));
}

/** Returns the name that git gives a file: SHA-1 over `blob`, the length, a zero and the bytes; hex. */
export async function gitHash(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const head = new TextEncoder().encode(`blob ${bytes.byteLength}\0`);
  const whole = new Uint8Array(head.byteLength + bytes.byteLength);
  whole.set(head);
  whole.set(bytes, head.byteLength);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-1', whole));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
