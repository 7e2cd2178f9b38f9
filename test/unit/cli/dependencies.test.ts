import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

interface Package {
  /** The package's name, where it is not that of the folder: another package stands for it. */
  readonly name?: string;
  readonly version: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly devOptional?: boolean;
  readonly hasInstallScript?: boolean;
}

/** Stands for packages that would bring another runtime or pictures, and of which nothing is used. */
const EMPTY = '@favware/skip-dependency';

const read = (name: string): string => readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8');
const all = Object.entries((JSON.parse(read('package-lock.json')) as { packages: Record<string, Package> }).packages).filter(
  ([path]) => path !== '',
);
const shipped = all.filter(
  ([, { name, dev, devOptional, optional }]) => !dev && !devOptional && !optional && name !== EMPTY,
);
/** The native runtime and what it stands on: for the command line, which does without. */
const native = all.filter(([, { optional, dev }]) => optional && !dev);

/**
 * The most packages that are shipped: who adds one raises this number and says why. Half of them are what the reader of
 * Word documents (mammoth) and its writer (docx) stand on; both are fetched when such a document is opened or saved. One turns the checks
 * of options into JSON Schema for programs that ask the server, one knows which rows of a long table are in sight. What reads models of the
 * hub (transformers) is two more, and fetched when such a model is asked for. What reads Markdown with the place of every mark (micromark)
 * is made of 35 small ones.
 */
const MOST = 105;
/** The licences of shipped packages. Of JSZip's choice it is MIT; the notices carry the text of the one package that says only BSD. */
const licences = new Set([
  'MIT', 'ISC', 'Apache-2.0', 'BSD-3-Clause', 'BSD-2-Clause', 'BSD', '(MIT AND BSD)', '(MIT OR GPL-3.0-or-later)', '(MIT AND Zlib)',
]);

it('every package is pinned by its hash and names no registry', () => {
  expect(all.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([path]) => path)).toEqual([]);
  expect(all.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([]);
});

it('few packages ship, under licences that allow it, and each is named in the notices', () => {
  const notices = read('THIRD_PARTY_NOTICES.md');
  expect(shipped.length).toBeLessThanOrEqual(MOST);
  expect(shipped.filter(([, { license }]) => !licences.has(license ?? '')).map(([path]) => path)).toEqual([]);
  // Types are not code, and nothing of them ships.
  const code = shipped
    .map(([path]) => path.replace(/^.*node_modules\//u, ''))
    .filter((name) => !name.startsWith('@types/') && name !== 'undici-types');
  expect(code.filter((name) => !notices.includes(name))).toEqual([]);
});

it('no package that ships runs a script when it is installed, but for one whose script only compares versions', () => {
  expect(shipped.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path)).toEqual(['node_modules/protobufjs']);
});

it('the native runtime is optional, and its script, which would fetch files for graphics cards from another host, is told not to', () => {
  expect(native.map(([path]) => path)).toContain('node_modules/onnxruntime-node');
  expect(native.length).toBeLessThanOrEqual(6);
  expect(native.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path)).toEqual(['node_modules/onnxruntime-node']);
  expect(read('.npmrc').split('\n')).toContain('onnxruntime-node-install=skip');
});

it('onnxruntime is of one version in each of its packages, and what would bring another one or pictures is an empty package', () => {
  const { dependencies, optionalDependencies } = JSON.parse(read('package.json')) as Record<string, Record<string, string>>;
  const wanted = dependencies?.['onnxruntime-web'];
  expect(optionalDependencies).toEqual({ 'onnxruntime-node': wanted });
  const runtimes = all.filter(([path]) => path.endsWith('node_modules/onnxruntime-web'));
  expect(runtimes.map(([path, { version }]) => [path, `^${version}`])).toEqual([['node_modules/onnxruntime-web', wanted]]);
  const replaced = all.filter(([, { name }]) => name === EMPTY);
  expect(replaced.map(([path, { name }]) => [path, name])).toEqual([
    ['node_modules/@huggingface/transformers/node_modules/onnxruntime-node', EMPTY],
    ['node_modules/sharp', EMPTY],
  ]);
});
