import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DemandedText } from '../../../src/core/constraints/demanded.ts';
import { HardBan } from '../../../src/core/constraints/hard-ban.ts';
import type { TokenConstraintSet, SampleRequest } from '../../../src/core/decoding/sample-request.ts';
import { sampleBatch } from '../../../src/core/decoding/sample.ts';
import { command as sample } from '../../../src/cli/commands/sample.ts';
import { naiveBlocked } from '../../oracle/constraints.ts';
import { ToyModel } from '../../oracle/toy-model.ts';
import { runCommand } from '../cli/run-command.ts';

/** Two tokens of which " ban" + "ned" are banned, one demanded. */
const words = ['', ' ban', 'ned', ' a', ' b', ' house'];
const text = { pieceText: (id: number): string => words[id] ?? '' };
const eos = 0;
const vocabulary = words.length;
const toyModel = (seed: number): ToyModel => new ToyModel({ vocabularySize: vocabulary, eos, top: vocabulary, seed, sharpness: 2 });
const base = { tags: [], topK: 3, temperature: 0.8, seed: 5, maxTokens: 2, lookAhead: false, text } satisfies Partial<SampleRequest>;

/** Gives the distribution of the next token that `otherwise sample` draws from, as it reports it. */
async function distribution(logProbs: readonly number[], blocked: readonly number[]): Promise<Map<number, number>> {
  const { lines: [answer] } = await runCommand<{ ids: number[]; probabilities: number[] }>(
    sample, ['--k', String(base.topK), '--temperature', String(base.temperature)], [{ logProbs, blocked }],
  );
  return new Map(answer?.ids.map((id, k) => [id, answer.probabilities[k] ?? NaN]));
}

/** The probability of every way that samples of at most two tokens can end, step by step by the command. */
async function everyWay(toy: ToyModel, blockedAfter: (tokens: readonly number[]) => number[]): Promise<Map<string, number>> {
  const ways = new Map<string, number>();
  const visit = async (tokens: readonly number[], probability: number): Promise<void> => {
    if (tokens.length === base.maxTokens + 1) { ways.set(tokens.join(), probability); return; }
    for (const [id, share] of await distribution(toy.logProbs(tokens), blockedAfter(tokens))) {
      if (id === eos) ways.set([...tokens, eos].join(), probability * share);
      else await visit([...tokens, id], probability * share);
    }
  };
  await visit([], 1);
  return ways;
}

/** Draws many samples and gives Pearson's χ² against the ways, with its degrees of freedom. */
async function compare(
  toy: ToyModel,
  set: TokenConstraintSet,
  ways: Map<string, number>,
  others: Partial<SampleRequest> = {},
): Promise<[number, number]> {
  const samples = 4000;
  const drawn = await sampleBatch(toy, await toy.encode([1, 2, 3]), { ...base, ...others, samples, sets: [set] });
  const seen = new Map<string, number>();
  for (const { tokens, finished } of drawn.samples) {
    // The last draw of a sample that does not end is not kept: such ways count together.
    const way = finished ? [...tokens, eos].join() : `${tokens.join()},…`;
    seen.set(way, (seen.get(way) ?? 0) + 1);
  }
  const expected = new Map<string, number>();
  for (const [way, probability] of ways) {
    const ids = way.split(',');
    const name = ids.at(-1) === String(eos) ? way : `${ids.slice(0, -1).join()},…`;
    expected.set(name, (expected.get(name) ?? 0) + probability * samples);
  }
  const isPossible = [...seen.keys()].every((way) => expected.has(way));
  return [isPossible ? squares(seen, expected) : Infinity, expected.size - 1];
}

function squares(seen: ReadonlyMap<string, number>, expected: ReadonlyMap<string, number>): number {
  return [...expected].reduce((sum, [way, mean]) => sum + ((seen.get(way) ?? 0) - mean) ** 2 / mean, 0);
}

/** Gives the χ² at which one in a thousand would be rejected (Wilson and Hilferty 1931). */
const critical = (degrees: number): number => degrees * (1 - 2 / (9 * degrees) + 3.09 * Math.sqrt(2 / (9 * degrees))) ** 3;

describe('samples without look-ahead', () => {
  it.each([1, 2, 3, 4])('follow the distribution that `sample` gives, blocked tokens removed (model %i)', async (seed) => {
    const toy = toyModel(seed);
    const avoid = [[1, 2], [4]];
    const ways = await everyWay(toy, (tokens) => naiveBlocked(avoid, [], tokens, vocabulary));
    const [squared, degrees] = await compare(toy, { avoid }, ways);
    expect(degrees).toBeGreaterThan(2);
    expect(squared).toBeLessThan(critical(degrees));
  });

  it('follow it where those with look-ahead do not, and keep hard bans', async () => {
    const toy = toyModel(11);
    const ways = await everyWay(toy, (tokens) => (tokens.at(-1) === 1 ? [2] : []));
    const [squared, degrees] = await compare(toy, { avoid: [[1, 2]] }, ways);
    expect(squared).toBeLessThan(critical(degrees));
    const [ahead] = await compare(toy, { avoid: [[1, 2]] }, ways, { lookAhead: true });
    expect(ahead).toBeGreaterThan(critical(degrees));
    const hardBan = new HardBan(['banned']);
    const { samples } = await sampleBatch(toy, await toy.encode([1]), { ...base, samples: 500, sets: [{ avoid: [] }], hardBan });
    const written = samples.filter(({ finished }) => finished).map(({ tokens }) => tokens.map(text.pieceText).join(''));
    expect(written.some((one) => hardBan.violates(one))).toBe(false);
  });

  it('follow it with a demand too: the end is blocked until it is met, and nothing else is steered', async () => {
    const toy = toyModel(6);
    const demand = { phrase: 'house', alternatives: [[5]] };
    const ways = await everyWay(toy, (tokens) => (tokens.includes(5) ? [] : [eos]));
    const [squared, degrees] = await compare(toy, { avoid: [], require: [demand] }, ways);
    expect(squared).toBeLessThan(critical(degrees));
  });

  it('end with their demands met, or not at all', async () => {
    await fc.assert(fc.asyncProperty(fc.nat(1000), async (seed) => {
      const toy = toyModel(seed);
      const require = [{ phrase: 'house', alternatives: [[5]] }];
      const { samples } = await sampleBatch(toy, await toy.encode([1]), {
        ...base,
        maxTokens: 6,
        samples: 5,
        sets: [{ avoid: [], require }],
      });
      for (const { tokens, finished, satisfied, ending } of samples) {
        expect(satisfied).toBe(new DemandedText(['house']).satisfied(tokens.map(text.pieceText).join('')));
        if (finished) expect(satisfied).toBe(true);
        else expect(ending).toBe('length');
      }
    }), { numRuns: 60 });
  });
});
