import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type RequestOptions, settingsOf } from '../../../src/core/options.ts';
import { paraphraseText } from '../../../src/core/pipeline/text.ts';
import type { Counts, ParaphraseResult } from '../../../src/core/protocol.ts';
import { toyTools } from './toy-tools.ts';

const sentence = 'the old man told her to work for the proud committee .';

/** Sums the counts of what became of the samples. */
function sum(counts: Counts): number {
  const { unfinished, copies, duplicates, banned, unmet, invariants, unlikely, aboveThreshold, unscored, accepted } = counts;
  const broken = Object.values(invariants).reduce((total, count) => total + count, 0);
  return unfinished + copies + duplicates + banned + unmet + broken + unlikely + aboveThreshold + unscored + accepted;
}

async function run(text: string, options: RequestOptions, seed = 0): Promise<ParaphraseResult> {
  const tools = toyTools(seed);
  return paraphraseText(text, { tools, settings: settingsOf(options, tools.threshold) });
}

const switches = fc.record({
  invariants: fc.boolean(), lookAhead: fc.boolean(), topUp: fc.boolean(), estimator: fc.boolean(), threshold: fc.constantFrom(2, 6, 20),
  avoid: fc.subarray(['man', 'to work']), require: fc.subarray(['house', 'home']), n: fc.integer({ min: 1, max: 8 }),
  scored: fc.constantFrom(2, 100), ordered: fc.boolean(),
}, { requiredKeys: [] });
const modes = fc.oneof(
  fc.record({ mode: fc.constant('otherwise' as const), rounds: fc.integer({ min: 1, max: 3 }), free: fc.nat(1) }),
  fc.record({ mode: fc.constant('parabank2' as const), clusters: fc.integer({ min: 2, max: 8 }) }),
  fc.record({ system: fc.integer({ min: 1, max: 37 }), beam: fc.integer({ min: 1, max: 6 }) }),
);

describe('counts', () => {
  it('account for every row in every mode, with every switch', async () => {
    await fc.assert(fc.asyncProperty(fc.nat(1000), modes, switches, async (seed, mode, options) => {
      const { counts, rewrites } = await run(sentence, { sets: 2, samples: 4, ...mode, ...options }, seed);
      expect(sum(counts)).toBe(counts.sampled);
      expect(counts.unique).toBe(counts.sampled - counts.unfinished - counts.copies - counts.duplicates);
      expect(rewrites.length).toBeLessThanOrEqual(Math.min(options.n ?? 5, counts.accepted));
    }), { numRuns: 80 });
  }, 120_000);

  it('of several sentences sum over them, and meaning is there', async () => {
    const tools = toyTools(3, { meaning: () => 77.77 });
    const settings = settingsOf({ mode: 'parabank2', sets: 2, samples: 6, threshold: 100 }, tools.threshold);
    const one = await paraphraseText('The old man went home.', { tools, settings });
    const two = await paraphraseText('The old man went home. The old man went home.', { tools, settings });
    expect(one.counts.sampled).toBe(12);
    expect(two.counts).toEqual(
      Object.fromEntries(Object.entries(one.counts).map(([name, count]) => [name, name === 'invariants' ? {} : 2 * (count as number)])),
    );
    expect(two.rewrites.length).toBeGreaterThan(0);
    expect(two.rewrites.map(({ meaning }) => meaning)).toEqual(two.rewrites.map(() => 77.8));
  });
});
