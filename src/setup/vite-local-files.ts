import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** Largest file that common static hosts accept, bytes. */
const HOST_LIMIT = 25 * 1024 * 1024;
/** Builds of the runtime the engine may ask for: WebGPU with and without JSPI, and plain WASM. */
const RUNTIME_BUILDS = ['ort-wasm-simd-threaded', 'ort-wasm-simd-threaded.jspi', 'ort-wasm-simd-threaded.asyncify'];
const types: Record<string, string> = {
  '.mjs': 'text/javascript',
  '.wasm': 'application/wasm',
  '.json': 'application/json',
  '.md': 'text/plain; charset=utf-8',
};

interface LocalFile {
  /** Path below the page's base, with forward slashes. */
  readonly url: string;
  readonly file: string;
  /** Shipped gzip-packed as `url`, because the plain file exceeds what static hosts accept. */
  readonly packed: boolean;
}

/**
 * Serves the models (`models/<name>/`, not the recipe) and the runtime's wasm files (`ort/`) in development and puts
 * them into the built folder. A wasm file above 25 MiB is shipped as `<name>.wasm.gz`. `ort/manifest.json` lists bytes
 * and SHA-256 of every runtime file, in the form of a model's manifest, so that the service worker can check them.
 * `leftOut`: paths below `models/` that the built folder does without.
 */
export function localFiles(leftOut?: RegExp): Plugin {
  let root = process.cwd();
  return {
    name: 'otherwise:local-files',
    configResolved(config) {
      root = config.root;
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        void serve(root, request, response).then((served) => {
          if (!served) next();
        }, next);
      });
    },
    async generateBundle(options) {
      // The service worker is bundled by a second run of the same plugins' host; files are written once, with the page.
      const out = options.dir ?? resolve(root, 'dist');
      for (const { url, file, packed } of await listFiles(root, leftOut)) {
        const bytes = packed ? await promisify(gzip)(await readFile(file), { level: 9 }) : await readFile(file);
        if (bytes.byteLength > HOST_LIMIT)
          this.error(`${url} has ${bytes.byteLength} bytes, more than the ${HOST_LIMIT} that static hosts accept. Split it.`);
        const target = join(out, url);
        await mkdir(dirname(target), { recursive: true });
        await writeFile(target, bytes);
      }
      await writeFile(join(out, 'ort', 'manifest.json'), await runtimeManifest(join(out, 'ort')));
    },
  };
}

async function listFiles(root: string, leftOut?: RegExp): Promise<LocalFile[]> {
  const files: LocalFile[] = [];
  const models = join(root, 'models');
  for (const entry of existsSync(models) ? await readdir(models, { recursive: true, withFileTypes: true }) : []) {
    const path = relative(models, join(entry.parentPath, entry.name)).split(sep).join('/');
    const isShipped = !path.startsWith('recipe/') && !path.split('/').some((part) => part.startsWith('.')) && leftOut?.test(path) !== true;
    if (entry.isFile() && isShipped) {
      files.push({ url: `models/${path}`, file: join(models, path), packed: false });
    }
  }
  const runtime = runtimeFolder();
  for (const build of RUNTIME_BUILDS) {
    files.push({ url: `ort/${build}.mjs`, file: join(runtime, `${build}.mjs`), packed: false });
    const wasm = join(runtime, `${build}.wasm`);
    const packed = (await stat(wasm)).size > HOST_LIMIT;
    files.push({ url: `ort/${build}.wasm${packed ? '.gz' : ''}`, file: wasm, packed });
  }
  return files;
}

function runtimeFolder(): string {
  return dirname(createRequire(import.meta.url).resolve('onnxruntime-web/ort-wasm-simd-threaded.mjs'));
}

async function runtimeManifest(folder: string): Promise<string> {
  const files = [];
  for (const name of (await readdir(folder)).filter((name) => name !== 'manifest.json').sort()) {
    const bytes = await readFile(join(folder, name));
    files.push({ file: name, bytes: bytes.byteLength, sha256: createHash('sha256').update(bytes).digest('hex') });
  }
  return `${JSON.stringify({ name: 'onnxruntime-web', files }, undefined, 1)}\n`;
}

async function serve(root: string, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  const url = decodeURIComponent((request.url ?? '').split('?')[0] ?? '').replace(/^\/+/, '');
  if (!url.startsWith('models/') && !url.startsWith('ort/')) return false;
  const found = (await listFiles(root)).find((candidate) => candidate.url === url);
  if (!found) {
    // Vite would answer with the page; a missing model file must be a plain 404.
    response.writeHead(404).end();
    return true;
  }
  response.setHeader('Content-Type', types[/\.[^.]*$/.exec(url)?.[0] ?? ''] ?? 'application/octet-stream');
  response.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
  response.setHeader('Cross-Origin-Embedder-Policy', 'require-corp');
  if (found.packed) response.end(await promisify(gzip)(await readFile(found.file), { level: 1 }));
  else {
    response.setHeader('Content-Length', (await stat(found.file)).size);
    createReadStream(found.file).pipe(response);
  }
  return true;
}
