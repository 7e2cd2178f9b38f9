/**
 * `node src/setup/notices.mjs`: writes THIRD_PARTY_NOTICES.md from what is installed: every package the app needs
 * at run time, directly or through another, with the licence its package.json states and the licence text it carries.
 * With `--check` it only compares and exits with 1 when the file is out of date.
 */
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './dependencies.mjs';

const target = `${root}THIRD_PARTY_NOTICES.md`;
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));
const { packages } = readJson(`${root}package-lock.json`);

/**
 * Folders of the packages that stand in the lock file and are neither for development only nor optional: the native runtime is fetched by
 * who wants it, and nothing that is built carries it.
 */
const folders = Object.entries(packages)
  .filter(
    ([folder, entry]) =>
      folder.startsWith('node_modules/') && !entry.dev && !entry.devOptional && !entry.optional &&
      existsSync(join(root, folder, 'package.json')),
  )
  .map(([folder]) => folder)
  .filter((folder) => !/\/@types\/|\/undici-types$/.test(folder)) // types only, nothing of them runs
  // The empty package that stands for those nobody needs (`overrides` in package.json).
  .filter((folder) => packages[folder].name !== '@favware/skip-dependency');
// Development packages whose code ends up in the built page.
const bundled = ['svelte', 'clsx', 'workbox-core', 'workbox-precaching', 'workbox-routing', 'workbox-strategies', 'workbox-window'];

const entries = [...folders, ...bundled.map((name) => `node_modules/${name}`).filter((folder) => existsSync(join(root, folder)))]
  .map((folder) => {
    const { name, version, license, repository, author } = readJson(join(root, folder, 'package.json'));
    const file = readdirSync(join(root, folder)).find((one) => /^(licen[cs]e|copying)(\.|$)/i.test(one));
    const text = file
      ? readFileSync(join(root, folder, file), 'utf8')
          .replaceAll('\r\n', '\n')
          .trim()
      : undefined;
    return {
      name,
      version,
      license: license ?? 'see its text',
      by: typeof author === 'string' ? author : author?.name,
      from: typeof repository === 'string' ? repository : repository?.url,
      text,
    };
  })
  .sort((a, b) => (a.name < b.name ? -1 : 1));

const isApache = (text) => /Apache License\s+Version 2\.0/.test(text) && text.length > 8000;
const quoted = (text) => text.split('\n').map((line) => `> ${line}`.trimEnd()).join('\n');
const author = (by) => by.replace(/<[^>]*>|\([^)]*\)/gu, '').trim();
const sourceOf = (from) =>
  from
    .replace(/^git\+|\.git$/gu, '')
    .replace(/^git:|^(?=[\w.-]+\/[\w.-]+$)/u, (start) => (start ? 'https:' : 'https://github.com/'));

const notice = ({ name, version, license, by, from, text }) =>
  [
    `### ${name} ${version}`,
    '',
    `Licence: ${license}${by ? `; by ${author(by)}` : ''}${from ? `; source: ${sourceOf(from)}` : ''}`,
    ...(text === undefined ? [] : isApache(text) ? ['', 'The text of the Apache License 2.0 is in LICENSE.'] : ['', quoted(text)]),
  ].join('\n');

const document = `# Third-party notices

Otherwise itself is under the Apache License 2.0 (LICENSE). It stands on the work below.

## Models and tables

- **SmolLM2-135M-Instruct** by Hugging Face, Apache License 2.0. The bundled model \`models/base\` is made from its
  weights: vocabulary cut, fine-tuned, quantised. What it was fine-tuned on, with the licence of each source, is in
  its model card, \`models/base/README.md\`.
- **Sentence embeddings** in \`models/meaning\`: trained on the pairs its README names; the coefficients of the
  predicted human score were fitted on the public judgements of the ParaBank authors, of which nothing else is
  shipped.
- **Word tables** in \`models/lexical\` (inflections, lexicon, counts): AGID and VarCon, WordNet 3.1, PPDB 1.0, Moby
  Thesaurus II and others. Their notices are in \`models/lexical/NOTICE.md\`.
- **Labelled test sentences** in \`test/golden/slips-*.jsonl\`: some sources are sentences of Tatoeba (tatoeba.org, CC
  BY 2.0 FR) and English Wikinews (CC BY 2.5); the rewrites beside them were made by our model.

## Methods

The methods are those of ParaBank (Hu et al. 2019), ParaBank 2 (Hu et al. 2019), ParaNMT-50M (Wieting and Gimpel 2018)
and paraphrase-fragment extraction (Wang and Callison-Burch 2011); the code is the project's own.

## Packages

What the app, its workers and its command line use at run time. The wasm files under \`ort/\` of the built page are
onnxruntime-web's, unchanged. The command line also works with onnxruntime-node (MIT, by Microsoft), which is optional
and no part of anything that is built here.

${entries.map(notice).join('\n\n')}
`;

if (process.argv.includes('--check')) {
  const current = existsSync(target) ? readFileSync(target, 'utf8') : '';
  if (current !== document) {
    process.stderr.write('THIRD_PARTY_NOTICES.md is out of date: run node src/setup/notices.mjs\n');
    process.exitCode = 1;
  }
} else writeFileSync(target, document);
