import type { IncomingHttpHeaders } from 'node:http';
import { OtherwiseError } from '../../core/errors.ts';

/** Names of this machine for itself. Another name that leads here is somebody's trick (DNS rebinding). */
const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])$/u;

/**
 * Says whose request it is: the origin that is to be answered by CORS; undefined for programs and for the server's own pages.
 * @param headers of the request
 * @param port that the server listens at
 * @param named origins that may ask, as browsers write them
 * @throws OtherwiseError `not-allowed` for a request that was sent to another name, and for one that a page of another origin made
 */
export function requestOrigin(headers: IncomingHttpHeaders, port: number, named: readonly string[]): string | undefined {
  const { host = '', origin, 'sec-fetch-site': site } = headers;
  const [, name = '', at = '80'] = /^(.*?)(?::(\d+))?$/u.exec(host) ?? [];
  if (!LOOPBACK.test(name.toLowerCase()) || Number(at) !== port)
    throw new OtherwiseError('not-allowed', `This server answers requests to localhost:${port} only.`);
  if (origin !== undefined && named.includes(origin)) return origin;
  const isOwn = origin === undefined ? site === undefined || site === 'same-origin' || site === 'none' : origin === `http://${host}`;
  if (!isOwn) throw new OtherwiseError('not-allowed', 'Pages of other origins are not answered. Name theirs with --origin.');
  return undefined;
}
