import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRewriter } from '../../../src/cli/tools.ts';
import { beamSearch } from '../../../src/core/decoding/beam.ts';
import type { Engine } from '../../../src/engine/model/loaded.ts';

/** The figures of the reference program (models/recipe/translation/golden.py) for a sentence. Log-probabilities are natural. */
interface Golden {
  readonly model: string;
  readonly source: string;
  /** The ids of the source, with the end. */
  readonly ids: readonly number[];
  readonly greedy: readonly number[];
  readonly text: string;
  readonly beam: readonly { readonly tokens: readonly number[]; readonly logProb: number }[];
  readonly target: readonly number[];
  /** The log-probabilities of the target's tokens and the end. */
  readonly logProbs: readonly number[];
}
const golden = readFileSync(new URL('../../golden/tiny-pair.jsonl', import.meta.url), 'utf8')
  .split('\n').filter(Boolean).map((line) => JSON.parse(line) as Golden);
const MOST_TOKENS = 40;
const LIMIT = 2e-3;

describe.each(['otherwise/tiny-cs-en', 'otherwise/tiny-en-cs'])('%s and its network in PyTorch', (name) => {
  const lines = golden.filter(({ model }) => model === name);
  let engine: Engine;
  beforeAll(async () => { ({ engine } = await openRewriter(new URL(`../../hub/${name}`, import.meta.url).pathname, 1)); }, 60_000);
  afterAll(() => engine.dispose());

  /** The most probable token after each prefix. */
  async function greedy(source: readonly number[]): Promise<number[]> {
    const { model } = engine;
    const memory = await model.encode(source);
    const { cache, output: first } = await model.begin(memory, [[]], { capacity: MOST_TOKENS });
    const tokens: number[] = [];
    for (let output = first; tokens.length < MOST_TOKENS;) {
      const best = [...output.topIds].find((id) => id === model.eos || !model.reserved.has(id)) ?? model.eos;
      if (best === model.eos) break;
      tokens.push(best);
      output = await model.step(cache, Int32Array.of(0), Int32Array.of(best));
    }
    cache.dispose();
    memory.dispose();
    return tokens;
  }

  it('read 200 sentences as the same tokens', () => {
    expect(lines).toHaveLength(200);
    for (const { source, ids, text, greedy: tokens } of lines) {
      expect([...engine.pieces.encode(source), engine.model.eos]).toEqual(ids);
      expect(engine.pieces.decode(tokens)).toBe(text);
    }
  });

  it('give the same log-probabilities to every token of their translations', async () => {
    const scores = await engine.model.score(lines.map(({ ids, target }) => ({ source: ids.slice(0, -1), tags: [], target })));
    let worst = 0;
    for (const [i, { logProbs }] of lines.entries()) {
      expect(scores[i]?.logProbs).toHaveLength(logProbs.length);
      for (const [k, value] of logProbs.entries()) worst = Math.max(worst, Math.abs(value - (scores[i]?.logProbs[k] ?? NaN)));
    }
    expect(worst).toBeLessThan(LIMIT);
  }, 120_000);

  it('translate them greedily to the same tokens', async () => {
    for (const { ids, greedy: tokens } of lines) expect(await greedy(ids.slice(0, -1))).toEqual(tokens);
  }, 240_000);

  it('have the same beam, in the same order', async () => {
    for (const { ids, beam } of lines) {
      const memory = await engine.model.encode(ids.slice(0, -1));
      const hypotheses = await beamSearch(engine.model, memory, { tags: [], beam: beam.length, maxTokens: MOST_TOKENS });
      memory.dispose();
      expect(hypotheses.map(({ tokens }) => tokens)).toEqual(beam.map(({ tokens }) => tokens));
      for (const [i, { logProb }] of hypotheses.entries()) expect(Math.abs(logProb - (beam[i]?.logProb ?? NaN))).toBeLessThan(LIMIT);
    }
  }, 600_000);
});
