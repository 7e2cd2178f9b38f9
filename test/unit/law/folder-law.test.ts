import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const config = join(root, '.dependency-cruiser.cjs');
const rules = (createRequire(import.meta.url)(config) as { forbidden: { name: string }[] }).forbidden.map((rule) => rule.name);
// Inside the project, so that npm packages resolve as they do for the real sources.
const folder = join(root, '.cache/law-breaches');

/** The smallest sources that break each rule once: file -> what it imports. */
const breaches: Readonly<Record<string, readonly string[]>> = {
  'src/errors.ts': [],
  'src/language/words.ts': ['../constraints/pool.ts', '../decoding/cycle.ts'],
  'src/language/orphan.ts': [],
  'src/language/unresolved.ts': ['./nowhere.ts'],
  'src/constraints/pool.ts': ['../decoding/beam.ts', 'comlink'],
  'src/decoding/beam.ts': ['../selection/rank.ts', 'onnxruntime-web'],
  'src/decoding/cycle.ts': ['../language/words.ts', 'node:fs'],
  'src/selection/rank.ts': ['../../workers/protocol.ts'],
  'src/metrics/bleu.ts': ['../alignment/fragments.ts'],
  'src/alignment/fragments.ts': ['../metrics/bleu.ts'],
  'src/corpus/mine.ts': ['../decoding/beam.ts', 'vitest'],
  'src/paraphraser.ts': ['../workers/engine/engine.ts', 'diff'],
  'src/platform/storage.ts': ['../language/words.ts', 'diff'],
  'src/client/engine-client.ts': ['../../workers/engine/engine.ts', 'diff'],
  'src/state/session.ts': ['../ui/card.ts'],
  'src/ui/card.ts': ['../client/engine-client.ts', '../language/words.ts'],
  'src/cli/main.ts': ['../platform/storage.ts', 'comlink'],
  'src/service-worker.ts': ['./language/words.ts'],
  'workers/protocol.ts': ['../src/language/words.ts', '../test/helper.ts'],
  'workers/engine/engine.ts': ['../paraphrase.worker.ts', 'comlink'],
  'workers/paraphrase.worker.ts': ['../src/platform/storage.ts', 'diff'],
  'test/helper.ts': [],
};

interface Report { readonly summary: { readonly violations: readonly { readonly rule: { readonly name: string } }[] } }

/** What dependency-cruiser says about `folder`, in one of its output forms, and its exit code. */
function cruise(form: 'json' | 'err'): { status: number | null; stdout: string } {
  const tool = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  return spawnSync(process.execPath, [tool, '--config', config, '--output-type', form, 'src', 'workers'], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
}

beforeAll(() => {
  for (const [path, imports] of Object.entries(breaches)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${imports.map((name, i) => `import * as m${i} from '${name}';\nvoid m${i};\n`).join('')}export const here = 1;\n`);
  }
});

afterAll(() => { rmSync(folder, { recursive: true, force: true }); });

it('finds a breach of every rule of the folder law', () => {
  const { violations } = (JSON.parse(cruise('json').stdout) as Report).summary;
  expect([...new Set(violations.map(({ rule }) => rule.name))].sort()).toEqual([...rules].sort());
}, 60_000);

it('ends `npm run law` with an error', () => {
  expect(cruise('err').status).toBeGreaterThan(0);
}, 60_000);
