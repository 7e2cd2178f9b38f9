import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { loadIdf, loadInflector } from '../../../src/cli/lexical.ts';
import { observe } from '../../../src/core/quality/assess.ts';
import { rejections, warnings } from '../../../src/core/quality/checks/checks.ts';
import type { Finding } from '../../../src/core/quality/finding.ts';
import { read } from '../../../src/core/quality/reading/reading.ts';
import { wordKnowledge } from '../../../src/core/text/knowledge.ts';

const words = wordKnowledge(await loadInflector(), await loadIdf());
const found = (source: string, rewrite: string): Finding[] =>
  [rejections, warnings].flatMap((ask) => ask(read(source), read(rewrite), words));

interface Example {
  /** The kind of finding of the check; `hedge` stands for both kinds that one check finds. */
  readonly kind: string;
  readonly wrong: readonly (readonly [source: string, rewrite: string])[];
  readonly right: Example['wrong'];
}

const lines = readFileSync(new URL('../../golden/hard-checks.jsonl', import.meta.url), 'utf8').trim().split('\n');
const examples = lines.map((line) => JSON.parse(line) as Example);
const kindsOf = (kind: string): string[] => (kind === 'hedge' ? ['quantifier', 'modality'] : [kind]);

describe.each(examples)('the hard check for $kind', ({ kind, wrong, right }) => {
  test.each(wrong)('finds what is wrong: %s → %s', (source, rewrite) => {
    expect(found(source, rewrite).map((one) => one.kind)).toContainEqual(expect.toBeOneOf(kindsOf(kind)));
  });

  test.each(right)('lets what is right be: %s → %s', (source, rewrite) => {
    expect(found(source, rewrite)).toEqual([]);
  });

  test('finds nothing in any text that is not changed', () => {
    for (const [source, rewrite] of [...wrong, ...right])
      for (const text of [source, rewrite]) expect(found(text, text)).toEqual([]);
  });

  test('has ten examples of each', () => {
    expect([wrong.length >= 10, right.length >= 10]).toEqual([true, true]);
  });
});

test('what rejects breaks an invariant, and what only warns is told and not weighed', () => {
  const reversed = observe('Our budget is tighter than we thought.', "Our budget isn't as tight as we thought.", words);
  expect(reversed.broken).toContainEqual(expect.objectContaining({ kind: 'comparison' }));
  const hedge = observe('I could hardly see the car.', 'I was not able to see the car.', words);
  expect(hedge.broken).toEqual([]);
  expect(hedge.warnings).toEqual([{ kind: 'quantifier', lost: ['hardly'] }]);
  expect(hedge.findings).not.toContainEqual(expect.objectContaining({ kind: 'quantifier' }));
});
