import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, relative, sep } from 'node:path';

/** The ways in which a host may fail, for one file or, with `api`, for the listing of a model. */
export type Fault =
  | { readonly status: number }
  | 'html' // a web page with status 200
  | 'half' // breaks off in the middle, every time
  | 'half-once' // breaks off in the middle, the first time
  | 'wrong-byte' // one byte is another
  | 'longer' // goes on after its end
  | 'silent' // never answers
  | 'stalls'; // stops in the middle and keeps the line open

export interface HubServer {
  readonly url: string;
  /** Paths that were asked for, with the range where one was. */
  readonly asked: string[];
  /** The faults by file name, or `api`. */
  readonly faults: Map<string, Fault>;
  /** The fields that the hub tells of every model besides its files. */
  about: Record<string, unknown>;
  /** Resolves when a line that breaks off may do so: what the client has not taken in by then is lost. */
  taken: Promise<unknown>;
  close(): Promise<void>;
}

export const REVISION = '0123456789abcdef0123456789abcdef01234567';

/** A host with the hub's paths for the models below a folder (`owner/name` → `folder/owner/name`), with ranges and CORS headers. */
export async function startHub(folder: string): Promise<HubServer> {
  const asked: string[] = [];
  const faults = new Map<string, Fault>();
  const hub: State = { asked, faults, about: { tags: ['onnx'] }, taken: Promise.resolve() };
  const server = createServer((request, response) => { answer(request, response, folder, hub); });
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  const { port } = server.address() as AddressInfo;
  return Object.assign(hub, {
    url: `http://127.0.0.1:${port}/`,
    close: () => new Promise<void>((resolve) => {
      server.closeAllConnections();
      server.close(() => { resolve(); });
    }),
  });
}

type State = Pick<HubServer, 'asked' | 'faults' | 'about' | 'taken'>;

function answer(request: IncomingMessage, response: ServerResponse, folder: string, { asked, faults, about, taken }: State): void {
  const { range } = request.headers;
  const path = decodeURIComponent(new URL(request.url ?? '/', 'http://x').pathname);
  asked.push(range === undefined ? path : `${path} ${range}`);
  response.setHeader('Access-Control-Allow-Origin', '*');
  response.setHeader('Access-Control-Allow-Headers', '*');
  response.setHeader('Access-Control-Expose-Headers', 'Content-Range, Content-Length');
  response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
  if (request.method === 'OPTIONS') return void response.writeHead(204).end();
  const told = /^\/api\/models\/([\w.-]+\/[\w.-]+)\/revision\/main$/u.exec(path)?.[1];
  const [, name = '', file = ''] = /^\/([\w.-]+\/[\w.-]+)\/resolve\/[0-9a-f]+\/(.+)$/u.exec(path) ?? [];
  const bytes = told === undefined ? read(join(folder, name, file)) : tell(join(folder, told), about);
  const fault = faults.get(told === undefined ? file : 'api');
  if (fault === 'half-once') faults.delete(file);
  if (bytes === undefined && fault === undefined) return void response.writeHead(404, { 'Content-Type': 'application/json' }).end('{}');
  const type = told === undefined ? 'application/octet-stream' : 'application/json';
  send(response, bytes ?? Buffer.alloc(0), fault, { type, range, taken });
}

interface Asked {
  /** The content type of the answer. */
  readonly type: string;
  readonly range: string | undefined;
  readonly taken: Promise<unknown>;
}

function send(response: ServerResponse, bytes: Buffer, fault: Fault | undefined, { type, range, taken }: Asked): void {
  if (fault === 'silent') return;
  if (typeof fault === 'object') return void response.writeHead(fault.status, { 'Content-Type': 'text/plain' }).end('no');
  if (fault === 'html') return void response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><title>Sign in</title>');
  const from = Number(/^bytes=(\d+)-$/u.exec(range ?? '')?.[1] ?? 0);
  const body = Buffer.from(fault === 'longer' ? Buffer.concat([bytes, Buffer.from('more')]) : bytes);
  if (fault === 'wrong-byte') body[body.length >> 1] = (body[body.length >> 1] ?? 0) ^ 1;
  const rest = body.subarray(from);
  const ranged = from > 0 ? { 'Content-Range': `bytes ${from}-${body.length - 1}/${body.length}` } : {};
  response.writeHead(from > 0 ? 206 : 200, { 'Content-Type': type, 'Content-Length': rest.length, ...ranged });
  if (fault === 'half' || fault === 'half-once') {
    response.write(rest.subarray(0, rest.length >> 1), () => void taken.then(() => response.destroy()));
    return;
  }
  if (fault === 'stalls') return void response.write(rest.subarray(0, rest.length >> 1));
  response.end(rest);
}

function read(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

/** Gives a listing as the hub does: SHA-256 of large files (here the graphs), git's SHA-1 of the others. */
function tell(folder: string, about: Record<string, unknown>): Buffer | undefined {
  try {
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const siblings = files.map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      const bytes = readFileSync(path);
      const git = createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const rfilename = relative(folder, path).split(sep).join('/');
      const isLarge = name.endsWith('.onnx');
      return { rfilename, size: bytes.length, blobId: git, ...(isLarge && { lfs: { sha256, size: bytes.length, pointerSize: 134 } }) };
    });
    return Buffer.from(JSON.stringify({ id: 'x', sha: REVISION, gated: false, cardData: cardOf(folder), ...about, siblings }));
  } catch {
    return undefined;
  }
}

/** Licence and languages as the front matter of a model's card has them. */
function cardOf(folder: string): { readonly license: string | undefined; readonly language: readonly string[] } {
  const [, front = ''] = readFileSync(join(folder, 'README.md'), 'utf8').split(/^---$/mu);
  return { license: /^license: (.+)$/mu.exec(front)?.[1], language: (front.match(/^- [a-z]{2}$/gmu) ?? []).map((line) => line.slice(2)) };
}
