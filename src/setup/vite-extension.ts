import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build, type Plugin } from 'vite';
import { browsers, extensionManifest } from './extension-manifest.ts';

/** Scripts that browsers load as classic ones: one file each, which imports nothing. */
const classic = ['background', 'page'];
/** The files that only a host on the web needs. */
const webOnly = ['robots.txt', 'screenshots'];

/**
 * Makes an extension of the built page: the panel's entry takes the place of the page's, the scripts in the background
 * and in other pages are added, and each browser gets a copy with its own manifest beside the output folder.
 */
export function extension(): Plugin {
  let root = '';
  let out = '';
  return {
    name: 'otherwise:extension',
    apply: 'build',
    configResolved(config) {
      root = config.root;
      out = resolve(root, config.build.outDir);
    },
    transformIndexHtml: { order: 'pre', handler: (html) => html.replace('/src/app/main.ts', '/src/extension/panel.ts') },
    async closeBundle() {
      for (const name of classic) await buildClassic(join(root, `src/extension/${name}.ts`), out);
      for (const name of webOnly) await rm(join(out, name), { recursive: true, force: true });
      await writeManifests(root, out);
    },
  };
}

async function buildClassic(input: string, outDir: string): Promise<void> {
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      outDir,
      emptyOutDir: false,
      target: 'es2023',
      modulePreload: false,
      rollupOptions: { input, output: { format: 'iife', entryFileNames: '[name].js' } },
    },
  });
}

async function writeManifests(root: string, out: string): Promise<void> {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  for (const browser of browsers) {
    const folder = resolve(out, '..', browser);
    if (folder !== out) {
      await rm(folder, { recursive: true, force: true });
      await cp(out, folder, { recursive: true });
    }
    await writeFile(join(folder, 'manifest.json'), `${JSON.stringify(extensionManifest(browser, version), undefined, 1)}\n`);
  }
}
