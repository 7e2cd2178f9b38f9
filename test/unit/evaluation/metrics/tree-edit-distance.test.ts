import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTree } from '../../../../src/core/metrics/bracketed-tree.ts';
import { treeEditDistance } from '../../../../src/core/metrics/tree-edit-distance.ts';
import { bracketed, leastMapping, plainTreeDistance, type PlainTree } from '../../../oracle/tree-edit-distance.ts';

/** A tree of up to `size` nodes from a list of parents. */
const trees = (size: number): fc.Arbitrary<PlainTree> =>
  fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.nat()), { minLength: 1, maxLength: size, size: 'max' }).map((rows) => {
    const nodes = rows.map(([label]) => ({ label, children: [] as PlainTree[] }));
    rows.forEach(([, parent], place) => {
      if (place > 0) nodes[parent % place]?.children.push(nodes[place] as PlainTree);
    });
    return nodes[0] as PlainTree;
  });
const costs = fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 }), fc.integer({ min: 0, max: 9 }));

const distance = (a: PlainTree, b: PlainTree, [remove, insert, rename]: readonly [number, number, number]): number =>
  treeEditDistance(parseTree(bracketed(a)), parseTree(bracketed(b)), { delete: remove, insert, rename });

describe('treeEditDistance', () => {
  it('equals the recursion over forests on 1,000 random trees', () => {
    fc.assert(fc.property(trees(9), trees(9), costs, (a, b, cost) => {
      expect(distance(a, b, cost)).toBe(plainTreeDistance(a, b, cost));
    }), { numRuns: 1000 });
  });

  it('equals the least mapping of nodes on small trees', () => {
    fc.assert(fc.property(trees(4), trees(4), costs, (a, b, cost) => {
      expect(distance(a, b, cost)).toBe(leastMapping(a, b, cost));
    }), { numRuns: 300 });
  });

  it('gives the textbook value of 2', () => {
    expect(treeEditDistance(parseTree('{f{d{a}{c{b}}}{e}}'), parseTree('{f{c{d{a}{b}}}{e}}'))).toBe(2);
  });

  it('takes trees of any depth', () => {
    const deep = '{a'.repeat(3000) + '}'.repeat(3000);
    expect(treeEditDistance(parseTree(deep), parseTree('{a}'))).toBe(2999);
  });
});

describe('parseTree', () => {
  it('reads labels with escapes and empty labels', () => {
    expect(parseTree(' {a\\{b{}{c d}} ')).toEqual({
      label: 'a{b',
      children: [
        { label: '', children: [] },
        { label: 'c d', children: [] },
      ],
    });
  });

  it.each(['', 'a', '{a', '{a}}', '{a}{b}', '{a{b}c}', 'x{a}'])('refuses %j', (text) => {
    expect(() => parseTree(text)).toThrow(/bracket notation/);
  });
});
