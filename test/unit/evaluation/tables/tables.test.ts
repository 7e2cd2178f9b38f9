import { describe, expect, it } from 'vitest';
import { evaluationMarkdown } from '../../../../src/lab/tables/markdown.ts';
import { withGains } from '../../../../src/lab/tables/gains.ts';
import { type EvaluationTools, type MeasuringOptions, pairMeasures } from '../../../../src/lab/tables/measures.ts';
import { byRank, oracles, predictedOracles, type SystemOutputs, withoutCopies } from '../../../../src/lab/tables/outputs.ts';
import { collectiveRow, correlations, type EvaluationRow, evaluationRows } from '../../../../src/lab/tables/rows.ts';
import { halfRange, meanOfRuns } from '../../../../src/lab/tables/runs.ts';

const tools: EvaluationTools = { pieces: (text) => text.split(' '), meaning: (a, b) => (a === b ? 100 : 60) };
const outputs = (system: string, ...texts: (string | undefined)[]): SystemOutputs => ({
  system,
  rank: null,
  source: 'file',
  runs: [texts],
  human: texts.map((text, at) => (text === undefined ? undefined : 10 * at)),
});
const texts = ['one two three four five', 'a dog ran home today', 'nothing here'];
const references = texts.map((reference, at) => ({ reference, length: at < 2 ? 5 : 2 }));
const rowsOf = (...systems: SystemOutputs[]): EvaluationRow[] => evaluationRows(references, systems, pairMeasures(tools));

describe('rows', () => {
  it('measure each system on the references it has outputs for', () => {
    const [same, other, none] = rowsOf(
      outputs('same', ...texts),
      outputs('other', undefined, 'A dog ran home, today!', 'x y'),
      outputs('none', undefined, undefined, undefined),
    );
    expect(same).toMatchObject({ meaning: 100, oneMinusBleu: 0, overlap: 100, treeEdit: 0, lengthRatio: 1, copies: 3, n: 3, human: 10 });
    expect(other).toMatchObject({ meaning: 60, copies: 1, n: 2, human: 15, lengthRatio: 1 });
    expect(other?.oneMinusBleu).toBeGreaterThan(0);
    expect(none).toEqual({
      system: 'none', rank: null, source: 'file', meaning: null, human: null, flagged: null, oneMinusBleu: null, overlap: null,
        treeEdit: null,
      oneMinusBleuPenalty: null, paragraphBleu: null, unigramPrecision: null, unigramHuman: null, lengthRatio: null, copies: 0, n: 0,
    });
  });

  it('take BLEU and unigram precision over one paragraph', () => {
    const [row] = rowsOf(outputs('some', 'one two three four five', 'a x ran home today', undefined));
    expect(row?.unigramPrecision).toBe(90);
    // Ten words in a row, the seventh is wrong: n-grams without it match, also those across the sentences.
    const precisions = [9 / 10, 7 / 9, 5 / 8, 3 / 7];
    expect(row?.paragraphBleu).toBeCloseTo(100 * precisions.reduce((product, one) => product * one, 1) ** 0.25, 3);
  });

  it('correlate the unigram precision of single outputs with their human scores', () => {
    const judged = (...scores: number[]): number | null | undefined =>
      rowsOf({ ...outputs('s', 'one two three x y', 'a dog ran home today', 'else what'), human: scores })[0]?.unigramHuman;
    expect(judged(50, 90, 10)).toBe(1);
    expect(judged(50, 10, 90)).toBe(-1);
    expect(judged(50, 50, 50)).toBeNull();
  });

  it('have a column for each length, and the mean of the columns', () => {
    const [row] = evaluationRows(references, [outputs('s', texts[0], 'x y z', 'nothing there')], pairMeasures(tools), [2, 5]);
    expect(row?.byLength).toMatchObject({
      2: { n: 1, meaning: 60, human: 20 },
      5: { n: 2, meaning: 80, human: 5 },
      mean: { meaning: 70, human: 12.5 },
    });
    expect(row?.meaning).toBeCloseTo(220 / 3, 3);
  });

  it('count what people say of a reference without text, and each rating once', () => {
    const judged = { ...outputs('s', 'one two', 'a dog', 'here'), human: [80, 20, undefined], ratings: [3, 1, undefined],
      flagged: [false, true, true] };
    const [row] = evaluationRows([{ reference: undefined }, ...references.slice(1)], [judged], pairMeasures(tools));
    expect(row).toMatchObject({ human: 65, flagged: 66.6667, n: 3, unigramPrecision: 100 });
  });

  it('tell case apart and leave copies out where that is asked for', () => {
    const system = outputs('s', 'One two three four five', 'a dog', undefined);
    const measured = (options: MeasuringOptions, one = system) => evaluationRows(references, [one], pairMeasures(tools, options))[0];
    expect(measured({})).toMatchObject({ unigramPrecision: 100, copies: 1, n: 2 });
    expect(measured({ keepCase: true })).toMatchObject({ unigramPrecision: 85.7143, copies: 1, n: 2 });
    const [others] = withoutCopies([system], texts);
    expect(measured({}, others)).toMatchObject({ copies: 0, n: 1 });
  });

  it('have a gain over the baseline, by length too, and a deviation over the lengths', () => {
    const judged = (name: string, ...human: number[]): SystemOutputs => ({ ...outputs(name, 'u v', 'x y', 'z'), human,
      flagged: [false, false, human[0] === 40] });
    const rows = withGains(evaluationRows(references, [judged('base', 40, 60, 80), judged('other', 60, 60, 60)],
      pairMeasures(tools), [2, 5]), 'base');
    expect(rows[1]?.gain).toMatchObject({ human: 0, unflagged: 50,
      byLength: { 2: { human: -25 }, 5: { human: 20 }, mean: { human: -7.69 } } });
    expect(rows[0]?.byLength?.['deviation']?.human).toBeCloseTo(Math.sqrt(450), 3);
    expect(evaluationMarkdown({ rows, collective: [], correlations: [] },
      [])).toContain('| other |  | 0.0 | 0.0 | -25.0 | 20.0 | 50.0 |');
  });

  it('of several seeds are means with half the range beside them', () => {
    const [row] = rowsOf({ system: 'otherwise', rank: 1, source: 'ours', runs: [texts, ['x', undefined, 'y']] });
    expect(row).toMatchObject({ meaning: 80, n: 2.5, human: null, halfRange: { meaning: 20, n: 0.5, human: null } });
    expect(rowsOf(outputs('file', ...texts))[0]).not.toHaveProperty('halfRange');
  });
});

describe('runs', () => {
  it('lack a number that one of them lacks', () => {
    const runs = [{ a: 1, b: null }, { a: 4, b: 2 }, { a: 2, b: 3 }];
    expect(meanOfRuns(runs)).toEqual({ a: 2.3333, b: null });
    expect(halfRange(runs)).toEqual({ a: 1.5, b: null });
  });
});

describe('collectiveRow', () => {
  it('takes the first of two systems as the reference of BLEU, and gives the other direction too', () => {
    const [first, second] = [outputs('long', 'one two three four five six'), outputs('short', 'one two three four')];
    const row = collectiveRow({ system: 'long/short', ranks: null, first, second }, pairMeasures(tools));
    expect(row).toMatchObject({ oneMinusBleu: 0, n: 1 });
    expect(row.oneMinusBleuReversed).toBeGreaterThan(0);
  });

  it('pairs the runs of the same seed', () => {
    const [first, second] = [texts, texts.toReversed()].map((one) => ({ ...outputs('s'), runs: [one, one.toReversed()] }));
    if (!first || !second) throw new Error('two systems');
    const row = collectiveRow({ system: 's', ranks: [1, 2], first, second }, pairMeasures(tools));
    // The middle text alone is the same on both sides, in either run.
    expect(row).toMatchObject({ overlap: 33.3333, n: 3, halfRange: { overlap: 0, n: 0 } });
  });
});

describe('outputs', () => {
  it('repeat the worst-ranked text of a short list', () => {
    expect(byRank([['a', 'b'], [], ['c']], 3)).toEqual([['a', undefined, 'c'], ['b', undefined, 'c'], ['b', undefined, 'c']]);
  });

  it('give the oracles the highest, middle and lowest judged text of each reference', () => {
    const column = (system: string, ...scored: (readonly [string, number | undefined])[]): SystemOutputs => ({
      system, rank: null, source: 'file', runs: [scored.map(([text]) => text)], human: scored.map(([, score]) => score),
    });
    const found = oracles(
      [column('A', ['a', 50], ['b', 50]), column('B', ['c', 90], ['d', undefined]), column('C', ['e', 10], ['f', 60])],
      2,
    );
    expect(found.map(({ system, source, runs, human }) => [system, source, runs, human])).toEqual([
      ['oracle max', 'oracle', [['c', 'f']], [90, 60]],
      ['oracle median', 'oracle', [['a', 'f']], [50, 60]],
      ['oracle min', 'oracle', [['e', 'b']], [10, 50]],
    ]);
  });

  it('give the oracles over our ranks what is predicted to be best, in the middle and worst, for each seed', () => {
    const ranks = [['aaa', 'b'], ['aa', 'bbb'], ['a', 'bb']].map((texts, at): SystemOutputs =>
      ({ system: 'otherwise', rank: at + 1, source: 'ours', runs: [texts, texts.map((text) => `${text}!`)] }));
    const found = predictedOracles(ranks, 2, (_, text) => text.length);
    expect(found.map(({ system, runs }) => [system, runs])).toEqual([
      ['otherwise oracle max', [['aaa', 'bbb'], ['aaa!', 'bbb!']]], ['otherwise oracle median', [['aa', 'bb'], ['aa!', 'bb!']]],
      ['otherwise oracle min', [['a', 'b'], ['a!', 'b!']]],
    ]);
  });
});

describe('correlations', () => {
  it('are over the systems that have both measures, oracles aside', () => {
    const row = (paragraphBleu: number | null, unigramPrecision: number, source: 'file' | 'oracle' = 'file'): EvaluationRow => ({
      ...(rowsOf(outputs('s', undefined))[0] as EvaluationRow), source, paragraphBleu, unigramPrecision,
    });
    const [first, second] = correlations([row(10, 30), row(20, 50), row(30, 40), row(null, 1), row(1, 99, 'oracle')]);
    expect(first).toEqual({ measures: ['paragraphBleu', 'unigramPrecision'], spearman: 0.5, systems: 3 });
    expect(second).toMatchObject({ measures: ['unigramPrecision', 'human'], spearman: null, systems: 0 });
  });
});

describe('evaluationMarkdown', () => {
  it('has a line for each system, notes above, and ± behind what has several seeds', () => {
    const rows = rowsOf(outputs('a|b', ...texts), { system: 17, rank: 1, source: 'ours', runs: [texts, ['x', 'y', 'z']] });
    const markdown = evaluationMarkdown({ rows, collective: [], correlations: correlations(rows) }, ['A note.']);
    expect(markdown.startsWith('A note.\n')).toBe(true);
    expect(markdown).toContain('| a\\|b (of the file) |  | 100.0 | 10.0 | – | 0.00 | 100.00 | 0.00 | 1.00 | 100.00 | 100.00 | – | 3 | 3 |');
    expect(markdown).toContain('| system 17 | 1 | 80.0 ± 20.0 | – | – | 50.00 ± 50.00 |');
    expect(markdown).toContain("Spearman's ρ of paragraph BLEU and unigram precision over 2 systems: 1.00.");
  });

  it('has a table by length for each measure of ParaBank’s Table 4', () => {
    const rows = evaluationRows(references, [outputs('s', ...texts)], pairMeasures(tools), [2, 5]);
    const lines = evaluationMarkdown({ rows, collective: [], correlations: [] }, []).split('\n');
    const at = lines.indexOf('Similarity, human, by length of the reference:');
    expect(lines.slice(at + 2, at + 5)).toEqual([
      '| system | rank | 2 | 5 | mean | deviation |',
      '|---|---:|---:|---:|---:|---:|',
      '| s |  | 20.00 | 5.00 | 12.50 | 10.61 |',
    ]);
  });
});
