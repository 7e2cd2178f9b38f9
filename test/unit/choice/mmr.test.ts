import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type SpreadOptions, spreadOut } from '../../../src/choice/mmr.ts';

const words = (text: string): string[] => text.split(' ');
const source = words('the dog ran home');
const rewrites = ['the dog ran back', 'the dog ran off', 'home went that animal', 'a hound hurried to its house'].map(words);
/** Listed by their costs. */
const choose = (
  some: readonly string[][],
  costs: readonly number[],
  options: Omit<SpreadOptions, 'nearly' | 'caution'> & { nearly?: number },
  scores = costs,
): number[] =>
  spreadOut(
    source,
    some.map((own, i) => ({ words: own, cost: costs[i] ?? NaN, score: scores[i] ?? NaN, doubtful: false })),
    { nearly: 0, caution: 0, ...options },
  );

describe('spreadOut', () => {
  it('takes the cheapest when shared words do not count', () => {
    expect(choose(rewrites, [3, 1, 2, 4], { n: 2, diversity: 0, sourceShare: 1, bold: 1 })).toEqual([1, 2]);
  });

  it('prefers what shares few words with the source and with what is chosen', () => {
    expect(choose(rewrites, [1, 1.1, 1.2, 1.3], { n: 3, diversity: 1, sourceShare: 1, bold: 1 }, [1, 1, 1, 1])).toEqual([3, 2, 0]);
  });

  it('minds the source as much as it is told', () => {
    const two = [words('the dog ran home again'), words('a cat')];
    expect(choose(two, [1, 1.5], { n: 1, diversity: 1, sourceShare: 1, bold: 1 }, [0, 0])).toEqual([1]);
    expect(choose(two, [1, 1.5], { n: 1, diversity: 1, sourceShare: 0.5, bold: 1 }, [0, 0])).toEqual([0]);
  });

  it('takes first what is good by cost and score, and nothing that would be listed before it while there are others', () => {
    const options = { n: 3, diversity: 0, sourceShare: 1, bold: 1 };
    expect(choose(rewrites, [1.1, 2, 1, 3], options, [0.1, 0.2, 0.9, 1])).toEqual([0, 2, 1]);
    expect(choose(rewrites, [1, 0, 2, 0.5], options, [0.5, 0.8, 0.9, 2])).toEqual([1, 3, 2]);
    expect(choose(rewrites, [1, 0, 2, 0.5], { ...options, n: 4 }, [0.5, 0.8, 0.9, 2])).toEqual([1, 3, 2, 0]);
    expect(choose(rewrites, [1, 0, 2, 0.5], { ...options, nearly: 1 }, [0.5, 0.8, 0.9, 2])).toEqual([1, 3, 0]);
  });

  it('makes the second choice bold and lists it last', () => {
    const cheap = [1, 1.1, 5, 5.1];
    expect(choose(rewrites, cheap, { n: 2, diversity: 0.1, sourceShare: 1, bold: 1 })).toEqual([0, 1]);
    expect(choose(rewrites, cheap, { n: 2, diversity: 0.1, sourceShare: 1, bold: 100 })).toEqual([0, 3]);
    expect(choose(rewrites, cheap, { n: 1, diversity: 0.1, sourceShare: 1, bold: 100 })).toEqual([0]);
    // Not before the first one, and with room before it for the others, which come behind the first as long as there are such.
    expect(choose(rewrites, cheap, { n: 3, diversity: 0.1, sourceShare: 1, bold: 100 }, [2, 4, 3, 1])).toEqual([0, 1, 2]);
    expect(choose(rewrites, cheap, { n: 4, diversity: 0.1, sourceShare: 1, bold: 100 }, [2, 4, 3, 1])).toEqual([0, 1, 2, 3]);
    expect(choose(rewrites, cheap, { n: 2, diversity: 0.1, sourceShare: 1, bold: 100 }, [1, 0.99, 0.5, 0.4])).toEqual([0, 3]);
  });

  it('makes a doubtful one the bold one only where it is different enough', () => {
    const some = [0, 1, 2, 3].map((i) => ({
      words: rewrites[i] ?? [],
      cost: [1, 1.1, 1.2, 1.1][i] ?? NaN,
      score: [1, 1.1, 1.2, 2][i] ?? NaN,
      doubtful: i === 3,
    }));
    const bold = (caution: number): number | undefined =>
      spreadOut(source, some, { n: 2, diversity: 1, sourceShare: 0, bold: 10, caution, nearly: 0 })[1];
    expect([bold(0), bold(0.05), bold(0.2)]).toEqual([3, 3, 2]);
  });

  it('lists no doubtful one before the first, unless that is doubtful too', () => {
    const third = (first: boolean): number | undefined => {
      const some = [
        [0, 1, first],
        [0.9, 0.5, true],
        [1, 2, false],
        [3, 3, false],
      ].map(([cost, score, doubtful], i) => ({ words: [`w${i}`], cost: Number(cost), score: Number(score), doubtful: doubtful === true }));
      return spreadOut(source, some, { n: 3, diversity: 1, sourceShare: 1, bold: 1, caution: 0, nearly: 1 })[2];
    };
    expect(third(true)).toBe(1);
    expect(third(false)).toBe(2);
  });

  it('leaves what scores the same as the last one with room before it to the choice', () => {
    expect(
      choose([words('c d'), words('a b'), words('a b')], [0, 0, 0], { n: 3, diversity: 2, sourceShare: 0.5, bold: 3 }, [4, 0, 4]),
    ).toEqual([1, 0, 2]);
  });

  it('gives distinct indices, never more than there are, and each choice is the best left (slow check)', () => {
    const word = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
    const number = fc.double({ min: 0, max: 4, noNaN: true });
    const candidate = fc.record({
      words: fc.array(word, { minLength: 1, maxLength: 6 }),
      cost: number,
      score: number,
      doubtful: fc.boolean(),
    });
    const jaccard = (a: readonly string[], b: readonly string[]): number => {
      const all = new Set([...a, ...b]);
      return [...all].filter((one) => a.includes(one) && b.includes(one)).length / all.size;
    };
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1, maxLength: 6 }),
        fc.array(candidate, { maxLength: 9 }),
        fc.integer({ min: 0, max: 6 }),
        (own, some, n) => {
          const chosen = spreadOut(own, some, { n, diversity: 2, sourceShare: 0.5, bold: 3, caution: 0.7, nearly: 0.5 });
          expect(new Set(chosen).size).toBe(Math.min(n, some.length));
          for (const [at, index] of chosen.entries()) {
            const before = chosen.slice(0, at).flatMap((i) => some[i] ?? []);
            const weight = at === 1 ? 6 : 2;
            const total = ({ words: its, cost, score, doubtful }: (typeof some)[number]): number =>
              cost +
              (at === 0 ? score : at === 1 && doubtful ? 0.7 : 0) +
              weight * Math.max(0.5 * jaccard(its, own), ...before.map((other) => jaccard(its, other.words)));
            const left = some.filter((_, i) => !chosen.slice(0, at).includes(i));
            const behind = left.filter(({ score }) => at === 0 || score >= (before[0]?.score ?? 0));
            const nearly = left.filter(
              ({ cost, score, doubtful }) =>
                (score >= (before[0]?.score ?? 0) || (cost <= (before[0]?.cost ?? 0) + 0.5 && (!doubtful || before[0]?.doubtful))) &&
                score <= (before[1]?.score ?? 0),
            );
            const room = behind.map(({ score }) => score).sort((a, b) => a - b)[Math.max(0, Math.min(n - 2, behind.length - 1))] ?? 0;
            const [wanted] = [at === 0 ? left : at === 1 ? behind.filter(({ score }) => score >= room) : nearly, behind, left].filter(
              (list) => list.length > 0,
            );
            const allowed = wanted ?? [];
            const taken = some[index];
            expect(allowed).toContain(taken);
            if (taken) for (const other of allowed) expect(total(other)).toBeGreaterThanOrEqual(total(taken) - 1e-9);
          }
        },
      ),
    );
  });
});
