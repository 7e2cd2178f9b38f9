import { expect, test } from 'vitest';
import { modelFolder } from '../../../src/cli/model-folder.ts';
import { wasmOptions } from '../../../src/cli/execution.ts';
import { loadEngine, tagsFor } from '../../../src/engine/model/engine.ts';

/** The difference allowed: matrix products over other numbers of rows round differently. */
const TOLERANCE = 1e-3;

test('the surprisal of a text on its own is the same from the encoder as from the scorer, token by token', async () => {
  const { model, tokenizer, manifest, dispose } = await loadEngine(modelFolder('tiny'), wasmOptions(1));
  const [part, whole] = ['Tom wants to', 'Tom wants to go home early today.'].map((text) => tokenizer.encode(text)) as [number[], number[]];
  const tags = tagsFor(manifest, { distance: 1 });
  const memories = [await model.encode(part), await model.encode(whole), await model.encode([])];
  for (const memory of memories) memory.dispose();
  const [ofPart, ofWhole, ofNothing] = memories.map(({ prior = new Float32Array() }) => [...prior]);
  const scores = await model.score([
    { source: whole, tags, target: part, prior: true },
    { source: part, tags, target: whole },
    { source: part, tags, target: whole, prior: true },
  ]);
  const plain = await model.score([{ source: whole, tags, target: part }]);
  await dispose();
  const near = (a: ArrayLike<number> | undefined, b: ArrayLike<number> | undefined): void => {
    expect(a).toHaveLength(b?.length ?? NaN);
    Array.from(a ?? []).forEach((value, i) => { expect(Math.abs(value - (b?.[i] ?? NaN))).toBeLessThan(TOLERANCE); });
  };
  expect(ofWhole).toHaveLength(whole.length);
  expect(ofNothing).toEqual([]);
  expect(whole.slice(0, part.length)).toEqual(part);
  near(ofPart, ofWhole?.slice(0, part.length));
  near(scores[0]?.prior, ofWhole);
  near(scores[2]?.prior, ofPart);
  expect(scores[1]?.prior).toBeUndefined();
  // What is asked for beside them does not change the scores, and they are no prior: the source is known.
  near(scores[0]?.logProbs, plain[0]?.logProbs);
  near(scores[1]?.logProbs, scores[2]?.logProbs);
  expect(ofWhole?.every((value) => value < 0)).toBe(true);
  expect(ofWhole?.reduce((sum, value) => sum + value, 0)).toBeLessThan(
    [...(scores[1]?.logProbs ?? [])].reduce((sum, value) => sum + value, 0),
  );
});
