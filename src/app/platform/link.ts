import { NAME } from './link-address.ts';

/**
 * Returns an address of this page that carries a text in its fragment, which browsers never send to a server: deflated, in base64url.
 * Undefined where the address would be longer than `most` characters: other programs cut such off.
 */
export async function linkWith(text: string, most: number): Promise<string | undefined> {
  const deflated = await collect(new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw')), Infinity);
  const link = new URL(location.href);
  link.search = '';
  link.hash = `${NAME}=${toBase64(deflated ?? new Uint8Array())}`;
  return link.href.length > most ? undefined : link.href;
}

/**
 * Takes the text out of the page's address, which loses it. Undefined when it carries none.
 * @returns '' for a text that is damaged or would be longer than `most` bytes
 */
export async function takeLinked(most: number): Promise<string | undefined> {
  const packed = new RegExp(`^#${NAME}=(.*)$`, 'su').exec(location.hash)?.[1];
  if (packed === undefined) return undefined;
  history.replaceState(undefined, '', location.pathname + location.search);
  try {
    const inflated = await collect(new Blob([fromBase64(packed)]).stream().pipeThrough(new DecompressionStream('deflate-raw')), most);
    return inflated === undefined ? '' : new TextDecoder('utf-8', { fatal: true }).decode(inflated);
  } catch {
    return '';
  }
}

/** Collects all bytes of a stream; undefined, and the stream is stopped, when there are more than `most`. */
async function collect(stream: ReadableStream<Uint8Array>, most: number): Promise<Uint8Array | undefined> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > most) {
      await reader.cancel();
      return undefined;
    }
    parts.push(value);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return whole;
}

function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/u, '');
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));
}
