import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DemandedText } from '../../../src/core/constraints/demanded.ts';
import { RequireAny } from '../../../src/core/constraints/require-any.ts';
import { demandAlternatives } from '../../../src/core/constraints/segmented.ts';
import { beamSearch } from '../../../src/core/decoding/beam.ts';
import { BigramModel } from '../../../src/lab/decoding/bigram.ts';

const way = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 3 });
const demands = fc.array(fc.array(way, { minLength: 1, maxLength: 3 }), { maxLength: 3 });
const sequence = fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 9 });
const holds = (ids: readonly number[], wanted: readonly number[]): number =>
  ids.findIndex((_, at) => wanted.every((id, k) => ids[at + k] === id));

describe('RequireAny', () => {
  it('is satisfied where one way of each demand occurs (property)', () => {
    fc.assert(fc.property(demands, sequence, (asked, ids) => {
      const machine = new RequireAny(asked);
      const end = ids.reduce((state, id) => machine.next(state, id), machine.start);
      expect(machine.satisfied(end)).toBe(asked.every((ways) => ways.some((one) => holds(ids, one) >= 0)));
      expect(machine.met(end) === machine.total).toBe(machine.satisfied(end));
    }), { numRuns: 500 });
  });

  it('in order is satisfied where the demands follow each other without overlap (property)', () => {
    fc.assert(fc.property(demands, sequence, (asked, ids) => {
      const machine = new RequireAny(asked, true);
      const end = ids.reduce((state, id) => machine.next(state, id), machine.start);
      let from = 0;
      for (const ways of asked) {
        const ends = ways.map((one) => [one.length, holds(ids.slice(from), one)] as const).filter(([, at]) => at >= 0);
        from += ends.length === 0 ? Infinity : Math.min(...ends.map(([length, at]) => at + length));
      }
      expect(machine.satisfied(end)).toBe(from < Infinity);
    }), { numRuns: 500 });
  });

  it('names the tokens that bring a demand further, and counts them up to the shortest way', () => {
    const machine = new RequireAny([[[1, 2, 3], [4, 2]], [[3]]]);
    expect([machine.total, machine.advancing(machine.start)]).toEqual([3, [1, 3, 4]]);
    const begun = machine.next(machine.next(machine.start, 1), 2);
    expect([machine.met(begun), machine.advancing(begun)]).toEqual([1, [1, 3, 4]]);
    const done = machine.next(begun, 3);
    expect([machine.met(done), machine.satisfied(done), machine.advancing(done)]).toEqual([3, true, []]);
    expect(() => new RequireAny([[]])).toThrow(expect.objectContaining({ code: 'bad-request' }));
    expect(() => new RequireAny([[[1], []]])).toThrow(expect.objectContaining({ code: 'bad-request' }));
  });
});

describe('the ways to write a demand', () => {
  const words: string[] = [];
  const segment = (text: string): number[] => [words.includes(text) ? words.indexOf(text) : words.push(text) - 1];
  const written = (phrase: string): (string | undefined)[] =>
    demandAlternatives(phrase, { encode: segment }).map(([id]) => words[id ?? -1]);

  it('are its casings and apostrophes, as it is written first', () => {
    expect(written('new york')).toEqual([
      ' new york',
      'new york',
      ' New york',
      'New york',
      ' New York',
      'New York',
      ' NEW YORK',
      'NEW YORK',
    ]);
    expect(written('NASA').slice(0, 4)).toEqual([' NASA', 'NASA', ' nasa', 'nasa']);
    expect(written("don't")).toContain(' don’t');
    expect(written('don’t')).toContain(" don't");
  });

  it('are each the demand as written', () => {
    fc.assert(fc.property(fc.constantFrom('straße', "it's", 'New-York', 'İstanbul', 'ΟΔΟΣ', 'co-operate', 'U.S.'), (phrase) => {
      for (const form of written(phrase)) expect(new DemandedText([phrase]).satisfied(`x ${form?.trim()} y`)).toBe(true);
    }));
  });
});

describe('beam search', () => {
  it('writes a demand the way the model likes', async () => {
    const pieces = ['', ' in', ' nasa', ' NASA', ' it'];
    // After “ in” the model thinks of the capital letters only.
    const logits = [[-9, 4, -9, -9, 4], [-9, -9, -6, 4, 4], [4, 0, 0, 0, 0], [4, 0, 0, 0, 0], [4, 0, 0, 0, 0]];
    const model = new BigramModel(logits, 0, 0);
    const found = async (anyOf: number[][][]): Promise<string | undefined> => {
      const [best] = await beamSearch(model, await model.encode([]), {
        tags: [], beam: 4, maxTokens: 4, anyOf, demanded: new DemandedText(['nasa']), text: { pieceText: (id) => pieces[id] ?? '' },
      });
      return best?.tokens.map((id) => pieces[id]).join('');
    };
    expect(await found([[[2], [3]]])).toBe(' in NASA');
    // Also where the way that leads there was another one: the text decides.
    expect(await found([[[2]]])).toBe(' in NASA');
  });
});
