import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, posix } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const config = join(root, '.dependency-cruiser.cjs');
const rules = (createRequire(import.meta.url)(config) as { forbidden: { name: string }[] }).forbidden.map((rule) => rule.name);
// Inside the project, so that npm packages resolve as they do for the real sources.
const folder = join(root, '.cache/law-breaches');

/** Each store and the next one, which it may not read. */
const stores = Object.fromEntries(
  ['settings', 'documents', 'words', 'engine', 'rewrites', 'review', 'files', 'compose', 'corpus', 'measure']
    .flatMap((store, at, line): [string, [string, string]][] => {
      const next = line[at + 1];
      return next === undefined ? [] : [[`store-${store}`, [`src/app/state/${store}/breach.ts`, `src/app/state/${next}/leaf.ts`]]];
    }),
);

/** The import that breaks each rule: who imports what. A file of ours that is named on the right imports nothing. */
const breaches: Readonly<Record<string, readonly [from: string, to: string]>> = {
  'no-cycles': ['src/core/text/back.ts', 'src/core/text/there.ts'],
  'no-folder-cycles': ['src/lab/ratings', 'src/lab/corpora'],
  'no-orphans': ['src/core/text/orphan.ts', ''],
  'no-unresolved': ['src/core/text/unresolved.ts', './nowhere.ts'],
  'no-test-code': ['src/core/text/tested.ts', 'test/helper.ts'],
  'no-development-packages': ['src/engine/client/developed.ts', 'vitest'],
  'core-imports': ['src/core/pipeline/breach.ts', 'src/engine/model/leaf.ts'],
  'queue-imports': ['src/core/queue.ts', 'src/core/text/leaf.ts'],
  'options-imports': ['src/core/options.ts', 'src/core/text/leaf.ts'],
  'protocol-imports': ['src/core/protocol.ts', 'src/core/text/leaf.ts'],
  'text-imports': ['src/core/text/breach.ts', 'src/core/constraints/leaf.ts'],
  'metrics-imports': ['src/core/metrics/breach.ts', 'src/core/quality/leaf.ts'],
  'alignment-imports': ['src/core/alignment/breach.ts', 'src/core/metrics/leaf.ts'],
  'constraints-imports': ['src/core/constraints/breach.ts', 'src/core/decoding/leaf.ts'],
  'decoding-imports': ['src/core/decoding/breach.ts', 'src/core/text/leaf.ts'],
  'quality-imports': ['src/core/quality/breach.ts', 'src/core/choice/leaf.ts'],
  'choice-imports': ['src/core/choice/breach.ts', 'src/core/decoding/leaf.ts'],
  'engine-imports': ['src/engine/model/rich.ts', 'src/rich/leaf.ts'],
  'files-imports': ['src/engine/files/breach.ts', 'src/core/text/leaf.ts'],
  'client-imports': ['src/engine/client/breach.ts', 'src/core/quality/leaf.ts'],
  'model-imports': ['src/engine/model/breach.ts', 'src/engine/client/leaf.ts'],
  'hub-imports': ['src/engine/hub/breach.ts', 'src/engine/client/leaf.ts'],
  'rich-imports': ['src/rich/breach.ts', 'src/core/metrics/leaf.ts'],
  'lab-imports': ['src/lab/breach.ts', 'src/engine/client/leaf.ts'],
  'starting-imports': ['src/app/workers/breach.ts', 'src/app/platform/leaf.ts'],
  'platform-imports': ['src/app/platform/breach.ts', 'src/core/text/leaf.ts'],
  'state-imports': ['src/app/state/breach.ts', 'src/engine/model/leaf.ts'],
  ...stores,
  'panes-apart': ['src/app/ui/review/breach.ts', 'src/app/ui/compose/leaf.ts'],
  'ui-imports': ['src/app/ui/breach.ts', 'src/engine/client/leaf.ts'],
  'ui-types-only': ['src/app/ui/logic.ts', 'src/core/text/leaf.ts'],
  'service-worker-imports': ['src/app/service-worker.ts', 'src/engine/files/leaf.ts'],
  'app-imports': ['src/app/open-app.ts', 'src/cli/leaf.ts'],
  'extension-imports': ['src/extension/page/breach.ts', 'src/app/platform/leaf.ts'],
  'worker-imports': ['workers/breach.worker.ts', 'src/app/platform/leaf.ts'],
  'workers-are-above': ['src/core/pipeline/above.ts', 'workers/leaf.ts'],
  'cli-imports': ['src/cli/breach.ts', 'src/app/platform/leaf.ts'],
  'library-imports': ['src/library/breach.ts', 'src/core/text/leaf.ts'],
  'setup-imports': ['src/setup/breach.ts', 'src/core/text/leaf.ts'],
  'quality-tool-imports': ['test/quality/breach.ts', 'src/engine/model/leaf.ts'],
  'core-packages': ['src/core/choice/packages.ts', 'valibot'],
  'pipeline-packages': ['src/core/pipeline/packages.ts', 'diff'],
  'options-packages': ['src/core/options.ts', 'diff'],
  'rich-packages': ['src/rich/packages.ts', 'micromark'],
  'formats-packages': ['src/rich/formats/packages.ts', 'valibot'],
  'word-packages': ['src/rich/word/packages.ts', 'diff'],
  'files-packages': ['src/engine/files/packages.ts', 'diff'],
  'engine-packages': ['src/engine/model/packages.ts', 'comlink'],
  'proofread-packages': ['src/engine/proofread/packages.ts', 'comlink'],
  'engine-door-packages': ['src/engine/packages.ts', 'valibot'],
  'client-packages': ['src/engine/client/packages.ts', 'diff'],
  'worker-packages': ['workers/packages.worker.ts', 'diff'],
  'platform-packages': ['src/app/platform/packages.ts', 'diff'],
  'library-packages': ['src/library/packages.ts', 'valibot'],
  'cli-packages': ['src/cli/packages.ts', 'diff'],
  'quality-tool-packages': ['test/quality/packages.ts', 'diff'],
  'no-node-in-the-browser': ['src/core/text/node.ts', 'fs'],
  'comlink-at-the-edge': ['src/app/state/edge.ts', 'comlink'],
};
const isOurs = (path: string): boolean => /^(?:src|workers|test)\//u.test(path);

/** The sources of all breaches: file -> what it imports. */
function planted(): Map<string, string[]> {
  const files = new Map([
    ['src/core/text/there.ts', ['./back.ts']],
    ['src/lab/ratings/there.ts', ['../corpora/leaf.ts']], ['src/lab/corpora/leaf.ts', []],
    ['src/lab/corpora/back.ts', ['../ratings/leaf.ts']], ['src/lab/ratings/leaf.ts', []],
  ]);
  for (const [from, to] of Object.entries(breaches).filter(([rule]) => rule !== 'no-folder-cycles').map(([, breach]) => breach)) {
    const name = isOurs(to) ? `./${posix.relative(posix.dirname(from), to)}` : to;
    files.set(from, [...(files.get(from) ?? []), ...(to === '' ? [] : [name])]);
    if (isOurs(to)) files.set(to, files.get(to) ?? []);
  }
  return files;
}

let status: number | null;
let told = '';
beforeAll(() => {
  for (const [path, imports] of planted()) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${imports.map((name, i) => `import * as m${i} from '${name}';\nvoid m${i};\n`).join('')}export const here = 1;\n`);
  }
  const tool = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const run = spawnSync(process.execPath, [tool, '--config', config, 'src', 'workers', 'test/quality'], { cwd: folder, encoding: 'utf8' });
  status = run.status;
  told = stripVTControlCharacters(run.stdout);
}, 120_000);

afterAll(() => { rmSync(folder, { recursive: true, force: true }); });

describe('the folder law', () => {
  it('has a breach planted for every rule', () => {
    expect(Object.keys(breaches).sort()).toEqual([...rules].sort());
  });

  it.each(Object.entries(breaches))('%s: finds its breach', (rule, [from, to]) => {
    const said = told.split(/\s+(?=error )/u).filter((violation) => violation.startsWith(`error ${rule}: ${from}`));
    expect(said.filter((violation) => violation.includes(to))).toHaveLength(1);
  });

  it('ends `npm run law` with an error', () => {
    expect(status).toBeGreaterThan(0);
  });
});
