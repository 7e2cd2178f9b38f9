import { beforeAll, describe, expect, it } from 'vitest';
import { command as cluster } from '../../../src/cli/commands/cluster.ts';
import { loadTools, type LoadedTools } from '../../../src/cli/tools.ts';
import { beamSearch } from '../../../src/core/decoding/beam.ts';
import { sampleBatch } from '../../../src/core/decoding/sample.ts';
import { type RequestOptions, settingsOf } from '../../../src/core/options.ts';
import { maxPieces, planConstraints } from '../../../src/core/pipeline/plan.ts';
import { paraphraseText } from '../../../src/core/pipeline/text.ts';
import type { ConstraintSet, ParaphraseResult, Rewrite } from '../../../src/core/protocol.ts';
import { comparisonKey } from '../../../src/core/text/normalise.ts';
import { wordTokens } from '../../../src/core/text/words.ts';
import { runCommand } from '../cli/run-command.ts';

const sentence = 'He went to the old shop again.';
let tools: LoadedTools;
beforeAll(async () => { tools = await loadTools('tiny', 1); });

const run = (text: string, options: RequestOptions): Promise<ParaphraseResult> =>
  paraphraseText(text, { tools, settings: settingsOf(options, tools.threshold) });
const textPieces = {
  pieceText: (id: number): string => tools.pieces.pieceText(id),
  decode: (ids: readonly number[]) => tools.pieces.decode(ids),
};
const nats = ({ logProbs }: { readonly logProbs: ArrayLike<number> }): number =>
  Math.round((-Array.from(logProbs).reduce((sum, value) => sum + value, 0) / logProbs.length) * 1e4) / 1e4;

/** Runs ParaBank 2 as its paper tells it (§2), step by step: draw, normalise, drop duplicates and copies, score, filter. */
async function accepted(options: RequestOptions): Promise<{ text: string; score: number }[]> {
  const settings = settingsOf(options, tools.threshold);
  const plan = planConstraints(sentence, settings, tools);
  const source = tools.pieces.encode(sentence);
  const memory = await tools.model.encode(source);
  const { samples } = await sampleBatch(tools.model, memory, {
    tags: tools.tags({ distance: 1 }), sets: plan.pieceSets, samples: 30, topK: 10, temperature: 1, seed: settings.seed, lookAhead: false,
    maxTokens: maxPieces(source.length), text: textPieces,
  });
  memory.dispose();
  const texts = new Map<string, string>();
  for (const { tokens } of samples.filter(({ finished }) => finished)) {
    const text = tools.pieces.decode(tokens).replace(/\s+/gu, ' ').trim();
    const key = comparisonKey(text);
    if (key !== '' && key !== comparisonKey(sentence) && !texts.has(key)) texts.set(key, text);
  }
  const kept: { text: string; score: number }[] = [];
  for (const text of texts.values()) {
    const ids = tools.pieces.encode(text);
    const [forward, backward] = await tools.model.score([
      { source, tags: tools.tags({ distance: 1 }), target: ids }, { source: ids, tags: tools.tags({ distance: 1 }), target: source },
    ]);
    const score = Math.round(((forward ? nats(forward) : NaN) + (backward ? nats(backward) : NaN)) * 1e4) / 1e4;
    if (score <= 3.5) kept.push({ text, score });
  }
  return kept;
}

describe('mode parabank2', () => {
  it('has the paper\'s numbers, each unless another is given by name', () => {
    expect(settingsOf({ mode: 'parabank2' }, 2)).toMatchObject({
      sets: 5, samples: 30, free: 0, topK: 10, temperature: 1, threshold: 3.5, clusters: 8, p: 0.3, n: 5, rounds: 1, diversity: 0,
      invariants: false, estimator: false, lookAhead: false, topUp: false, strict: false, scored: 150, pivots: 1,
    });
    expect(settingsOf({ system: 'parabank2', topUp: true, threshold: 2, free: 1 }, 3)).toMatchObject({
      mode: 'parabank2', system: undefined, topUp: true, threshold: 2, strict: true, free: 1, samples: 30,
    });
    expect(settingsOf({ mode: 'parabank2' }, 2, { sets: 2, samples: 4, free: 1 })).toMatchObject({ sets: 5, samples: 30, free: 0 });
    expect(settingsOf({}, 2, { sets: 2, samples: 4, free: 1 })).toMatchObject({ sets: 2, samples: 4, free: 1, mode: 'otherwise' });
    expect(settingsOf({ full: true }, 2, { sets: 2, samples: 4, free: 1 })).toMatchObject({ sets: 5, samples: 30, free: 1 });
  });

  it.each([0, 1])('gives the winners of `cluster` on the accepted list in the order drawn, n best (seed %i)', async (seed) => {
    for (const n of [5, 2]) {
      const list = await accepted({ mode: 'parabank2', seed, n });
      const request = { reference: sentence, candidates: list.map(({ text }) => text), scores: list.map(({ score }) => score) };
      const { lines: [clustered] } = await runCommand<{ winners: number[]; assignment: number[] }>(cluster, [], [request]);
      const { rewrites, counts } = await run(sentence, { mode: 'parabank2', seed, n });
      expect(counts).toMatchObject({ sampled: 150, accepted: list.length, unscored: 0, unlikely: 0, invariants: {} });
      expect(rewrites.length).toBe(Math.min(n, clustered?.winners.length ?? NaN));
      expect(rewrites.map(({ text, score, cluster: own }) => ({ text, score, cluster: own }))).toEqual(
        clustered?.winners.slice(0, n).map((index) => ({ ...list[index], cluster: clustered.assignment[index] })),
      );
    }
  }, 120_000);

  it('may ban any word of the sentence at random, names and function words too', async () => {
    const text = 'Anna told the people of Oslo that they would work in 2012.';
    const words = text.replace('.', '').split(' ');
    const banned = new Set<string>();
    for (let seed = 0; seed < 20; seed += 1) {
      const { sets } = planConstraints(text, settingsOf({ mode: 'parabank2', seed }, tools.threshold), tools);
      for (const { avoid } of sets) {
        expect(avoid.length).toBeGreaterThan(0);
        expect(avoid.length).toBeLessThanOrEqual(words.length / 2);
        for (const word of avoid) banned.add(word);
      }
    }
    expect([...banned].sort()).toEqual([...words].sort());
    const ours = planConstraints(text, settingsOf({ p: 1 }, tools.threshold), tools).sets.flatMap(({ avoid }) => avoid);
    for (const word of ['the', 'of', 'Oslo', 'that', '2012']) expect(ours).not.toContain(word);
  });

  it('leaves case and punctuation of its samples as they were decoded', async () => {
    const texts = async (text: string): Promise<string[]> =>
      (await run(text, { mode: 'parabank2', threshold: 100, clusters: 50, n: 50, samples: 10 })).rewrites.map((one) => one.text);
    const [asked, shouted] = [await texts('They are going shopping tomorrow'), await texts('They are going shopping tomorrow!')];
    const ends = (list: readonly string[]): Set<string> => new Set(list.map((text) => /[.!?]*$/u.exec(text)?.[0] ?? ''));
    // Ours ends a rewrite as its sentence ends, so that all of one sentence end alike.
    expect(ends([...asked, ...shouted]).size).toBeGreaterThan(1);
    expect(asked.some((text) => /[.!?]$/u.test(text)) || shouted.some((text) => !text.endsWith('!'))).toBe(true);
  }, 60_000);

  it('adds each switch by name alone', async () => {
    const budget = { mode: 'parabank2', sets: 2, samples: 10 } as const;
    const [paper, again] = [await run(sentence, budget), await run(sentence, { ...budget, invariants: false, lookAhead: false })];
    expect(again).toEqual(paper);
    const { counts } = await run('The 3 old men did not go to Paris in 1990.', { ...budget, invariants: true, threshold: 100 });
    expect(Object.keys(counts.invariants).length).toBeGreaterThan(0);
    // Look-ahead draws otherwise as soon as there is something to look ahead to.
    const banning = { ...budget, avoid: ['shopping'], threshold: 100 };
    const without = (await run(sentence, banning)).rewrites;
    expect(without.length).toBeGreaterThan(0);
    expect((await run(sentence, { ...banning, lookAhead: true })).rewrites).not.toEqual(without);
    const strict = { ...budget, threshold: 0.6 };
    expect((await run(sentence, { ...strict, topUp: true })).rewrites).toEqual([]);
  }, 60_000);

  it('fills up beyond its threshold with top-up by name, and says so', async () => {
    const scarce = { mode: 'parabank2', sets: 2, samples: 8, n: 20, clusters: 50, temperature: 1.5 } as const;
    let filled = 0;
    for (const seed of [0, 1, 2]) {
      const without = await run(sentence, { ...scarce, seed });
      const { rewrites, counts } = await run(sentence, { ...scarce, seed, topUp: true });
      const above = rewrites.filter(({ score }) => score > 3.5);
      expect(counts.accepted + counts.aboveThreshold).toBe(without.counts.accepted + without.counts.aboveThreshold);
      expect(above.every(({ score, findings = [] }) => score <= 1.4 * 3.5 && findings.some(({ kind }) => kind === 'unlikely'))).toBe(true);
      filled += above.length;
    }
    expect(filled).toBeGreaterThan(0);
  }, 60_000);
});

describe('mode parabank', () => {
  it('gives the hypotheses of the beam in its order, as they were decoded', async () => {
    for (const system of [1, 28, 34]) {
      const settings = settingsOf({ system, n: 5 }, tools.threshold);
      const plan = planConstraints(sentence, settings, tools);
      const source = tools.pieces.encode(sentence);
      const memory = await tools.model.encode(source);
      const hypotheses = await beamSearch(tools.model, memory, {
        tags: tools.tags({ distance: 1 }),
        beam: 12,
        maxTokens: maxPieces(source.length),
        hardBan: plan.hardBan,
        text: textPieces,
        lengthPenalty: 1,
      });
      memory.dispose();
      const texts = hypotheses.slice(0, 5).map(({ tokens }) => tools.pieces.decode(tokens).trim());
      const { rewrites, mode, counts } = await run(sentence, { system, n: 5 });
      expect([mode, rewrites.map(({ text }) => text)]).toEqual(['parabank', texts]);
      expect((await run(sentence, { system })).rewrites.map(({ text }) => text)).toEqual(texts.slice(0, 1));
      expect(rewrites.some((rewrite) => 'cluster' in rewrite || 'right' in rewrite)).toBe(false);
      for (const { forward, backward, score } of rewrites) expect(Math.abs(forward + backward - score)).toBeLessThan(1e-4);
      expect(counts).toMatchObject({ sampled: 12, copies: 0, duplicates: 0, aboveThreshold: 0, accepted: 5 });
    }
  }, 60_000);

  it('keeps to a threshold that is given', async () => {
    const all = (await run(sentence, { system: 28, n: 12 })).rewrites;
    const threshold = all.map(({ score }) => score).toSorted((a, b) => a - b)[5] ?? NaN;
    const some = (await run(sentence, { system: 28, n: 12, threshold })).rewrites;
    expect(some).toEqual(all.filter(({ score }) => score <= threshold));
    expect(some).toHaveLength(6);
  });

  it('shows the opening that systems 32 to 34 ban, each token at its position or the beginning as one', async () => {
    const of = async (options: RequestOptions): Promise<ConstraintSet | undefined> =>
      ((await run(sentence, options)).constraints as ConstraintSet[])[0];
    expect(await of({ system: 34 })).toEqual({ avoid: [], require: [], anchored: [['He'], ['went'], ['to']] });
    expect(await of({ system: 34, anchoring: 'ngram' })).toEqual({ avoid: [], require: [], anchored: [['He', 'went', 'to']] });
    expect(await of({ system: 28 })).toEqual({ avoid: [], require: [] });
    const [position, ngram] = [await run(sentence, { system: 34, n: 12 }), await run(sentence, { system: 34, n: 12, anchoring: 'ngram' })];
    const words = ({ text }: Rewrite): string[] => wordTokens(text.toLowerCase()).map((token) => token.text);
    for (const rewrite of position.rewrites)
      expect(
        words(rewrite)
          .slice(0, 3)
          .filter((word, k) => word === ['he', 'went', 'to'][k]),
      ).toEqual([]);
    for (const rewrite of ngram.rewrites) expect(words(rewrite).slice(0, 3)).not.toEqual(['he', 'went', 'to']);
    expect(ngram.rewrites.some((rewrite) => words(rewrite)[0] === 'he')).toBe(true);
  });

  it('takes candidates within the bounds of IDF', async () => {
    const avoided = async (options: RequestOptions): Promise<readonly string[]> =>
      ((await run(sentence, { system: 1, ...options })).constraints as ConstraintSet[])[0]?.avoid ?? [];
    const highest = (await avoided({}))[0] ?? '';
    const maximum = (tools.systems?.idf.idf(highest) ?? NaN) - 0.01;
    expect(await avoided({ maximum })).not.toContain(highest);
    expect((await run(sentence, { system: 7, minimum: 90, maximum: 99 })).unmet).toEqual([
      { phrase: 'system 7', reason: 'The sentence has 1 candidate tokens, too few for system 7.' },
    ]);
  });
});
