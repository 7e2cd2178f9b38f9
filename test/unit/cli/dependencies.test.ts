import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

interface Package {
  /** Where it is not that of the folder: another package stands for it. */
  readonly name?: string;
  readonly version: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly hasInstallScript?: boolean;
}

/** Stands for packages that would bring another runtime, from another host, and of which nothing is used. */
const EMPTY = '@favware/skip-dependency';

const read = (name: string): string => readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8');
const all = Object.entries((JSON.parse(read('package-lock.json')) as { packages: Record<string, Package> }).packages).filter(
  ([path]) => path !== '',
);
const shipped = all.filter(([, { name, dev, devOptional }]) => !dev && !devOptional && name !== EMPTY);

/**
 * What ships is looked through one by one: who adds a package raises this number and says why. Half of them are what the reader of
 * Word documents (mammoth) and its writer (docx) stand on; both are fetched when such a document is opened or saved. One turns the checks
 * of options into JSON Schema for programs that ask the server, one knows which rows of a long table are in sight. What reads models of the
 * hub (transformers) is two more, and fetched when such a model is asked for.
 */
const MOST = 70;
/** Of the choice that JSZip gives, MIT; the notices carry the text of the one package that says only BSD. */
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

it('there is one onnxruntime-web, the one asked for; what would fetch another runtime or pictures is an empty package', () => {
  const wanted = (JSON.parse(read('package.json')) as { dependencies: Record<string, string> }).dependencies['onnxruntime-web'];
  const runtimes = all.filter(([path]) => path.endsWith('node_modules/onnxruntime-web'));
  expect(runtimes.map(([path, { version }]) => [path, `^${version}`])).toEqual([['node_modules/onnxruntime-web', wanted]]);
  const replaced = all.filter(([path]) => /node_modules\/(?:onnxruntime-node|sharp)$/u.test(path));
  expect(replaced.map(([path, { name }]) => [path, name])).toEqual([
    ['node_modules/onnxruntime-node', EMPTY],
    ['node_modules/sharp', EMPTY],
  ]);
});
