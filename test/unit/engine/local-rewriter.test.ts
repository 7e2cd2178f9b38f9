import { afterAll, beforeAll, expect, it } from 'vitest';
import { wasmOptions } from '../../../src/cli/execution.ts';
import { modelFolder } from '../../../src/cli/model-folder.ts';
import { nodeWords } from '../../../src/cli/tools.ts';
import { LocalRewriter } from '../../../src/engine/local-rewriter.ts';

const text = 'The committee decided to postpone the meeting until next week.';
const few = { sets: 1, free: 1, samples: 3, n: 2 };
const parts = { source: { kind: 'bundled', files: modelFolder('tiny') }, options: wasmOptions(1), words: nodeWords } as const;

let rewriter: LocalRewriter;
beforeAll(async () => { rewriter = await LocalRewriter.open(parts); }, 60_000);
afterAll(() => rewriter.dispose());

it('rewrites, scores as it rewrites, and measures', async () => {
  const { rewrites, model } = await rewriter.rewrite(text, few);
  expect([model, rewriter.info.model]).toEqual(['tiny', 'tiny']);
  const [first] = rewrites;
  if (first === undefined) throw new Error('There is no rewrite.');
  const [scores] = await rewriter.score([[text, first.text]], few);
  expect(scores).toMatchObject({ forward: first.forward, backward: first.backward, distance: first.distance });
  const [same] = await rewriter.measure([[text, text]]);
  expect(same).toMatchObject({ overlap: 100, treeEdit: 0, wordEdits: 0, characterEdits: 0 });
});

it('draws as many rows as the device was measured to, where a request does not say', async () => {
  const measured = await LocalRewriter.open({ ...parts, budget: () => Promise.resolve({ sets: 1, samples: 2, free: 0 }) });
  expect((await measured.rewrite(text, { rounds: 1 })).counts.sampled).toBe(2);
  expect((await measured.rewrite(text, { rounds: 1, samples: 3 })).counts.sampled).toBe(3);
  await measured.dispose();
});

it('reads the tables behind ParaBank’s systems when a request needs them, and no sooner', async () => {
  expect(rewriter.tools.systems).toBeUndefined();
  expect((await rewriter.rewrite(text, { system: 1, beam: 2, n: 1 })).constraints).toHaveLength(1);
  expect((await rewriter.allTools()).systems).toBeDefined();
});

it('stops one of two requests by its signal, and answers the other as if it were alone', async () => {
  const alone = await rewriter.rewrite(text, few);
  const remembering = await LocalRewriter.open({ ...parts, remembers: true });
  const controller = new AbortController();
  const stopped = remembering.rewrite(text, few, { signal: controller.signal, onProgress: () => controller.abort() });
  const other = remembering.rewrite(text, few);
  await expect(stopped).rejects.toMatchObject({ code: 'aborted' });
  expect(await other).toEqual(alone);
  await remembering.dispose();
});

it('waits for what runs before it frees the model', async () => {
  const one = await LocalRewriter.open(parts);
  const ended: string[] = [];
  const running = one.rewrite(text, few).then(() => ended.push('rewritten'));
  await one.dispose();
  ended.push('freed');
  await running;
  expect(ended).toEqual(['rewritten', 'freed']);
});
