import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { build, type InlineConfig, type Plugin, type UserConfig } from 'vite';
import { packageManifest, packageReadme } from './library-package.ts';
import { writeTypes } from './library-types.ts';

const OUT = 'dist-library';
const runtime = dirname(createRequire(import.meta.url).resolve('onnxruntime-web/ort-wasm-simd-threaded.mjs'));
/** The file of Node's runtime, which looks for its files beside itself and so stays a file of its own. */
const NODE_RUNTIME = 'ort/ort.node.mjs';
/** Every bundle by its file: where it begins. The worker and Node's lie as far below the package as their sources do below the root. */
const entries = {
  'dist/index.js': 'src/library/index.ts',
  'dist/global.js': 'src/library/global.ts',
  'dist/worker.js': 'workers/library.worker.ts',
  'dist/node/index.js': 'src/library/node.ts',
  [NODE_RUNTIME]: join(runtime, 'ort.node.min.mjs'),
} as const;
type Bundle = keyof typeof entries;
const ORT_BUILDS = ['ort-wasm-simd-threaded', 'ort-wasm-simd-threaded.jspi', 'ort-wasm-simd-threaded.asyncify'];
const TABLES = ['models/lexical', 'models/meaning'];
const TEXTS = ['LICENSE', 'THIRD_PARTY_NOTICES.md'];

/**
 * Says how Vite makes one file of the package, with everything in it: as for a server, because only then are addresses (of the
 * worker, of files) left for the bundlers of those who use the package.
 */
export function libraryBuild(bundle: Bundle, format: 'es' | 'iife'): UserConfig {
  const isNode = bundle.includes('node');
  return {
    publicDir: false,
    ssr: {
      noExternal: true,
      target: isNode ? 'node' : 'webworker',
      resolve: { conditions: isNode ? ['node', 'module', 'import'] : ['onnxruntime-web-use-extern-wasm', 'module', 'browser', 'import'] },
    },
    build: {
      ssr: entries[bundle],
      outDir: OUT,
      emptyOutDir: false,
      target: 'es2023',
      // The comments that keep bundlers from following the runtime's own imports must stay.
      minify: false,
      rolldownOptions: {
        output: {
          format, entryFileNames: bundle, codeSplitting: false, ...(format === 'iife' && { name: 'Otherwise' }),
        },
      },
    },
  };
}

/** Makes the rest of the package beside its first bundle. */
export function library(): Plugin {
  let root = '';
  return {
    name: 'otherwise:library',
    configResolved(config) {
      root = config.root;
    },
    buildStart: () => rm(join(root, OUT), { recursive: true, force: true }),
    async closeBundle() {
      const others: readonly InlineConfig[] = [
        libraryBuild('dist/global.js', 'iife'), libraryBuild('dist/worker.js', 'es'), libraryBuild(NODE_RUNTIME, 'es'),
        { ...libraryBuild('dist/node/index.js', 'es'), plugins: [shippedRuntime()] },
      ];
      for (const config of others) await build({ ...config, root, configFile: false, logLevel: 'warn' });
      const out = join(root, OUT);
      await copyFiles(root, out);
      await writeTypes(root, join(out, 'types'));
      const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
      await writeFile(join(out, 'package.json'), packageManifest(version));
      await writeFile(join(out, 'README.md'), await packageReadme(join(root, 'src/library')));
    },
  };
}

/** Leaves Node's runtime outside. */
function shippedRuntime(): Plugin {
  return {
    name: 'otherwise:shipped-runtime',
    enforce: 'pre',
    resolveId: (id) => (id === 'onnxruntime-web' ? { id: `../../${NODE_RUNTIME}`, external: true } : undefined),
  };
}

async function copyFiles(root: string, out: string): Promise<void> {
  await mkdir(join(out, 'ort'), { recursive: true });
  for (const file of ORT_BUILDS.flatMap((name) => [`${name}.mjs`, `${name}.wasm`])) {
    const bytes = await readFile(join(runtime, file));
    const packed = file.endsWith('asyncify.wasm');
    await writeFile(join(out, 'ort', packed ? `${file}.gz` : file), packed ? await promisify(gzip)(bytes, { level: 9 }) : bytes);
  }
  for (const folder of TABLES) await cp(join(root, folder), join(out, folder), { recursive: true });
  await cp(join(root, 'src/library/examples'), join(out, 'examples'), { recursive: true });
  for (const file of TEXTS) await cp(join(root, file), join(out, file));
}
