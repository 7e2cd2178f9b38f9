import { describe, expect, it } from 'vitest';
import { isJudgementTable, readJudgements } from '../../../../src/lab/corpora/judgements.ts';
import { readReferenceTexts } from '../../../../src/lab/corpora/reference-texts.ts';
import { type EvaluationLine, type RawLine, readEvaluation } from '../../../../src/lab/corpora/references.ts';

const raw = (...texts: string[]): RawLine[] => texts.map((text, number) => ({ number, text }));
const short = (lines: readonly EvaluationLine[]): unknown[] =>
  lines.map(({ line, item, error }) => [
    line,
    error?.code ?? [item?.id, item?.reference, Object.fromEntries(item?.outputs ?? []), Object.fromEntries(item?.human ?? [])],
  ]);

describe('readEvaluation', () => {
  it('reads TSV with a header; an empty cell is no output', () => {
    const lines = readEvaluation(raw('id\treference\tA\thuman:A\tB', '1\tOne  two.\tUno.\t80.5\t', '2\tThree.\tTres\t\tDrei'));
    expect(short(lines)).toEqual([[2, ['1', 'One two.', { A: 'Uno.' }, { A: 80.5 }]],
      [3, ['2', 'Three.', { A: 'Tres', B: 'Drei' }, {}]]]);
  });

  it('reads JSON lines', () => {
    const lines = readEvaluation(raw('{"id": 7, "reference": "One.", "length": 10, "A": "Uno.", "human:A": 50, "B": null}'));
    expect(short(lines)).toEqual([[1, ['7', 'One.', { A: 'Uno.' }, { A: 50 }]]]);
    expect(lines[0]?.item?.length).toBe(10);
  });

  it('reads who was flagged, as 0 or 1', () => {
    const lines = readEvaluation(raw('id\treference\tA\tflagged:A', '1\tOne.\tUno.\t1', '2\tTwo.\tDos.\t', '3\tThree.\tTres.\t2'));
    expect(lines.map(({ item, error }) => error?.code ?? Object.fromEntries(item?.flagged ?? []))).toEqual([{ A: true }, {},
      'bad-request']);
    expect(lines[0]?.item?.outputs).toEqual(new Map([['A', 'Uno.']]));
  });

  it('gives each broken line its error and reads the others', () => {
    expect(
      short(readEvaluation(raw('id\treference\tA', '1\tx', '2\t \ty', '', '3\tThree.\tTres.'))).map((entry) => (entry as unknown[])[1]),
    ).toEqual(['bad-request', 'text-empty', 'bad-request', ['3', 'Three.', { A: 'Tres.' }, {}]]);
    expect(
      short(
        readEvaluation(
          raw(
            '{"id": 1}',
            '{',
            '[1]',
            '{"id": [], "reference": "x"}',
            '{"id": 1, "reference": 2}',
            '{"reference": "x"}',
            '{"id": 1, "reference": "x", "human:A": true}',
          ),
        ),
      ).map((entry) => (entry as unknown[])[1]),
    ).toEqual(['missing-field', 'bad-json', 'bad-json', 'bad-request', 'bad-request', 'missing-field', 'bad-request']);
  });

  it('refuses a header without the needed columns or with one twice', () => {
    for (const header of ['', 'id\ttext', 'id\treference\tA\tA'])
      expect(() => readEvaluation(raw(header, '1\tx'))).toThrow(expect.objectContaining({ code: 'bad-request' }));
    expect(readEvaluation([])).toEqual([]);
  });
});

describe('readJudgements', () => {
  const header = 'ref_id\tref_len\tsystems(0=reference copy,35=ParaNMT)\tcandidate\tnll\thuman_score\tfluency\tworker';
  const table = raw(
    header,
    '5\t10\t0\tThe text.\t-2\t100\t2\t1',
    '5\t10\t17 34\tThis text.\t1\t80\t2\t1',
    '5\t10\t17 34\tThis text.\t1\t70\t2\t2',
    '5\t10\t35\tA text.\t-1\t\t0\t2',
    '6\t20\t17\tx\t1\t1\t1\t1',
    'broken',
  );

  it('joins the judgements of a rewrite and keeps references without text', () => {
    expect(isJudgementTable(header)).toBe(true);
    expect(isJudgementTable('id\treference')).toBe(false);
    const lines = readJudgements(table, ['17', '35']);
    expect(short(lines)).toEqual([
      [2, ['5', 'The text.', { 'ParaBank 17': 'This text.', ParaNMT: 'A text.' }, { 'ParaBank 17': 75 }]],
      [6, ['6', undefined, { 'ParaBank 17': 'x' }, { 'ParaBank 17': 1 }]],
      [7, 'bad-request'],
    ]);
    const [first, second] = lines;
    expect(first?.item?.length).toBe(10);
    expect(Object.fromEntries(first?.item?.flagged ?? [])).toEqual({ 'ParaBank 17': false, ParaNMT: true });
    expect(Object.fromEntries(first?.item?.ratings ?? [])).toEqual({ 'ParaBank 17': 2 });
    expect(Object.fromEntries(second?.item?.flagged ?? [])).toEqual({ 'ParaBank 17': true });
  });

  it('takes references from a second file, whose broken lines are errors', () => {
    const { texts, errors } = readReferenceTexts(raw('ref_id\ttext', '6\tAnother  text.', '7', '8\t ', '6\tAgain.'));
    expect(readJudgements(table, ['17'], texts)[1]?.item?.reference).toBe('Another text.');
    expect(errors.map(({ line, error }) => [line, error.code])).toEqual([[3, 'bad-request'], [4, 'text-empty'], [5, 'bad-request']]);
    expect(readReferenceTexts(raw('1\tOne.')).texts).toEqual(new Map([['1', 'One.']]));
    const [read] = readEvaluation(raw('id\tA', '6\tSome text.'), undefined, texts);
    expect(read?.item).toMatchObject({ reference: 'Another text.' });
  });

  it('takes the quoting of CSV off', () => {
    const quoted = (text: string): string | undefined =>
      readJudgements(raw(header, `5\t10\t0\t${text}\t-2\t100\t2\t1`), [])[0]?.item?.reference;
    expect(quoted('"I ""went out"" once."')).toBe('I "went out" once.');
    expect(quoted('"He said so."""')).toBe('He said so."');
    expect(quoted('"Yes" and "no"')).toBe('"Yes" and "no"');
    expect(quoted('A "word" here.')).toBe('A "word" here.');
  });
});
