import type { IncomingMessage } from 'node:http';
import { OtherwiseError } from '../../core/errors.ts';
import { parseObject } from '../lines.ts';

/**
 * Returns the JSON object in the body of a request. @throws OtherwiseError `body-too-large` as soon as more than `most` bytes are
 * announced or come, `bad-utf8`, `bad-json`, `bad-request` for another type of content
 */
export async function jsonBody(request: IncomingMessage, most: number): Promise<Record<string, unknown>> {
  // Also keeps out what pages may send anywhere without being asked: forms and plain text.
  if (!/^application\/json\s*(?:;|$)/iu.test(request.headers['content-type'] ?? ''))
    throw new OtherwiseError('bad-request', 'The body must be JSON, with the header Content-Type: application/json.');
  const tooLarge = new OtherwiseError('body-too-large', `The body has more than ${most} bytes. Send texts one by one.`);
  if (Number(request.headers['content-length'] ?? 0) > most) throw tooLarge;
  const chunks: Buffer[] = [];
  let bytes = 0;
  // The connection stays, for the answer.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > most) throw tooLarge;
    chunks.push(chunk);
  }
  return parseObject(decode(Buffer.concat(chunks)));
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new OtherwiseError('bad-utf8', 'The body holds bytes that are no UTF-8.', { cause });
  }
}
