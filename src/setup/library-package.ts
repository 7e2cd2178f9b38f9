import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { webManifest } from './web-manifest.ts';

/** Returns the package's `package.json`. `version`: the project's. */
export function packageManifest(version: string): string {
  const manifest = {
    name: 'otherwise',
    version,
    description: webManifest.description,
    license: 'Apache-2.0',
    type: 'module',
    main: './dist/node/index.js',
    types: './types/library/index.d.ts',
    exports: {
      '.': { types: './types/library/index.d.ts', node: './dist/node/index.js', default: './dist/index.js' },
      './package.json': './package.json',
    },
    sideEffects: ['./dist/worker.js', './dist/global.js'],
    files: ['dist', 'types', 'ort', 'models', 'examples', 'THIRD_PARTY_NOTICES.md'],
    engines: { node: '>=20.19' },
    peerDependencies: { 'onnxruntime-node': '^1.30.0' },
    peerDependenciesMeta: { 'onnxruntime-node': { optional: true } },
    keywords: ['paraphrase', 'rewrite', 'nlp', 'webgpu', 'wasm', 'offline'],
  };
  return `${JSON.stringify(manifest, undefined, 2)}\n`;
}

/** Returns the package's README: its text, with the examples as they are shipped. */
export async function packageReadme(folder: string): Promise<string> {
  let text = await readFile(join(folder, 'README.md'), 'utf8');
  for (const [mark, file = ''] of text.matchAll(/^<!-- (examples\/\S+) -->$/gmu)) {
    const source = await readFile(join(folder, file), 'utf8');
    text = text.replace(mark, () => `\`\`\`${file.endsWith('.html') ? 'html' : 'js'}\n${source.trimEnd()}\n\`\`\``);
  }
  return text;
}
