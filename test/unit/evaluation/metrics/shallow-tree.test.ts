import { describe, expect, it } from 'vitest';
import type { Tree } from '../../../../src/core/metrics/bracketed-tree.ts';
import { shallowTree, shallowTreeDistance } from '../../../../src/core/metrics/shallow-tree.ts';

const show = ({ label, children }: Tree): string => `(${[label, ...children.map(show)].join(' ')})`;
const depth = ({ children }: Tree): number => 1 + Math.max(0, ...children.map(depth));

describe('shallowTree', () => {
  it('has clause, phrases and tags, without words', () => {
    expect(show(shallowTree('The cat sat on the mat.'))).toBe('(S (NP (DT) (NN)) (VP (VBD) (PP)))');
  });

  it('joins clauses and sentences under one root', () => {
    expect(show(shallowTree('I gave her the book, and she went home.'))).toMatch(/^\(S \(S .*\) \(S \(CC\) .*\)\)$/);
    expect(shallowTree('He is trapped! She left.').label).toBe('TEXT');
  });

  it('keeps three levels a sentence, whatever the text', () => {
    for (const text of [
      'The man who had emerged from the hotel in Paris did not want to leave his 3 children there, because he was afraid.',
      'No verb here',
      '12 !!',
      '😀',
      '',
    ]) {
      expect(depth(shallowTree(text))).toBeLessThanOrEqual(text === '' ? 1 : 3);
    }
  });
});

describe('shallowTreeDistance', () => {
  it('is 0 for other words in the same structure and grows with the structure', () => {
    expect(shallowTreeDistance('The cat sat on the mat.', 'A dog slept in the garden.')).toBe(0);
    const passive = shallowTreeDistance('The teacher praised the girl.', 'The girl was praised by the teacher.');
    expect(passive).toBeGreaterThan(0);
    expect(
      shallowTreeDistance('The teacher praised the girl.', 'After she had won, the girl, who was shy, was praised by the teacher.'),
    ).toBeGreaterThan(passive);
  });
});
