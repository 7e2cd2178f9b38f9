import { describe, expect, it } from 'vitest';
import {
  agreementOf,
  cohensKappa,
  controlsPassed,
  isRight,
  meanRatings,
  type Ratings,
  readRatings,
} from '../../../../src/lab/blind/ratings.ts';
import { blindKey, blindTable } from '../../../../src/lab/blind/sheet.ts';

const key = blindKey([
  { system: 'a', source: 'First source.', rewrites: [{ text: 'One.' }, { text: 'Two, "quoted".' }] },
  { system: 'a', source: 'Second source.', rewrites: [{ text: 'Three.' }] },
], 1);
const linesOf = (table: string): { number: number; text: string }[] =>
  table.trimEnd().split('\n').map((text, number) => ({ number, text }));
const filled = (marks: (id: string) => string): string => blindTable(key).replace(/^(\d+)(\t.*)\t\t$/gmu, (_, id: string, rest: string) =>
  `${id}${rest}\t${marks(id)}`);
const ratings = (given: Readonly<Record<string, readonly [number, number]>>): Ratings =>
  new Map(Object.entries(given).map(([id, [fluency, adequacy]]) => [id, { fluency, adequacy }]));

describe('ratings of a sheet', () => {
  it('are read by item, in any order of lines, with columns added and cells quoted', () => {
    const [head, ...rest] = filled((id) => `5\t${Number(id) > 2 ? 3.5 : 4}`).trimEnd().split('\n');
    const shuffled = [head, ...rest.reverse()].map(
      (line) =>
        `note\t${line
          ?.split('\t')
          .map((cell) => `"${cell.replaceAll('"', '""')}"`)
          .join('\t')}`,
    );
    const read = readRatings(linesOf(`${shuffled.join('\n')}\n`), key);
    expect([...read.keys()].toSorted()).toEqual(key.items.map(({ id }) => id));
    expect(read.get('1')).toEqual({ fluency: 5, adequacy: 4 });
    expect(read.get('3')).toEqual({ fluency: 5, adequacy: 3.5 });
    expect(readRatings(linesOf(blindTable(key)), key).size).toBe(0);
  });

  it.each([
    ['a mark above 5', filled(() => '5\t6'), /^Line 2: fluency and adequacy/u],
    ['a mark below 1', filled(() => '0\t5'), /^Line 2/u],
    ['half a rating', filled((id) => (id === '2' ? '4\t' : '4\t4')), /^Line 3/u],
    ['an item twice', `${filled(() => '4\t4')}${filled(() => '4\t4').split('\n')[1]}\n`, /item 1 is rated twice/u],
    ['another sheet', filled(() => '4\t4').replace('Three.', 'Four.'), /no item/u],
    ['no head', filled(() => '4\t4').replace('fluency', 'flow'), /first line/u],
  ])('are refused with %s', (_, table, message) => {
    expect(() => readRatings(linesOf(table), key)).toThrow(
      expect.objectContaining({ code: 'bad-request', message: expect.stringMatching(message) as string }),
    );
  });

  it('are right from 4 on both scales on', () => {
    expect([isRight({ fluency: 4, adequacy: 4 }), isRight({ fluency: 3.5, adequacy: 5 }), isRight({ fluency: 5, adequacy: 3 })]).toEqual([
      true,
      false,
      false,
    ]);
    expect(meanRatings([ratings({ 1: [5, 4], 2: [4, 4] }), ratings({ 1: [4, 3], 3: [1, 1] })])).toEqual(ratings({ 1: [4.5, 3.5] }));
  });
});

describe('agreement', () => {
  const verdicts = (counts: readonly [number, number, number, number]): (readonly [boolean, boolean])[] =>
    (
      [
        [true, true],
        [true, false],
        [false, true],
        [false, false],
      ] as const
    ).flatMap((pair, at) => Array.from({ length: counts[at] ?? 0 }, () => pair));

  it('has known kappas', () => {
    // 35 of 50 agree, by chance 0.5 · 0.6 + 0.5 · 0.4 = half of them.
    expect(cohensKappa(verdicts([20, 5, 10, 15]))).toBeCloseTo(0.4, 12);
    expect(cohensKappa(verdicts([45, 15, 25, 15]))).toBeCloseTo(0.1304, 4);
    expect(cohensKappa(verdicts([3, 0, 0, 7]))).toBe(1);
    expect(cohensKappa(verdicts([0, 5, 5, 0]))).toBe(-1);
    expect(cohensKappa(verdicts([4, 0, 0, 0]))).toBeUndefined();
    expect(cohensKappa([])).toBeUndefined();
  });

  it('counts what both rated, without controls', () => {
    const ids = key.items.filter(({ control }) => !control).map(({ id }) => id);
    const [a = '', b = '', c = ''] = ids;
    const control = key.items.find((item) => item.control)?.id ?? '';
    const one = ratings({ [a]: [5, 5], [b]: [5, 2], [c]: [4, 4], [control]: [1, 1] });
    const other = ratings({ [a]: [4, 4], [b]: [4, 4], [control]: [5, 5] });
    expect(agreementOf(one, other, key)).toEqual({ items: 2, same: 50, kappa: 0, fluency: 1, adequacy: -0.5 });
  });

  it('tells who did not read', () => {
    const idsOf = (kind: string): string[] => key.items.filter(({ control }) => control === kind).map(({ id }) => id);
    const [copy = '', other = ''] = [...idsOf('copy'), ...idsOf('other')];
    expect(controlsPassed(ratings({ [copy]: [5, 5], [other]: [5, 1] }), key)).toEqual({
      copy: { passed: 1, rated: 1 },
      other: { passed: 1, rated: 1 },
    });
    expect(controlsPassed(ratings({ [copy]: [5, 3], [other]: [5, 3] }), key)).toEqual({
      copy: { passed: 0, rated: 1 },
      other: { passed: 0, rated: 1 },
    });
    expect(controlsPassed(new Map(), key).copy).toEqual({ passed: 0, rated: 0 });
  });
});
