/** A file as a list describes it. */
export interface Listed {
  readonly bytes: number;
  /** The SHA-256 of the file, hex. */
  readonly sha256: string;
}

/** Returns the SHA-256 of bytes, hex. */
export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Returns the first 12 hex digits of a text's SHA-256: equal for equal texts alone, as far as anyone can tell. */
export const fingerprint = async (text: string): Promise<string> => (await sha256(new TextEncoder().encode(text))).slice(0, 12);

/** Tells whether bytes are those of the list: as many, and of the same hash. */
export async function isIntact(bytes: Uint8Array<ArrayBuffer>, listed: Listed): Promise<boolean> {
  return bytes.byteLength === listed.bytes && (await sha256(bytes)) === listed.sha256;
}
