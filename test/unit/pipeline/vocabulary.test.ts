import { beforeAll, describe, expect, it } from 'vitest';
import { loadInflector, loadIdf } from '../../../src/cli/lexical.ts';
import { loadTools, type LoadedTools } from '../../../src/cli/tools.ts';
import { outsideWords } from '../../../src/core/constraints/vocabulary.ts';
import { type RequestOptions, settingsOf } from '../../../src/core/options.ts';
import type { TextInput } from '../../../src/core/pipeline/input.ts';
import { planConstraints } from '../../../src/core/pipeline/plan.ts';
import { paraphraseText } from '../../../src/core/pipeline/text.ts';
import type { ParaphraseResult } from '../../../src/core/protocol.ts';
import { Vocabulary, vocabularyWords } from '../../../src/core/text/vocabulary.ts';

const small: RequestOptions = { sets: 2, samples: 8, free: 1, rounds: 1, threshold: 100, distance: 3 };
const sentences = [
  'The committee decided to postpone the meeting until next week.', 'He purchased an enormous house near the sea.',
  'She commenced her studies in Vienna in 1999.', 'We require additional information about Mr Smith.',
  'The physician examined the child rapidly.', '(a) They utilised the equipment in the laboratory.',
  '“The film was terribly dull,” said Kim.', 'Mail ann@example.org about the residence. They reside there. It has.',
  'The government announced that it would terminate the agreement.', 'My brother attempted to repair the bicycle.',
];

let tools: LoadedTools;
/** The words that at least one sentence in a thousand has. */
let usual: string[] = [];
beforeAll(async () => {
  const [idf, inflector] = [await loadIdf(), await loadInflector()];
  tools = await loadTools('tiny', 1);
  const texts = sentences.join(' ').toLowerCase().match(/[a-z]+/gu) ?? [];
  const forms = 'the a to of in and is was be have do will it he she they we his her their my not that this for on with at by from as ' +
    'but or if put off big start use need more house home doctor fast look child buy try fix end stop say said tell meeting week live ' +
    'place people';
  usual = [...new Set([...forms.split(' '), ...texts.filter((word) => (idf.idf(word) ?? 99) < 9 && inflector.knows(word))])];
}, 60_000);

const ask = (text: string, options: RequestOptions = {}, input: TextInput = {}): Promise<ParaphraseResult> =>
  paraphraseText(text, { tools, settings: settingsOf({ ...small, vocabulary: usual, ...options }, 100) }, input);

describe('a vocabulary', () => {
  it.each<RequestOptions>([{}, { mode: 'parabank2' }, { system: 17, beam: 6, n: 4 }])(
    'brings no new word from outside into any rewrite, and leaves out what the lexicon has a listed word for: %j', async (options) => {
      const list = new Vocabulary(usual, tools.inflector);
      let [rewritten, replaced] = [0, 0];
      for (const text of sentences) {
        const { rewrites, unmet, outside } = await ask(text, options);
        const own = new Vocabulary(vocabularyWords(text), tools.inflector, list);
        const avoidable = outsideWords(text, list, tools.systems!.lexicon).flatMap((word) => tools.inflector.forms(word.toLowerCase()));
        expect(outside).toBe(list.outside(text));
        for (const rewrite of rewrites) {
          const words = vocabularyWords(rewrite.text);
          expect([rewrite.text, words.filter((word) => !own.has(word))]).toEqual([rewrite.text, []]);
          expect([rewrite.text, words.filter((word) => avoidable.includes(word))]).toEqual([rewrite.text, []]);
          expect(rewrite.outside).toBe(list.outside(rewrite.text));
        }
        rewritten += rewrites.length > 0 ? 1 : 0;
        replaced += rewrites.length > 0 && avoidable.length > 0 ? 1 : 0;
        if (rewrites.length === 0) expect([text, unmet.length > 0]).toEqual([text, true]);
      }
      expect(rewritten).toBeGreaterThan(2);
      expect(replaced).toBeGreaterThan(0);
    }, 300_000);

  it('names the words that no rewrite can do without, and itself where there are none', async () => {
    const reason = 'no acceptable rewrite keeps to the vocabulary';
    const [some, none] = [await ask('He purchased it.', { vocabulary: ['buy'], threshold: 0 }),
      await ask('He purchased it.', { vocabulary: ['purple'], threshold: 0 })];
    expect([some.rewrites, some.unmet]).toEqual([[], [{ phrase: 'purchased', reason }]]);
    expect([none.rewrites, none.unmet, none.outside]).toEqual([[], [{ phrase: 'vocabulary', reason }], 1]);
  }, 60_000);

  it('does not count as unmet in a sentence without rewrites that has no word to replace', () => {
    const settings = settingsOf({ ...small, vocabulary: ['it', 'be', 'in', 'a', 'small', 'place', 'buy'] }, 100);
    const unreached = (text: string): object[] => planConstraints(text, settings, tools).unreached(false);
    expect(unreached('It was in a small place.')).toEqual([]);
    expect(unreached('It was purchased.')).toEqual([{ phrase: 'purchased', reason: 'no acceptable rewrite keeps to the vocabulary' }]);
  });

  it('lets what is kept and what is required stand, also where the list has another word for it', async () => {
    const text = 'He purchased an enormous house near the sea.';
    const vocabulary = [...usual, 'large'];
    const avoidedIn = ({ constraints }: ParaphraseResult): string[][] => constraints.map((one) => ('avoid' in one ? [...one.avoid] : []));
    const standing = await ask(text, { vocabulary, require: ['purchased'] }, { keep: [[16, 24]] });
    expect(standing.rewrites.length).toBeGreaterThan(0);
    for (const rewrite of standing.rewrites) expect(rewrite.text).toMatch(/purchased.*enormous|enormous.*purchased/u);
    expect(avoidedIn(standing).flat().filter((word) => /^(?:purchas|enormous)/u.test(word))).toEqual([]);
    // Neither is kept or required here, so every set avoids both: the list has *buy* and *large*.
    const replaced = avoidedIn(await ask(text, { vocabulary }));
    expect(replaced.length).toBeGreaterThan(0);
    for (const avoided of replaced) expect(avoided).toEqual(expect.arrayContaining(['purchased', 'enormous']));
  }, 60_000);
});
