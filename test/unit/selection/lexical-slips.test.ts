import { describe, expect, it } from 'vitest';
import { loadIdf, loadInflector } from '../../../src/cli/lexical.ts';
import { wordKnowledge } from '../../../src/language/knowledge.ts';
import { derivationSlips, lexicalSlips } from '../../../src/selection/lexical-slips.ts';

const words = wordKnowledge(await loadInflector(), await loadIdf());
const messages = (source: string, rewrite: string): string[] => lexicalSlips(source, rewrite, words).map(({ message }) => message);

describe('slips that the tables of words show', () => {
  it('drops a rewrite with a made-up word', () => {
    expect(messages('The meeting was postponed.', 'The meeting was postpaned.')).toEqual(['invents “postpaned”']);
    expect(messages('Member States agreed.', 'Mber States agreed.')).toEqual(['invents “Mber”']);
    expect(messages('I am at your service.', "I'm at your bec.")).toEqual(['invents “bec”']);
  });

  it('leaves real words, words of the source, names, contractions and numbers alone', () => {
    expect(messages('The zorgle meeting was postponed.', "The zorgle meeting didn't happen: delayed, Meeting, 3rd, ok")).toEqual([]);
  });

  it('drops a person who comes from nowhere, not one the source speaks of', () => {
    expect(messages('Nobody asked you to come.', "He didn't ask you to come.")).toEqual(['adds “he”']);
    expect(messages('She said that her son was ill.', 'He was ill, her son, she said.')).toEqual([]);
  });

  it('drops a wrong article, by spelling', () => {
    expect(messages('They delayed it.', 'They hold an delay of it.')).toEqual(['says “an delay”']);
    expect(messages('They delayed it.', 'It is a old car.')).toEqual(['says “a old”']);
    expect(messages('They delayed it.', 'It took an hour, a year, a one-way use, an old car, a European unit, an MRI.')).toEqual([]);
  });

  it('drops a determiner of the wrong number, not a compound', () => {
    expect(messages('The cuts are listed below.', 'These discount are listed below.')).toEqual(['says “these discount”']);
    expect(messages('They sold a car.', 'They sold a cars.')).toEqual(['says “a cars”']);
    expect(messages('The cuts are listed below.', 'These discount offers are listed below.')).toEqual([]);
    expect(messages('Many people came.', 'Those people came; this news is good.')).toEqual([]);
  });

  it('drops a perfect with the past tense, not with a participle, and not what is no perfect', () => {
    expect(messages('I know Miguel.', "I've knew Miguel.")).toEqual(['says “i\'ve knew”']);
    expect(messages('He left early.', 'He had went early.')).toEqual(['says “had went”']);
    expect(messages('I know Miguel.', "I've known Miguel; it has worked, they had run away, and all they had was that.")).toEqual([]);
  });

  it('flags a derivation of a banned word, not a word that merely shares letters', () => {
    expect(derivationSlips('They announced a postponement.', ['postpone', 'for']).map(({ severity, message }) => [severity, message]))
      .toEqual([['flag', 'uses “postponement”, a relative of a banned word']]);
    for (const said of ["The committee've met.", "They'll postpone'sched it."]) expect(derivationSlips(said, ['committee', 'postpone']).map(({ severity }) => severity)).toEqual(['drop']);
    expect(derivationSlips('They post letters from the forest.', ['postpone', 'for', 'post office'])).toEqual([]);
  });
});
