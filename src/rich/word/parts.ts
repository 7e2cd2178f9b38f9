import { unzipSync, zipSync } from 'fflate';
import type { WordRefusal } from '../../core/protocol.ts';

/** The most bytes that the parts of a document which hold text may come to, unpacked. */
const MOST_UNPACKED = 64e6;
/** The first bytes of any archive, and of the containers of old Word files and of those with a password. */
const ZIP = [0x50, 0x4b];
const CONTAINER = [0xd0, 0xcf, 0x11, 0xe0];
const MAIN = /^\/?word\/document\d*\.xml$/u;

/**
 * Returns the parts of a .docx that hold text, packed anew: no pictures, fonts or macros. No more memory is taken for a part than it
 * says it needs, so that a small file can't fill it.
 */
export function textParts(bytes: Uint8Array): Uint8Array<ArrayBuffer> | { readonly refused: WordRefusal } {
  const begins = (signature: readonly number[]): boolean => signature.every((byte, at) => bytes[at] === byte);
  if (begins(CONTAINER)) return { refused: 'locked' };
  if (!begins(ZIP)) return { refused: 'damaged' };
  let sum = 0;
  try {
    const parts = unzipSync(bytes, {
      filter({ name, originalSize }) {
        if (!/\.(?:xml|rels)$/u.test(name)) return false;
        sum += originalSize;
        return sum <= MOST_UNPACKED;
      },
    });
    if (sum > MOST_UNPACKED) return { refused: 'too-large' };
    if (!Object.keys(parts).some((name) => MAIN.test(name))) return { refused: 'damaged' };
    return zipSync(parts, { level: 0 });
  } catch {
    return { refused: 'damaged' };
  }
}
