import { describe, expect, it } from 'vitest';
import { requireAgreement } from '../../bench/contest/agreement.ts';
import { bytes, markdownOf, short, table } from '../../bench/report/markdown.ts';
import { type CostPoint, joined } from '../../bench/report/findings.ts';
import { ratiosOf, reportOf } from '../../bench/report/report.ts';
import { type ContestRow, median, type Row } from '../../bench/report/row.ts';

const step = (form: string, cpuMilliseconds: number): Row =>
  ({ name: 'step', model: 'm', form, threads: 1, batch: 30, milliseconds: 2 * cpuMilliseconds, cpuMilliseconds });

const contest = (given: Partial<ContestRow>): ContestRow => ({
  name: 'sampling', place: 'node-wasm', model: 'm', form: 'int8', threads: 1, system: 'ours',
  batch: 150, steps: 20, computed: 150, times: 5, milliseconds: 1000, cpuMilliseconds: 1000, tokensPerSecond: 3000,
  readBackBytesPerStep: 1234, peakMiB: 300, firstMilliseconds: 900, mapAsyncPerStep: 0, dispatchesPerStep: 0, ...given,
});

const about = { model: 'm', machine: { processor: 'P', cores: 2, memoryGiB: 8 }, versions: { node: '20' } };

describe('medians', () => {
  it('is the middle, or the mean of both middle ones, in whatever order', () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([4, 1, 100, 2])).toBe(3);
    expect(median([])).toBeNaN();
  });
});

describe('findings of several runs', () => {
  it('keep what only the earlier has, and take the later of equal tasks', () => {
    const found = joined({ rows: [step('int8', 1), step('blocks', 2)], scoreGflops: 7 }, { rows: [step('int8', 3)] });
    expect(found.scoreGflops).toBe(7);
    expect(found.rows?.map(({ form, cpuMilliseconds }) => [form, cpuMilliseconds])).toEqual([['int8', 3], ['blocks', 2]]);
  });

  it('keep what two runtimes computed apart, and a sentence of one over that of the other is their ratio', () => {
    const sentence = (runtime: 'native' | 'wasm', cpuMilliseconds: number): Row =>
      ({ ...step('int8', cpuMilliseconds), name: 'sentence', runtime });
    const point = (runtime: 'native' | 'wasm', words: number): CostPoint =>
      ({ words, sentences: 1, runtime, milliseconds: 1, cpuMilliseconds: 1, rows: 1 });
    const found = joined(
      { rows: [sentence('wasm', 30)], lengths: [point('wasm', 5), point('native', 5)] },
      { rows: [sentence('native', 10)], lengths: [point('native', 9)] },
    );
    expect(found.rows?.map(({ runtime }) => runtime)).toEqual(['wasm', 'native']);
    expect(found.lengths?.map(({ runtime, words }) => [runtime, words])).toEqual([['wasm', 5], ['native', 9]]);
    expect(ratiosOf(found).wasmOverNative).toBe(3);
  });

  it('keep jobs apart that differ in system, place or steps alone', () => {
    const rows = [contest({}), contest({ system: 'best' }), contest({ place: 'chromium-wasm' }), contest({ steps: 40 })];
    expect(joined({ rows }, {}).rows).toHaveLength(4);
  });
});

describe('ratios', () => {
  it('divide the others by ours: sampling and scoring together for 150 rows, the fastest other for one', () => {
    const rows = [
      contest({}), contest({ name: 'scoring', cpuMilliseconds: 500 }),
      contest({ system: 'repeated', cpuMilliseconds: 4000 }), contest({ system: 'repeated', name: 'scoring', cpuMilliseconds: 2000 }),
      contest({ system: 'best', cpuMilliseconds: 3000 }),
      contest({ batch: 1, cpuMilliseconds: 100 }), contest({ batch: 1, system: 'loop', cpuMilliseconds: 130 }),
      contest({ batch: 1, system: 'best', cpuMilliseconds: 90 }), step('int8', 10), step('blocks', 32),
    ];
    const gemm = { products: [], runtimeGflops: 80, stepGflops: 60 };
    expect(ratiosOf({ rows, gemm })).toEqual({
      repeatedInputs150: 4, bestEffort150: null, batch1: 0.9, int8OverBlocks30: 3.2, gemmEfficiency: 0.75, chipClickOverCold: null,
      wasmOverNative: null,
    });
  });

  it('take nothing from other threads, places and steps', () => {
    const rows = [contest({ threads: 2 }), contest({ place: 'chromium-wasm' }), contest({ steps: 40 })]
      .flatMap((row) => [row, { ...row, name: 'scoring' as const }, { ...row, system: 'repeated' as const }]);
    expect(ratiosOf({ rows }).repeatedInputs150).toBeNull();
  });
});

describe('the report', () => {
  it('names what was not measured, and nothing else', () => {
    const graphics = {
      readBackBytesPerStep150: 5, mapAsyncPerStep: 1, dispatchesPerStep: 9, cpuNodes: 0, shapeNodes: 3, gpuNodes: 20,
    };
    const report = reportOf({ rows: [step('int8', 1), step('blocks', 2)], graphics, chromium: '1.2', readBackBytesPerStep150: 4 }, about);
    expect(report.notMeasured).toEqual([
      'repeatedInputs150', 'bestEffort150', 'batch1', 'gemmEfficiency', 'chipClickOverCold', 'wasmOverNative',
    ]);
    const versions = { node: '20', chromium: '1.2' };
    expect(report).toMatchObject({ readBackBytesPerStep150: 5, mapAsyncPerStep: 1, cpuNodes: 0, versions });
    expect(reportOf({ readBackBytesPerStep150: 4 }, about)).toMatchObject({ readBackBytesPerStep150: 4, mapAsyncPerStep: null });
  });

  it('is a page with machine, versions and a table for each place', () => {
    const rows = [contest({}), contest({ system: 'loop', computed: 10 }), contest({ place: 'chromium-wasm' })];
    const page = markdownOf(reportOf({ rows }, about));
    expect(page).toContain('P, 2 cores, 8 GiB; node 20.');
    expect(page.match(/^### /gmu)).toHaveLength(2);
    expect(page).toContain('| 5, 10 of 150 rows |');
    expect(page).not.toMatch(/undefined|NaN/u);
  });
});

describe('cells of tables', () => {
  it('shorten numbers and bytes', () => {
    expect([short(1234.5), short(0.012345), bytes(999), bytes(78_600), bytes(2.5e9)]).toEqual([1235, 0.0123, '999 B', '78.6 KB', '2.5 GB']);
    expect(table(['a', 'b'], [['x', 1]])).toBe('| a | b |\n| --- | --: |\n| x | 1 |');
  });
});

describe('agreement of the exports', () => {
  it('is wanted in the mean, and not a number is none', () => {
    const at = { place: 'p', most: 1 };
    expect(() => { requireAgreement({ ...at, form: 'int8', mean: 0.05 }); }).not.toThrow();
    expect(() => { requireAgreement({ ...at, form: 'blocks', mean: 0.05 }); }).toThrow('hub-export');
    expect(() => { requireAgreement({ ...at, form: 'int8', mean: NaN }); }).toThrow('compute the same');
  });
});
