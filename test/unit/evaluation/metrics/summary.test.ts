import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pairMeasures } from '../../../../src/lab/tables/measures.ts';
import { evaluationRows } from '../../../../src/lab/tables/rows.ts';
import { plainWords } from '../../../../src/core/text/words.ts';
import { pieceOverlap } from '../../../../src/core/metrics/overlap.ts';
import { shallowTreeDistance } from '../../../../src/core/metrics/shallow-tree.ts';
import { summarise, type MeasuredPair } from '../../../../src/core/metrics/summary.ts';

const tools = { pieces: plainWords, meaning: (a: string, b: string) => 100 - Math.abs(a.length - b.length) };
const measured = (source: string, text: string): MeasuredPair => ({
  source,
  text,
  meaning: tools.meaning(source, text),
  overlap: pieceOverlap(tools.pieces(source), tools.pieces(text)),
  treeEdit: shallowTreeDistance(source, text),
  wordEdits: undefined,
  characterEdits: undefined,
});
const sentence = fc
  .array(fc.constantFrom('the', 'dog', 'A', 'cat', 'ran,', 'sees', 'home', 'today!'), { minLength: 1, maxLength: 9 })
  .map((words) => words.join(' '));

it('gives the numbers that the tables of evaluate give for the same pairs', () => {
  fc.assert(fc.property(fc.array(fc.tuple(sentence, sentence), { minLength: 1, maxLength: 6 }), (pairs) => {
    const [row] = evaluationRows(
      pairs.map(([source]) => ({ reference: source })),
      [{ system: 's', rank: 1, source: 'file', runs: [pairs.map(([, text]) => text)] }],
      pairMeasures(tools),
    );
    const summary = summarise(pairs.map(([source, text]) => measured(source, text)));
    for (const name of ['meaning', 'overlap', 'treeEdit', 'oneMinusBleu', 'lengthRatio'] as const)
      expect(summary[name] ?? -1, name).toBeCloseTo(row?.[name] ?? -1, 3);
    expect(summary.n).toBe(row?.n);
  }), { numRuns: 50 });
});

it('takes means over the pairs that have a measure, and has none without any', () => {
  const pair = (meaning: number | undefined, wordEdits: number | undefined): MeasuredPair => ({
    source: 'a b',
    text: 'a c',
    meaning,
    wordEdits,
    overlap: undefined,
    treeEdit: undefined,
    characterEdits: 3,
  });
  expect(summarise([pair(80, undefined), pair(undefined, undefined), pair(90, 4)])).toMatchObject({
    n: 3,
    meaning: 85,
    wordEdits: 4,
    overlap: undefined,
    characterEdits: 3,
    lengthRatio: 1,
  });
  expect(summarise([])).toEqual({
    n: 0,
    meaning: undefined,
    overlap: undefined,
    treeEdit: undefined,
    wordEdits: undefined,
    characterEdits: undefined,
    oneMinusBleu: undefined,
    lengthRatio: undefined,
  });
});
