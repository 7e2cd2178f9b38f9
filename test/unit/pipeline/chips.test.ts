import { describe, expect, it } from 'vitest';
import type { ParaphraseProgress, ParaphraseResult } from '../../../src/core/protocol.ts';
import { type RequestOptions, settingsOf } from '../../../src/core/options.ts';
import { KnownSentences } from '../../../src/core/pipeline/known.ts';
import { paraphraseText } from '../../../src/core/pipeline/text.ts';
import { ToyModel } from '../../oracle/toy-model.ts';
import { toyTools, vocabulary } from './toy-tools.ts';

const sentence = 'The old man went home.';
const free: RequestOptions = { samples: 20, rounds: 1, scored: 40 };

/** The pipeline around a model that counts what it is asked for. */
function bench(seed = 2) {
  const model = new ToyModel({ vocabularySize: vocabulary.length, eos: 0, top: 12, seed, sharpness: 6 });
  const asked = { encoded: 0, scored: 0 };
  let begun = 0;
  const begin = model.begin.bind(model);
  const encode = model.encode.bind(model);
  const score = model.score.bind(model);
  model.begin = (...given) => { begun += 1; return begin(...given); };
  model.encode = (source) => { asked.encoded += 1; return encode(source); };
  model.score = (requests) => { asked.scored += requests.length; return score(requests); };
  const tools = toyTools(seed, { model });
  const run = async (options: RequestOptions, known?: KnownSentences): Promise<{ result: ParaphraseResult; early: string[] }> => {
    const early: string[] = [];
    const progress = (event: ParaphraseProgress): void => { if (event.kind === 'early') early.push(event.rewrite.text); };
    const settings = settingsOf({ ...free, ...options }, tools.threshold);
    return { result: await paraphraseText(sentence, { tools, settings, progress, ...(known && { known }) }), early };
  };
  const rows = (): number => model.rowCounts.reduce((sum, count) => sum + count, 0);
  return { model, asked, run, rows, open: () => begun - model.disposed };
}

const holds = ({ text }: { readonly text: string }, word: string): boolean => text.toLowerCase().split(/[^a-z]+/u).includes(word);

/** A word that is in some of the rewrites, not in all. */
function wordOf({ rewrites }: ParaphraseResult): string {
  const holding = (word: string): number => rewrites.filter((rewrite) => holds(rewrite, word)).length;
  const some = (word: string): boolean => holding(word) > 0 && holding(word) < rewrites.length;
  return ['home', 'old', 'went', 'back', 'man', 'left', 'house', 'told'].find(some) ?? '';
}

describe('a chip on a sentence that is known', () => {
  // Of many samples enough hold, of few the others are drawn anew.
  it.each([20, 3])('gives the same, figures and counts too, whatever was asked before (%d samples)', async (samples) => {
    const [plain, anew] = [await bench().run({ samples }), samples === 3];
    const avoid = [wordOf(plain.result)];
    expect(avoid[0]).not.toBe('');
    const cold = (await bench().run({ avoid, samples }, new KnownSentences())).result;
    expect(cold.counts.sampled > plain.result.counts.sampled).toBe(anew);
    const [warm, known] = [bench(), new KnownSentences()];
    await warm.run({ samples }, known);
    await warm.run({ require: ['man'], samples }, known);
    await warm.run({ avoid: ['proud'], samples }, known);
    expect((await warm.run({ avoid, samples }, known)).result).toEqual(cold);
    // And without the chip what it was before.
    expect((await warm.run({ samples }, known)).result).toEqual(plain.result);
  });

  it.each([20, 3])('breaks no ban and meets every demand (%d samples)', async (samples) => {
    const { run } = bench();
    const known = new KnownSentences();
    const { result: plain } = await run({ samples }, known);
    const word = wordOf(plain);
    const { result: banned } = await run({ avoid: [word], samples }, known);
    const { result: demanded } = await run({ require: [word], samples }, known);
    expect(banned.rewrites.length).toBeGreaterThan(0);
    expect(banned.rewrites.filter((rewrite) => holds(rewrite, word))).toEqual([]);
    expect(demanded.rewrites.length).toBeGreaterThan(0);
    expect(demanded.rewrites.filter((rewrite) => !holds(rewrite, word))).toEqual([]);
  });

  it.each([20, 3])('shows first what still holds, and asks the model for less than a cold request (%d samples)', async (samples) => {
    const { run, rows, asked } = bench();
    const known = new KnownSentences();
    const { result: plain } = await run({ samples }, known);
    const word = wordOf(plain);
    const before = { rows: rows(), ...asked };
    const { early } = await run({ avoid: [word], samples }, known);
    const lawful = plain.rewrites.filter((rewrite) => !holds(rewrite, word));
    expect(early.length).toBeGreaterThanOrEqual(lawful.length);
    expect(new Set(early).size).toBe(early.length);
    expect(early.filter((text) => holds({ text }, word))).toEqual([]);
    const cold = bench();
    await cold.run({ avoid: [word], samples });
    expect(asked.encoded).toBe(before.encoded);
    expect(rows() - before.rows).toBeLessThan(cold.rows());
    expect(asked.scored - before.scored).toBeLessThan(cold.asked.scored);
  });

  it('leaves the papers\' modes and requests without a memory alone', async () => {
    for (const options of [{ mode: 'parabank2', avoid: ['home'] }, { mode: 'parabank2' }] as const) {
      const known = new KnownSentences();
      const { run } = bench();
      await run({ mode: 'parabank2' }, known);
      expect((await run(options, known)).result).toEqual((await bench().run(options)).result);
    }
  });

  it('gives keys and values of a sentence back: at once without a memory, else when the next one comes', async () => {
    const [alone, kept, known] = [bench(), bench(), new KnownSentences()];
    await alone.run({ avoid: ['home'] });
    expect(alone.open()).toBe(0);
    await kept.run({ avoid: ['home'] }, known);
    expect(kept.open()).toBeGreaterThan(0);
    known.of({ model: kept.model, pivot: undefined }, [{ ids: [1, 2, 3], target: [1, 2, 3] }]);
    expect(kept.open()).toBe(0);
  });
});
