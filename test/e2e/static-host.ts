import { readFile } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
};

/** Bytes that are sent at once before a line breaks. */
const PIECE = 256 * 1024;

/** A line that breaks after so many bytes; `taken` resolves when the reader has them: what it has not taken in by then is lost. */
interface Break {
  readonly breakAfter: number;
  readonly taken?: () => Promise<unknown>;
}

/** A fault of an answer: a status or another page instead of it, a line that breaks, or a wait before the first byte. */
export type HostFault = { readonly status: number } | { readonly page: string } | Break | { readonly wait: Promise<void> };

/** The answers of a host to a request for a part of a file: the whole, the part, the whole under the name of a part, or an error. */
export type Ranges = 'unknown' | 'served' | 'wrong' | 'refused';

/** A host that knows nothing of the app: plain files under a sub-path, no isolation headers, no ranges unless it is told to. */
export interface StaticHost {
  readonly url: string;
  /** Paths (below the sub-path) answered so far. */
  readonly served: string[];
  /** Method and address of every request that arrived, answered or not, and whether a browser asks for it as a service worker. */
  readonly asked: string[];
  /** Path and `Range` header of every request for a part of a file. */
  readonly parts: string[];
  ranges: Ranges;
  /** Which file of the folder stands at a path; undefined: none. */
  find: (path: string) => string | undefined;
  /** Changes the bytes of a file on their way; undefined sends them as they are. */
  tamper: ((path: string, bytes: Uint8Array) => Uint8Array) | undefined;
  /** Chooses what goes wrong with the answer for a path; undefined answers well. */
  fault: ((path: string) => HostFault | undefined) | undefined;
  close(): Promise<void>;
}

/** Serves `folder` at a free port under `/some/where/`. */
export async function openStaticHost(folder: string): Promise<StaticHost> {
  const prefix = '/some/where/';
  const served: string[] = [];
  const asked: string[] = [];
  const parts: string[] = [];
  const host: Pick<StaticHost, 'find' | 'tamper' | 'fault' | 'ranges'> = {
    find: (path) => path,
    tamper: undefined,
    fault: undefined,
    ranges: 'unknown',
  };
  const server: Server = createServer((request, response) => {
    const asWorker = request.headers['sec-fetch-dest'] === 'serviceworker' ? ', a service worker' : '';
    asked.push(`${request.method ?? ''} ${request.url ?? ''}${asWorker}`);
    const path = new URL(request.url ?? '/', 'http://host').pathname;
    const inside = path.startsWith(prefix) ? path.slice(prefix.length) || 'index.html' : undefined;
    const file = inside === undefined || normalize(inside).startsWith('..') ? undefined : host.find(inside);
    if (inside === undefined || file === undefined) {
      response.writeHead(404).end();
      return;
    }
    readFile(join(folder, file)).then(
      async (original) => {
        served.push(inside);
        const bytes = host.tamper?.(inside, original) ?? original;
        const fault = host.fault?.(inside);
        if (fault && 'status' in fault) {
          response.writeHead(fault.status).end();
          return;
        }
        if (fault && 'page' in fault) {
          response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(fault.page);
          return;
        }
        if (fault && 'wait' in fault) await fault.wait;
        const { range } = request.headers;
        if (range !== undefined) parts.push(`${inside} ${range}`);
        const { status, from, headers } = partOf(bytes.byteLength, range, host.ranges);
        response.writeHead(status, {
          'Content-Type': types[extname(inside)] ?? 'application/octet-stream',
          'Content-Length': bytes.byteLength - from,
          ...headers,
        });
        if (fault && 'breakAfter' in fault && status !== 416) await breakOff(response, bytes.subarray(from, fault.breakAfter), fault.taken);
        else response.end(bytes.subarray(from));
      },
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return Object.assign(host, {
    url: `http://127.0.0.1:${port}${prefix}`,
    served,
    asked,
    parts,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  });
}

/** Status, first byte and headers of an answer to a request with a `Range` header (`bytes=N-`, the only form that is asked for here). */
function partOf(
  total: number,
  range: string | undefined,
  ranges: Ranges,
): { readonly status: number; readonly from: number; readonly headers: Record<string, string> } {
  const asked = /^bytes=(\d+)-$/u.exec(range ?? '')?.[1];
  if (asked === undefined || ranges === 'unknown') return { status: 200, from: 0, headers: {} };
  if (ranges === 'refused') return { status: 416, from: total, headers: { 'Content-Range': `bytes */${total}` } };
  const from = ranges === 'served' ? Number(asked) : 0;
  return { status: 206, from, headers: { 'Content-Range': `bytes ${from}-${total - 1}/${total}` } };
}

/** Sends the bytes at the pace of the line, so that they arrive, and then breaks it. */
async function breakOff(response: ServerResponse, bytes: Uint8Array, taken: Break['taken']): Promise<void> {
  for (let at = 0; at < bytes.byteLength; at += PIECE) {
    await new Promise((resolve) => {
      response.write(bytes.subarray(at, at + PIECE), resolve);
    });
  }
  await taken?.().catch(() => undefined);
  response.destroy();
}
