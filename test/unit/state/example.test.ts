import { beforeAll, describe, expect, test } from 'vitest';
import { loadIdf, loadInflector, loadLexicon } from '../../../src/cli/lexical.ts';
import { loadTools, type LoadedTools } from '../../../src/cli/tools.ts';
import { settingsOf } from '../../../src/core/options.ts';
import { planConstraints } from '../../../src/core/pipeline/plan.ts';
import type { ParaphraseOptions } from '../../../src/core/protocol.ts';
import { exampleOf, type Example } from '../../../src/app/state/compose/example.ts';
import type { Tables } from '../../../src/app/state/words/tables.ts';
import { approaches, modeOptions } from '../../../src/app/state/settings/approach.ts';
import { frameOf } from '../../../src/core/text/frame.ts';

const sample = 'The committee decided to postpone the meeting until next week.';
let tools: LoadedTools;
let tables: Tables;

beforeAll(async () => {
  const [inflector, idf, lexicon] = await Promise.all([loadInflector(), loadIdf(), loadLexicon()]);
  [tools, tables] = [await loadTools('tiny', 1), { inflector, idf, lexicon }];
});

const example = (options: ParaphraseOptions, text = sample): Example => exampleOf(text, options, tables);
const lower = (words: readonly string[]): string[] => [...new Set(words.map((word) => word.toLowerCase()))];

/** Gives the constraints that the engine plans for a sentence. */
function planned(text: string, options: ParaphraseOptions): Example {
  const settings = settingsOf(options, tools.threshold);
  const { applicable, sets: [set] } = planConstraints(frameOf(text, settings).core, settings, tools);
  return { applicable, avoid: set?.avoid ?? [], require: set?.require ?? [], anchored: set?.anchored ?? [] };
}

describe.each([sample, '(a) “It rains,” she said;', 'Nobody objected to the new plan of the old captains.', 'Why?'])('%s', (text) => {
  test.each([0, 1, 17])('the example of every approach is what the engine plans, seed %i', (seed) => {
    for (const approach of approaches) {
      const options = { ...modeOptions(approach), seed };
      const { avoid, ...own } = example(options, text);
      const { avoid: engine, ...others } = planned(text, options);
      expect({ approach, ...own, avoid: lower(avoid) }).toEqual({ approach, ...others, avoid: lower(engine) });
      expect(avoid).toHaveLength(lower(avoid).length);
    }
  });
});

test.each([
  [1, { avoid: ['postpone'] }],
  [28, {}],
  [34, { anchored: [['The'], ['committee'], ['decided']] }],
])('the example of system %i on the sample sentence has the expected constraints', (system, expected) => {
  expect(example({ system })).toEqual({ applicable: true, avoid: [], require: [], anchored: [], ...expected });
});

test('a sentence without what a system needs has no example of it', () => {
  expect(example({ system: 7 }, 'Why?')).toEqual({ applicable: false, avoid: [], require: [], anchored: [] });
});

test('random sets spare what the user demands, as the engine does', () => {
  const options = { mode: 'parabank2', p: 1, seed: 3 } as const;
  const [banned = ''] = example(options).avoid;
  const asking = { ...options, require: [banned] };
  expect(example(asking).avoid).not.toContain(banned);
  expect(example(asking).avoid).toEqual(planned(sample, asking).avoid);
});
