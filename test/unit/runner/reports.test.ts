import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly failures: readonly string[];
  readonly skips: readonly string[];
}
interface Reports {
  judge(result: { ok: boolean; output: string }, report?: { path: string; read: (path: string) => Counts }): Counts;
  vitestCounts(path: string): Counts;
  playwrightCounts(path: string): Counts;
}

const { judge, vitestCounts, playwrightCounts } = (await import(new URL('../../reports.mjs', import.meta.url).href)) as Reports;
const folder = mkdtempSync(join(tmpdir(), 'otherwise-reports-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const written = (report: unknown): string => {
  const path = join(folder, 'report.json');
  writeFileSync(path, JSON.stringify(report));
  return path;
};
const numbers = ({ passed, failed, skipped }: Counts): number[] => [passed, failed, skipped];

describe('counts of a report', () => {
  it('vitest: each test, and a file that did not load as one failure; what was skipped is named', () => {
    const test = (fullName: string, status: string) => ({ fullName, status, failureMessages: status === 'failed' ? ['because'] : [] });
    const counts = vitestCounts(written({
      testResults: [
        { name: 'a', status: 'failed', assertionResults: [test('one', 'passed'), test('two', 'failed'), test('three', 'skipped')] },
        { name: 'b', status: 'failed', message: 'no such module', assertionResults: [] },
        { name: 'c', status: 'passed', assertionResults: [test('four', 'passed'), test('five', 'todo')] },
      ],
    }));
    expect(numbers(counts)).toEqual([2, 2, 2]);
    expect(counts.failures).toEqual(['a > two\n      because', 'b\n      no such module']);
    expect(counts.skips).toEqual(['a > three', 'c > five']);
  });

  it('playwright: each test, errors outside them, and why one was skipped', () => {
    const spec = (title: string, ok: boolean, status: string, description?: string) => ({
      title,
      ok,
      tests: [{ status, annotations: description ? [{ description }] : [], results: [{ errors: ok ? [] : [{ message: 'because' }] }] }],
    });
    const inner = { title: 'inner', specs: [spec('two', false, 'unexpected'), spec('three', true, 'skipped', 'no Firefox')] };
    const counts = playwrightCounts(written({
      stats: { expected: 1, unexpected: 1, flaky: 0, skipped: 1 },
      errors: [{ message: 'the server did not start' }],
      suites: [{ title: 'a', specs: [spec('one', true, 'expected')], suites: [inner] }],
    }));
    expect(numbers(counts)).toEqual([1, 2, 1]);
    expect(counts.failures).toEqual(['      the server did not start', 'a > inner > two\n      because']);
    expect(counts.skips).toEqual(['a > inner > three (no Firefox)']);
  });
});

describe('a stage', () => {
  const counts = (passed: number, failed: number): Counts => ({ passed, failed, skipped: 0, failures: [], skips: [] });
  const judged = (ok: boolean, read?: () => Counts) => numbers(judge({ ok, output: 'the end' }, read && { path: '', read }));

  it('without a report is one check', () => {
    expect([judged(true), judged(false)]).toEqual([[1, 0, 0], [0, 1, 0]]);
  });

  it('with a report counts its tests', () => {
    expect([judged(true, () => counts(3, 0)), judged(false, () => counts(3, 2))]).toEqual([[3, 0, 0], [3, 2, 0]]);
  });

  it('never passes without a passed test, nor when it breaks off, nor without its report', () => {
    const missing = (): Counts => { throw new Error('no report'); };
    expect(judged(true, () => counts(0, 0))).toEqual([0, 1, 0]);
    expect(judged(false, () => counts(3, 0))).toEqual([3, 1, 0]);
    expect([judged(true, missing), judged(false, missing)]).toEqual([[0, 1, 0], [0, 1, 0]]);
  });
});
