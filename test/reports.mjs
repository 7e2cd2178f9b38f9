import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/**
 * @typedef {{ passed: number, failed: number, skipped: number, failures: string[], skips: string[] }} Counts `failures`
 * and `skips` name the tests and say why
 */

const none = { passed: 0, failed: 0, skipped: 0, failures: [], skips: [] };
const plain = (text) => stripVTControlCharacters(String(text ?? '')).trim();
const indented = (text, most = 25) =>
  plain(text)
    .split('\n')
    .filter((line) => !/^\s*at .*node_modules|^\s*at new Promise/u.test(line))
    .slice(0, most)
    .map((line) => `      ${line}`)
    .join('\n');

/** @returns {Counts} with the lengths of what is listed */
const counted = (passed, failures, skips) => ({ passed, failed: failures.length, skipped: skips.length, failures, skips });

/**
 * Gives the counts of a stage. Without a report its commands count as one check; with one, its tests count, and a run that
 * fails although no test did, or that ends well without a single passed test, counts as failed.
 * @param {{ ok: boolean, output: string }} result of its last command
 * @param {{ path: string, read: (path: string) => Counts }} [report]
 * @returns {Counts}
 */
export function judge({ ok, output }, report) {
  const crash = { ...none, failed: 1, failures: [output.trim().split('\n').slice(-60).join('\n')] };
  if (!report) return ok ? { ...none, passed: 1 } : crash;
  let counts;
  try { counts = report.read(report.path); } catch { return crash; }
  if (counts.failed > 0 || (ok && counts.passed > 0)) return counts;
  return { ...counts, failed: 1, failures: crash.failures };
}

/**
 * Counts of a report of `vitest --reporter=json`. A file that could not be loaded counts as one failure: its tests are unknown.
 * @returns {Counts}
 */
export function vitestCounts(path) {
  const { testResults } = JSON.parse(readFileSync(path, 'utf8'));
  const tests = testResults.flatMap(({ name, assertionResults }) => assertionResults.map((test) => ({ ...test, file: name })));
  const of = (status) => tests.filter((test) => test.status === status);
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  const failures = [
    ...of('failed').map((test) => `${test.file} > ${test.fullName}\n${indented(test.failureMessages.join('\n'))}`),
    ...broken.map(({ name, message }) => `${name}\n${indented(message)}`),
  ];
  const notRun = tests.filter(({ status }) => status !== 'passed' && status !== 'failed');
  const skips = notRun.map(({ file, fullName }) => `${file} > ${fullName}`);
  return counted(of('passed').length, failures, skips);
}

/**
 * Counts of a report of `playwright test --reporter=json`; an error outside the tests counts as one failure.
 * @returns {Counts}
 */
export function playwrightCounts(path) {
  const report = JSON.parse(readFileSync(path, 'utf8'));
  const failures = (report.errors ?? []).map((error) => indented(error.message));
  const skips = [];
  const visit = (suite, titles) => {
    const here = suite.title ? [...titles, suite.title] : titles;
    for (const { title, ok, tests } of suite.specs ?? []) {
      const name = [...here, title].join(' > ');
      const errors = tests.flatMap((test) => test.results.flatMap((result) => result.errors ?? []));
      const reasons = tests.flatMap((test) => test.annotations).map(({ description }) => description ?? '');
      if (!ok) failures.push(`${name}\n${indented(errors.map((error) => error.message).join('\n'))}`);
      else if (tests.every(({ status }) => status === 'skipped')) skips.push(`${name} (${reasons.join(', ')})`);
    }
    for (const inner of suite.suites ?? []) visit(inner, here);
  };
  for (const suite of report.suites ?? []) visit(suite, []);
  return counted(report.stats.expected + report.stats.flaky, failures, skips);
}
