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

/** For each rule one import that breaks it: who imports what. A file of ours that is named on the right imports nothing. */
const breaches: Readonly<Record<string, readonly [from: string, to: string]>> = {
  'no-cycles': ['src/text/back.ts', 'src/text/there.ts'],
  'no-orphans': ['src/text/orphan.ts', ''],
  'no-unresolved': ['src/text/unresolved.ts', './nowhere.ts'],
  'no-test-code': ['src/text/tested.ts', 'test/helper.ts'],
  'no-development-packages': ['src/client/developed.ts', 'vitest'],
  'queue-imports': ['src/queue.ts', 'src/text/leaf.ts'],
  'library-imports': ['src/library/breach.ts', 'src/text/leaf.ts'],
  'library-packages': ['src/library/packages.ts', 'valibot'],
  'options-imports': ['src/options.ts', 'src/text/leaf.ts'],
  'files-imports': ['src/files/breach.ts', 'src/text/leaf.ts'],
  'text-imports': ['src/text/breach.ts', 'src/constraints/leaf.ts'],
  'rich-imports': ['src/rich/breach.ts', 'src/formats/leaf.ts'],
  'formats-imports': ['src/formats/breach.ts', 'src/text/leaf.ts'],
  'constraints-imports': ['src/constraints/breach.ts', 'src/decoding/leaf.ts'],
  'decoding-imports': ['src/decoding/breach.ts', 'src/text/leaf.ts'],
  'evaluation-imports': ['src/evaluation/metrics/breach.ts', 'src/quality/leaf.ts'],
  'quality-imports': ['src/quality/breach.ts', 'src/evaluation/ratings/leaf.ts'],
  'choice-imports': ['src/choice/breach.ts', 'src/decoding/leaf.ts'],
  'corpus-imports': ['src/corpus/breach.ts', 'src/quality/leaf.ts'],
  'pipeline-imports': ['src/pipeline/breach.ts', 'src/files/leaf.ts'],
  'platform-imports': ['src/platform/breach.ts', 'src/text/leaf.ts'],
  'client-imports': ['src/client/breach.ts', 'src/quality/leaf.ts'],
  'state-imports': ['src/state/breach.ts', 'src/pipeline/leaf.ts'],
  'ui-imports': ['src/ui/breach.ts', 'src/client/leaf.ts'],
  'ui-types-only': ['src/ui/logic.ts', 'src/text/leaf.ts'],
  'protocol-imports': ['src/protocol.ts', 'src/text/leaf.ts'],
  'workers-are-above': ['src/pipeline/above.ts', 'workers/engine/leaf.ts'],
  'engine-imports': ['workers/engine/breach.ts', 'src/pipeline/leaf.ts'],
  'word-imports': ['workers/word/breach.ts', 'src/files/leaf.ts'],
  'worker-imports': ['workers/breach.worker.ts', 'src/platform/leaf.ts'],
  'cli-imports': ['src/cli/breach.ts', 'src/platform/leaf.ts'],
  'quality-tool-imports': ['test/quality/breach.ts', 'src/decoding/leaf.ts'],
  'extension-imports': ['src/extension/page/breach.ts', 'src/platform/leaf.ts'],
  'setup-imports': ['src/setup/breach.ts', 'src/text/leaf.ts'],
  'service-worker-imports': ['src/service-worker.ts', 'src/files/leaf.ts'],
  'pure-packages': ['src/choice/packages.ts', 'valibot'],
  'rich-packages': ['src/rich/packages.ts', 'micromark'],
  'formats-packages': ['src/formats/packages.ts', 'valibot'],
  'pipeline-packages': ['src/pipeline/packages.ts', 'diff'],
  'options-packages': ['src/options.ts', 'diff'],
  'files-packages': ['src/files/packages.ts', 'diff'],
  'engine-packages': ['workers/engine/packages.ts', 'comlink'],
  'word-packages': ['workers/word/packages.ts', 'diff'],
  'worker-packages': ['workers/packages.worker.ts', 'diff'],
  'platform-packages': ['src/platform/packages.ts', 'diff'],
  'client-packages': ['src/client/packages.ts', 'diff'],
  'cli-packages': ['src/cli/packages.ts', 'diff'],
  'quality-tool-packages': ['test/quality/packages.ts', 'diff'],
  'no-node-in-the-browser': ['src/text/node.ts', 'fs'],
  'comlink-at-the-edge': ['src/state/edge.ts', 'comlink'],
};
const isOurs = (path: string): boolean => /^(?:src|workers|quality|test)\//u.test(path);

/** The sources of all breaches: file -> what it imports. */
function planted(): Map<string, string[]> {
  const files = new Map([['src/text/there.ts', ['./back.ts']]]);
  for (const [from, to] of Object.values(breaches)) {
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
