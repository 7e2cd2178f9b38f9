import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/** @typedef {{ passed: number, failed: number, skipped: number, failures: string[] }} Counts */

const plain = (text) => stripVTControlCharacters(String(text ?? '')).trim();
const indented = (text, most = 25) =>
  plain(text)
    .split('\n')
    .filter((line) => !/^\s*at .*node_modules|^\s*at new Promise/u.test(line))
    .slice(0, most)
    .map((line) => `      ${line}`)
    .join('\n');

/**
 * Counts of a report of `vitest --reporter=json`. A file that could not be loaded counts as one failure: its tests are unknown.
 * @returns {Counts}
 */
export function vitestCounts(path) {
  const report = JSON.parse(readFileSync(path, 'utf8'));
  const counts = { passed: 0, failed: 0, skipped: 0, failures: [] };
  for (const file of report.testResults) {
    let failedHere = 0;
    for (const test of file.assertionResults) {
      if (test.status === 'passed') counts.passed += 1;
      else if (test.status === 'failed') {
        failedHere += 1;
        counts.failures.push(`${file.name} > ${test.fullName}\n${indented(test.failureMessages.join('\n'))}`);
      } else counts.skipped += 1;
    }
    if (file.status === 'failed' && failedHere === 0) {
      failedHere = 1;
      counts.failures.push(`${file.name}\n${indented(file.message)}`);
    }
    counts.failed += failedHere;
  }
  return counts;
}

/**
 * Counts of a report of `playwright test --reporter=json`; an error outside the tests counts as one failure.
 * @returns {Counts}
 */
export function playwrightCounts(path) {
  const report = JSON.parse(readFileSync(path, 'utf8'));
  const { expected, unexpected, flaky, skipped } = report.stats;
  const failures = [];
  const visit = (suite, titles) => {
    const here = suite.title ? [...titles, suite.title] : titles;
    for (const spec of suite.specs ?? []) {
      if (spec.ok) continue;
      const errors = spec.tests.flatMap((test) => test.results.flatMap((result) => result.errors ?? []));
      failures.push(`${[...here, spec.title].join(' > ')}\n${indented(errors.map((error) => error.message).join('\n'))}`);
    }
    for (const inner of suite.suites ?? []) visit(inner, here);
  };
  for (const suite of report.suites ?? []) visit(suite, []);
  for (const error of report.errors ?? []) failures.push(indented(error.message));
  return { passed: expected + flaky, failed: unexpected + (report.errors ?? []).length, skipped, failures };
}
