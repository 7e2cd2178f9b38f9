import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

const types: Record<string, string> = {
  '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript', '.css': 'text/css', '.json': 'application/json', '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml', '.png': 'image/png', '.webmanifest': 'application/manifest+json',
};

/** What goes wrong with an answer: a status instead of it, a line that breaks after so many bytes, or a wait before the first byte. */
export type HostFault = { readonly status: number } | { readonly breakAfter: number } | { readonly wait: Promise<void> };

/** A host that knows nothing of the app: plain files under a sub-path, no isolation headers, no ranges. */
export interface StaticHost {
  readonly url: string;
  /** Paths (below the sub-path) answered so far. */
  readonly served: string[];
  /** Method and address of every request that arrived, answered or not. */
  readonly asked: string[];
  /** Which file of the folder stands at a path; undefined: none. */
  find: (path: string) => string | undefined;
  /** Changes the bytes of a file on their way; undefined sends them as they are. */
  tamper: ((path: string, bytes: Uint8Array) => Uint8Array) | undefined;
  /** What goes wrong with the answer for a path; undefined answers well. */
  fault: ((path: string) => HostFault | undefined) | undefined;
  close(): Promise<void>;
}

/** Serves `folder` at a free port under `/some/where/`. */
export async function openStaticHost(folder: string): Promise<StaticHost> {
  const prefix = '/some/where/';
  const served: string[] = [];
  const asked: string[] = [];
  const host: Pick<StaticHost, 'find' | 'tamper' | 'fault'> = { find: (path) => path, tamper: undefined, fault: undefined };
  const server: Server = createServer((request, response) => {
    asked.push(`${request.method ?? ''} ${request.url ?? ''}`);
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
        if (fault && 'wait' in fault) await fault.wait;
        response.writeHead(200, { 'Content-Type': types[extname(inside)] ?? 'application/octet-stream', 'Content-Length': bytes.byteLength });
        if (fault && 'breakAfter' in fault) response.write(bytes.subarray(0, fault.breakAfter), () => setTimeout(() => response.destroy(), 50));
        else response.end(bytes);
      },
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${prefix}`,
    served,
    asked,
    get find() {
      return host.find;
    },
    set find(find) {
      host.find = find;
    },
    get tamper() {
      return host.tamper;
    },
    set tamper(change) {
      host.tamper = change;
    },
    get fault() {
      return host.fault;
    },
    set fault(fault) {
      host.fault = fault;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
