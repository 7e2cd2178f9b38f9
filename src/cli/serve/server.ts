import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OtherwiseError, toOtherwiseError } from '../../core/errors.ts';
import { Queue } from '../../core/queue.ts';
import type { LocalRewriter } from '../../engine/local-rewriter.ts';
import { tasks } from './answers.ts';
import { jsonBody } from './body.ts';
import { requestOrigin } from './origin.ts';
import { Rate } from './rate.ts';
import { statusOf } from './status.ts';

export interface ServerOptions {
  readonly rewriter: LocalRewriter;
  /** The version of the project. */
  readonly version: string;
  /** The description that `/openapi.json` gives. */
  readonly description: object;
  /** Origins whose pages may ask. */
  readonly origins: readonly string[];
  /** Most bytes of a body, requests that wait for their turn, and requests a minute. */
  readonly limits: { readonly bytes: number; readonly waiting: number; readonly perMinute: number };
  /** Stops what runs; requests that are under way are answered by 503. */
  readonly signal: AbortSignal;
  /** Gives the time in milliseconds, rising. */
  readonly now: () => number;
}

/** The headers that go with an answer. */
type Headers = Readonly<Record<string, string | number>>;

/** Milliseconds that the head and the whole of a request may take to arrive. */
const [HEAD, WHOLE] = [10_000, 30_000];

/** Returns a server of paraphrases that does not listen yet. */
export function paraphraseServer(options: ServerOptions): Server {
  const { rewriter, version, origins, limits, signal } = options;
  const { model, modelHash } = rewriter.info;
  const queue = new Queue(limits.waiting);
  const rate = new Rate(limits.perMinute, options.now);
  const pages: Readonly<Record<string, () => unknown>> = {
    '/health': () => ({ status: 'ok', model, modelHash, ...rewriter.engine.execution, version, waiting: queue.waiting }),
    '/openapi.json': () => options.description,
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const port = (server.address() as AddressInfo | null)?.port ?? 0;
    let headers: Headers = {};
    try {
      const origin = requestOrigin(request.headers, port, origins);
      if (origin !== undefined) headers = { 'Access-Control-Allow-Origin': origin, Vary: 'Origin' };
      const path = (request.url ?? '').split('?')[0] ?? '';
      const [page, task] = [pages[path], tasks[path]];
      if (!page && !task) throw new OtherwiseError('not-found', `There is nothing at ${path}; /openapi.json says what there is.`);
      const method = page ? 'GET' : 'POST';
      if (request.method === 'OPTIONS' && origin !== undefined) return send(response, 204, undefined, { ...headers, ...preflight(method) });
      if (request.method !== method)
        return send(response, 405, { error: new OtherwiseError('not-allowed', `${path} takes ${method}.`) }, { ...headers, Allow: method });
      if (page) return send(response, 200, page(), headers);
      const seconds = rate.take();
      if (seconds > 0) {
        headers = { ...headers, 'Retry-After': seconds };
        throw new OtherwiseError('busy', `More than ${limits.perMinute} requests a minute. Try again in ${seconds} s.`);
      }
      const run = task?.(await jsonBody(request, limits.bytes), rewriter);
      const gone = abortWhenGone(response, signal);
      send(response, 200, await queue.run(async () => run?.(gone), gone), headers);
    } catch (cause) {
      // Whoever still sends is listened to, or it would not hear the answer.
      request.resume();
      refuse(response, toOtherwiseError(cause), headers);
    }
  };
  const server = createServer({ headersTimeout: HEAD, requestTimeout: WHOLE }, (request, response) => { void answer(request, response); });
  return server;
}

/** Fires when the client has left before its answer, and when all is stopped. */
function abortWhenGone(response: ServerResponse, signal: AbortSignal): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => { if (!response.writableEnded) gone.abort(); });
  return AbortSignal.any([gone.signal, signal]);
}

const preflight = (method: string): Headers => ({
  'Access-Control-Allow-Methods': method,
  'Access-Control-Allow-Headers': 'Content-Type',
  'Access-Control-Allow-Private-Network': 'true',
  'Access-Control-Max-Age': 600,
});

function refuse(response: ServerResponse, error: OtherwiseError, headers: Headers): void {
  const status = statusOf(error.code);
  const more = {
    ...(status === 429 && { 'Retry-After': 1 }),
    ...(status === 503 && { Connection: 'close' }),
  };
  send(response, status, { error }, { ...more, ...headers });
}

function send(response: ServerResponse, status: number, body: unknown, headers: Headers): void {
  if (response.destroyed || response.headersSent) return;
  const text = body === undefined ? '' : `${JSON.stringify(body)}\n`;
  response.writeHead(status, {
    ...(text !== '' && { 'Content-Type': 'application/json; charset=utf-8' }),
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'same-origin',
    ...headers,
  });
  response.end(text);
}
