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
/** The proofreader's build, in its package. */
const PROOFREADER = 'harper_wasm_slim_bg.wasm';
/** The dictionaries, and the packages they come from. */
const DICTIONARIES = { en: 'dictionary-en', 'en-gb': 'dictionary-en-gb' };
/** The packages that the manifest of each folder names as its origin. */
const PACKAGES = { ort: 'onnxruntime-web', proofreader: 'harper.js', dictionaries: Object.values(DICTIONARIES).join(', ') };
type Folder = keyof typeof PACKAGES;
const folders = Object.keys(PACKAGES) as readonly Folder[];
const types: Record<string, string> = {
  '.mjs': 'text/javascript',
  '.wasm': 'application/wasm',
  '.json': 'application/json',
  '.aff': 'text/plain; charset=utf-8',
  '.dic': 'text/plain; charset=utf-8',
  '.md': 'text/plain; charset=utf-8',
};

interface LocalFile {
  /** Path below the page's base, with forward slashes. */
  readonly url: string;
  readonly file: string;
  /** Tells whether it is shipped gzip-packed as `url`, because the plain file exceeds what static hosts accept. */
  readonly packed: boolean;
}

/**
 * Serves the models (`models/<name>/`, not the recipe), the runtime's wasm files (`ort/`), the dictionaries of the speller
 * (`dictionaries/`) and the proofreader's wasm file (`proofreader/`) in development and puts them into the built folder. A wasm file above
 * 25 MiB is shipped as `<name>.wasm.gz`. The `manifest.json` of the last three lists bytes and SHA-256 of every file, in the form of a
 * model's manifest, so that the service worker can check them. `leftOut`: paths below `models/` that the built folder does without.
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
      const files = await listFiles(root, leftOut);
      for (const file of files) {
        const { url } = file;
        const bytes = await contentOf(file);
        if (bytes.byteLength > HOST_LIMIT)
          this.error(`${url} has ${bytes.byteLength} bytes, more than the ${HOST_LIMIT} that static hosts accept. Split it.`);
        const target = join(out, url);
        await mkdir(dirname(target), { recursive: true });
        await writeFile(target, bytes);
      }
      for (const folder of folders) await writeFile(join(out, folder, 'manifest.json'), await manifestOf(folder, files));
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
  const runtime = folderOf('onnxruntime-web/ort-wasm-simd-threaded.mjs');
  for (const build of RUNTIME_BUILDS) {
    files.push({ url: `ort/${build}.mjs`, file: join(runtime, `${build}.mjs`), packed: false });
    const wasm = join(runtime, `${build}.wasm`);
    const packed = (await stat(wasm)).size > HOST_LIMIT;
    files.push({ url: `ort/${build}.wasm${packed ? '.gz' : ''}`, file: wasm, packed });
  }
  for (const [name, from] of Object.entries(DICTIONARIES)) {
    for (const kind of ['aff', 'dic'])
      files.push({ url: `dictionaries/${name}.${kind}`, file: join(folderOf(from), `index.${kind}`), packed: false });
  }
  files.push({ url: `proofreader/${PROOFREADER}`, file: join(packageFolder('harper.js'), 'dist', PROOFREADER), packed: false });
  return files;
}

/** Gives the folder of a module of an installed package. */
function folderOf(module: string): string {
  return dirname(createRequire(import.meta.url).resolve(module));
}

/** Finds the folder of an installed package that offers no module to `require`. @throws where it is not installed */
function packageFolder(name: string): string {
  const folder = createRequire(import.meta.url).resolve.paths(name)?.map((path) => join(path, name)).find((path) => existsSync(path));
  if (folder === undefined) throw new Error(`The package ${name} is not installed.`);
  return folder;
}

/** The bytes that are shipped. */
async function contentOf({ file, packed }: LocalFile): Promise<Buffer> {
  return packed ? promisify(gzip)(await readFile(file), { level: 9 }) : readFile(file);
}

/** The manifest of a folder: its files with bytes and SHA-256. */
async function manifestOf(folder: Folder, all: readonly LocalFile[]): Promise<string> {
  const own = all.filter(({ url }) => url.startsWith(`${folder}/`));
  const files = await Promise.all(own.map(async (file) => {
    const bytes = await contentOf(file);
    return { file: file.url.slice(folder.length + 1), bytes: bytes.byteLength, sha256: createHash('sha256').update(bytes).digest('hex') };
  }));
  return `${JSON.stringify({ name: PACKAGES[folder], files: files.toSorted((a, b) => (a.file < b.file ? -1 : 1)) }, undefined, 1)}\n`;
}

async function serve(root: string, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  const url = decodeURIComponent((request.url ?? '').split('?')[0] ?? '').replace(/^\/+/, '');
  if (!/^(?:models|ort|dictionaries|proofreader)\//u.test(url)) return false;
  const all = await listFiles(root);
  const listing = folders.find((folder) => url === `${folder}/manifest.json`);
  if (listing !== undefined) {
    response.setHeader('Content-Type', 'application/json');
    response.end(await manifestOf(listing, all));
    return true;
  }
  const found = all.find((candidate) => candidate.url === url);
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
