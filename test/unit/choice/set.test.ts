import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseDistinct, setCandidate, type SetCandidate, type SetOptions } from '../../../src/core/choice/set.ts';
import { setDistance } from '../../../src/core/text/word-distance.ts';

const source = new Set('the old man went home'.split(' '));
const of = setCandidate;
const options: SetOptions = { n: 5, apart: 0.25, wrong: 1 };

/** Gives the value that a candidate adds to a set, by the definition. */
function gainOf({ words, content, right }: SetCandidate, set: readonly SetCandidate[], { apart, wrong }: SetOptions): number {
  if (set.some((other) => other.content === content)) return 0;
  const nearest = Math.min(setDistance(words, source), ...set.map((other) => setDistance(words, other.words)));
  return right * Math.min(1, nearest / apart) - (1 - right) * wrong;
}

const vocabulary = [...source, 'a', 'returned', 'elderly', 'to', 'his', 'house', 'fellow'];
const candidates = fc.array(
  fc.record({
    text: fc.subarray(vocabulary, { minLength: 1 }).map((words) => words.join(' ')),
    right: fc.double({ min: 0, max: 1, noNaN: true }),
  }).map(({ text, right }) => setCandidate(text, right)),
  { maxLength: 8 },
);

describe('chooseDistinct', () => {
  it('prefers two that differ to two likelier ones that are nearly the same', () => {
    const all = [
      of('the old man walked home', 0.9),
      of('the old man walked back home', 0.88),
      of('home was where the elderly fellow went', 0.8),
    ];
    expect(chooseDistinct(source, all, { ...options, n: 2 }).sort()).toEqual([0, 2]);
  });

  it('leaves a place empty that would more probably be filled wrongly', () => {
    const all = [of('the elderly fellow returned to his house', 0.9), of('a man is at home now', 0.4)];
    expect(chooseDistinct(source, all, options)).toEqual([0]);
    expect(chooseDistinct(source, all, { ...options, wrong: 0 })).toHaveLength(2);
  });

  it('gives one place to rewrites that differ in function words alone, and one to those that differ so from the source', () => {
    const said = new Set('i think that we should not have gone to the party'.split(' '));
    const all = [
      of("I think we shouldn't have gone to the party", 0.95),
      of("I think that we shouldn't have gone to a party", 0.94),
      of('I believe that we should not have gone to the party', 0.93),
      of("I believe we shouldn't have gone to that party", 0.92),
    ];
    expect(chooseDistinct(said, all, { ...options, wrong: 0 }).length).toBe(2);
  });

  it('chooses nothing that says the source again, and nothing from nothing', () => {
    expect(chooseDistinct(source, [of('the old man went home', 1)], { ...options, wrong: 0 })).toEqual([]);
    expect(chooseDistinct(source, [], options)).toEqual([]);
  });

  it('begins with the likeliest that gains anything, adds what gains most, and stops when nothing gains or it is full', () => {
    fc.assert(
      fc.property(candidates, fc.integer({ min: 1, max: 5 }), fc.constantFrom(0, 0.5, 2), (all, n, wrong) => {
        const own = { n, apart: 0.25, wrong };
        const chosen = chooseDistinct(source, all, own);
        const set = chosen.map((i) => all[i] as SetCandidate);
        expect(new Set(chosen).size).toBe(chosen.length);
        const gaining = all.filter((one) => gainOf(one, [], own) > 1e-9);
        expect(set[0]?.right ?? 0).toBeCloseTo(Math.max(0, ...gaining.map(({ right }) => right)), 8);
        set.slice(1).forEach((one, i) => {
          const before = set.slice(0, i + 1);
          const others = all.filter((other) => !before.includes(other));
          expect(gainOf(one, before, own)).toBeCloseTo(Math.max(...others.map((other) => gainOf(other, before, own))), 8);
        });
        const left = all.filter((other) => !set.includes(other));
        if (set.length < n) for (const other of left) expect(gainOf(other, set, own)).toBeLessThan(1e-9);
        expect(set.length).toBeLessThanOrEqual(n);
      }),
    );
  });

  it('reaches nine tenths of the value of the best sets of all subsets over small cases, and half of it in any', () => {
    let [reached, most] = [0, 0];
    const valueOf = (set: readonly SetCandidate[], own: SetOptions): number =>
      set.reduce((sum, one, i) => sum + gainOf(one, set.slice(0, i), own), 0);
    fc.assert(
      fc.property(candidates, (all) => {
        const own = { n: 3, apart: 0.3, wrong: 0.2 };
        const ours = valueOf(chooseDistinct(source, all, own).map((i) => all[i] as SetCandidate), own);
        const best = Math.max(0, ...orders(all, 3).map((some) => valueOf(some, own)));
        reached += ours;
        most += best;
        expect(ours).toBeGreaterThanOrEqual(0.5 * best - 1e-9);
      }),
      { seed: 7, numRuns: 300 },
    );
    expect(reached / most).toBeGreaterThan(0.9);
  });
});

/** Gives every ordered choice of at most n. */
function orders<T>(all: readonly T[], n: number): T[][] {
  if (n === 0) return [[]];
  return [[], ...all.flatMap((one) => orders(all.filter((other) => other !== one), n - 1).map((rest) => [one, ...rest]))];
}
