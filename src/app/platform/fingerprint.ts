import { sha256 } from '../../engine/files/hash.ts';

/** The first 12 hex digits of a text's SHA-256: equal for equal texts alone, as far as anyone can tell. */
export const fingerprint = async (text: string): Promise<string> => (await sha256(new TextEncoder().encode(text))).slice(0, 12);
