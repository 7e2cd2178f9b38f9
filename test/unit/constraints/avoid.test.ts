import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AvoidAutomaton } from '../../../src/core/constraints/avoid.ts';
import { naiveBlocked } from '../../oracle/constraints.ts';

const id = fc.integer({ min: 0, max: 3 });
const phrases = fc.array(fc.array(id, { minLength: 1, maxLength: 4 }), { maxLength: 6 });

describe('AvoidAutomaton', () => {
  it('sees overlapping bans: with 1 2 4 and 2 3 banned, 1 2 blocks both 3 and 4', () => {
    const automaton = new AvoidAutomaton([[1, 2, 4], [2, 3]]);
    const state = [1, 2].reduce((at, piece) => automaton.next(at, piece), automaton.start);
    expect(automaton.blocked(state)).toEqual([3, 4]);
  });

  it('blocks an anchored phrase at the beginning only', () => {
    const automaton = new AvoidAutomaton([], [[1, 2]]);
    const after = (...ids: number[]): readonly number[] =>
      automaton.blocked(ids.reduce((at, piece) => automaton.next(at, piece), automaton.start));
    expect(after(1)).toEqual([2]);
    expect(after(1, 1)).toEqual([]);
    expect(after(3, 1)).toEqual([]);
  });

  it('agrees with looking at the whole prefix', () => {
    fc.assert(fc.property(phrases, phrases, fc.array(id, { maxLength: 12 }), (avoid, anchored, sequence) => {
      const automaton = new AvoidAutomaton(avoid, anchored);
      let state = automaton.start;
      for (let length = 0; length <= sequence.length; length += 1) {
        const blocked = naiveBlocked(avoid, anchored, sequence.slice(0, length), 4);
        expect(automaton.blocked(state)).toEqual(blocked);
        expect([0, 1, 2, 3].filter((piece) => automaton.isBlocked(state, piece))).toEqual(blocked);
        state = automaton.next(state, sequence[length] ?? 0);
      }
    }), { numRuns: 1000 });
  });

  it('refuses an empty phrase', () => {
    expect(() => new AvoidAutomaton([[]])).toThrowError(expect.objectContaining({ code: 'bad-request' }));
  });
});
