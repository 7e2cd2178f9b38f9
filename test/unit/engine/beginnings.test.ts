import fc from 'fast-check';
import { expect, test } from 'vitest';
import { beginningsOf, STRETCH } from '../../../src/engine/model/beginnings.ts';

const sequences = fc.array(fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 20 }), { minLength: 1, maxLength: 20 });

test('the stretches of each path are its sequence, filled up with zeros, each behind the one before', () => {
  fc.assert(fc.property(sequences, (given) => {
    const { layers, paths } = beginningsOf(given);
    given.forEach((sequence, i) => {
      const path = paths[i] ?? [];
      const stretches = path.map((place, layer) => layers[layer]?.[place]);
      const read = stretches.flatMap((stretch) => stretch?.ids ?? []);
      expect(read).toEqual([...sequence, ...Array<number>(path.length * STRETCH - sequence.length).fill(0)]);
      expect(path.length).toBe(Math.ceil(sequence.length / STRETCH));
      expect(stretches.map((stretch) => stretch?.before)).toEqual([undefined, ...path.slice(0, -1)]);
    });
  }));
});

test('what begins alike is read once, and nothing else', () => {
  fc.assert(fc.property(sequences, (given) => {
    const { layers } = beginningsOf(given);
    const different = (length: number): number =>
      new Set(given.filter((sequence) => sequence.length > length - STRETCH).map((sequence) => sequence.slice(0, length).join())).size;
    expect(layers.map((stretches) => stretches.length)).toEqual(layers.map((_, layer) => different((layer + 1) * STRETCH)));
  }));
});
