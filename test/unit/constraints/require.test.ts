import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { requireMachine } from '../../../src/core/constraints/require.ts';
import { naiveRequire } from '../../oracle/constraints.ts';

const id = fc.integer({ min: 0, max: 3 });
const phrases = fc.array(fc.array(id, { minLength: 1, maxLength: 4 }), { maxLength: 4 });

function metOf(demands: number[][], ordered: boolean, sequence: number[]): number[] {
  const machine = requireMachine(demands, ordered);
  let state = machine.start;
  return [machine.met(state), ...sequence.map((piece) => machine.met(state = machine.next(state, piece)))];
}

describe('requireMachine', () => {
  it('tries the breaking piece as a fresh start', () => {
    expect(metOf([[1, 2, 3]], false, [1, 1, 2, 3])).toEqual([0, 1, 1, 2, 3]);
    expect(metOf([[1, 2, 3]], true, [1, 1, 2, 3])).toEqual([0, 1, 1, 2, 3]);
  });

  it('keeps the longest completed prefix of a broken phrase', () => {
    expect(metOf([[1, 2], [1, 2, 3, 4]], false, [1, 2, 3, 5])).toEqual([0, 1, 2, 3, 2]);
  });

  it('falls back to the last completed demand in ordered mode, not to the start', () => {
    expect(metOf([[1, 2], [3, 4]], true, [1, 2, 3, 5, 3, 4])).toEqual([0, 1, 2, 3, 2, 3, 4]);
    expect(metOf([[1], [2]], true, [2, 1, 2])).toEqual([0, 0, 1, 2]);
  });

  it('wants a phrase twice that is demanded twice', () => {
    const machine = requireMachine([[1], [1]]);
    const once = machine.next(machine.start, 1);
    expect([machine.satisfied(once), machine.satisfied(machine.next(once, 1))]).toEqual([false, true]);
    expect(machine.total).toBe(2);
  });

  it('is satisfied by no demands', () => {
    for (const ordered of [false, true]) expect(requireMachine([], ordered).satisfied(requireMachine([], ordered).start)).toBe(true);
  });

  it('agrees with the definition, and names exactly the ids that advance', () => {
    fc.assert(fc.property(phrases, fc.boolean(), fc.array(id, { maxLength: 14 }), (demands, ordered, sequence) => {
      const machine = requireMachine(demands, ordered);
      let state = machine.start;
      sequence.forEach((piece, k) => {
        const advancing = [0, 1, 2, 3].filter((other) => machine.met(machine.next(state, other)) > machine.met(state));
        expect(machine.advancing(state)).toEqual(advancing);
        const unmet = machine.met(state) < machine.total;
        expect(machine.satisfied(state)).toBe(!unmet);
        state = machine.next(state, piece);
        expect({ met: machine.met(state), satisfied: machine.satisfied(state) }).toEqual(
          naiveRequire(demands, ordered, sequence.slice(0, k + 1)),
        );
      });
    }), { numRuns: 3000 });
  });

  it('gives one key to states that count alike', () => {
    const sequence = fc.array(id, { maxLength: 8 });
    const sequences = fc.record({ a: sequence, b: sequence, rest: sequence });
    fc.assert(fc.property(phrases, fc.boolean(), sequences, (demands, ordered, { a, b, rest }) => {
      const machine = requireMachine(demands, ordered);
      const after = (ids: number[], from = machine.start): unknown => ids.reduce((state, piece) => machine.next(state, piece), from);
      fc.pre(machine.key(after(a)) === machine.key(after(b)));
      expect(machine.met(after(rest, after(a)))).toBe(machine.met(after(rest, after(b))));
    }));
  });
});
