import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clusterCandidates } from '../../../src/core/choice/cluster.ts';
import { clusterPlainly } from '../../oracle/cluster.ts';

const tokens = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 7, size: 'max' });
const scored = fc.array(fc.record({ candidate: tokens, score: fc.integer({ min: 0, max: 6 }) }), { maxLength: 24, size: 'max' });

describe('clusterCandidates', () => {
  it('equals the procedure written out step by step', () => {
    let moved = 0;
    fc.assert(fc.property(tokens, scored, fc.integer({ min: 1, max: 9 }), (reference, rows, clusters) => {
      const [candidates, scores] = [rows.map((row) => row.candidate), rows.map((row) => row.score)];
      const { rounds, ...plain } = clusterPlainly(reference, candidates, scores, clusters);
      if (rounds > 1) moved++;
      expect(clusterCandidates(reference, candidates, scores, clusters)).toEqual(plain);
    }), { numRuns: 400 });
    expect(moved).toBeGreaterThan(20);
  });

  it('starts with the candidate furthest from the reference and gives one winner for each other cluster', () => {
    const candidates = ['the cat sat', 'the cat sat down', 'dogs bark loudly at night', 'dogs bark at night', 'The CAT sat!'];
    expect(clusterCandidates('the cat sat', candidates, [1, 2, 3, 1.5, 0.1], 2)).toEqual({
      assignment: [0, 0, 1, 1, 0],
      centroids: [null, 2],
      winners: [3],
    });
  });

  it('keeps the centroid of an empty cluster when candidates repeat', () => {
    expect(clusterCandidates(['a'], [['b'], ['b'], ['a']], [2, 1, 0], 4)).toEqual({
      assignment: [1, 1, 0],
      centroids: [null, 0, 1, 2],
      winners: [1],
    });
  });

  it('has only the reference cluster when one cluster is asked for or nothing is given', () => {
    expect(clusterCandidates('a b', ['c d', 'a b'], [1, 2], 1)).toEqual({ assignment: [0, 0], centroids: [null], winners: [] });
    expect(clusterCandidates('a b', [], [])).toEqual({ assignment: [], centroids: [null], winners: [] });
  });

  it('refuses scores that do not match and a cluster number below 1', () => {
    expect(() => clusterCandidates('a', ['b'], [])).toThrow(/one score for each candidate/);
    for (const clusters of [0, -1, 1.5, NaN]) expect(() => clusterCandidates('a', ['b'], [1], clusters)).toThrow(/at least 1/);
  });
});
