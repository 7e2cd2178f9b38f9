import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { corpusBleu } from '../../../../src/core/metrics/bleu.ts';
import { parseTree } from '../../../../src/core/metrics/bracketed-tree.ts';
import { treeEditDistance } from '../../../../src/core/metrics/tree-edit-distance.ts';
import { plainBleu } from '../../../oracle/bleu.ts';

const lines = (name: string): string[] => readFileSync(new URL(`../../../golden/${name}`, import.meta.url), 'utf8').trimEnd().split('\n');
const tokens = (text: string): string[] => text.split(' ').filter((token) => token !== '');

/**
 * [pairs of [references, candidate] in tokens with spaces, smoothing, score with brevity penalty, the penalty] from
 * sacrebleu 2.6.0, tokenize none.
 */
type Case = readonly [
  pairs: readonly (readonly [references: readonly string[], candidate: string])[],
  smoothing: 'none' | 'exp',
  score: number,
  penalty: number,
];

describe('values of other programs', () => {
  const cases = lines('bleu.jsonl').map((line) => JSON.parse(line) as Case);

  it("BLEU equals sacrebleu's on 400 random token sequences, and so does the oracle", () => {
    expect(cases).toHaveLength(400);
    expect(cases.filter(([, , score]) => score > 0).length).toBeGreaterThan(300);
    for (const [some, smoothing, score, penalty] of cases) {
      const pairs = some.map(([references, candidate]) => ({ references: references.map(tokens), candidate: tokens(candidate) }));
      expect(corpusBleu(pairs, { brevityPenalty: true, smoothing })).toBeCloseTo(score, 6);
      expect(corpusBleu(pairs, { smoothing })).toBeCloseTo(score / penalty, 6);
      expect(plainBleu(pairs, true, smoothing === 'exp')).toBeCloseTo(score, 6);
    }
  });

  it("tree edit distances equal those of APTED's Python program (1.0.3) on 1,000 random trees, a third with other costs than 1", () => {
    const rows = lines('tree-distances.tsv').map((line) => line.split('\t'));
    expect(rows).toHaveLength(1000);
    for (const [first = '', second = '', costs = '', distance] of rows) {
      const [remove = 1, insert = 1, rename = 1] = costs.split(' ').map(Number);
      expect(treeEditDistance(parseTree(first), parseTree(second), { delete: remove, insert, rename })).toBe(Number(distance));
    }
  });
});
