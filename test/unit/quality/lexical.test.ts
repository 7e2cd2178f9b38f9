import { describe, expect, it } from 'vitest';
import { loadIdf, loadInflector } from '../../../src/cli/lexical.ts';
import { wordKnowledge } from '../../../src/text/knowledge.ts';
import { derivationSlips, lexicalSlips } from '../../../src/quality/checks/lexical.ts';

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

  it('drops a wrong article before a word that the source has with the right one', () => {
    expect(messages('He keeps it in an old boot.', 'In a old boot he keeps it.')).toEqual(['says “a old”']);
    expect(messages('It is a old boot.', 'A old boot it is.')).toEqual([]);
  });

  it('drops a determiner of the wrong number, not a compound', () => {
    expect(messages('The cuts are listed below.', 'These discount are listed below.')).toEqual(['says “these discount”']);
    expect(messages('They sold a car.', 'They sold a cars.')).toEqual(['says “a cars”']);
    expect(messages('The cuts are listed below.', 'These discount offers are listed below.')).toEqual([]);
    expect(messages('That parrot knows too many secrets.', 'That parrot knows too much secrets.')).toEqual(['says “much secrets”']);
    expect(messages('We saw a lot of it.', 'We saw much news, much water and how much the secrets cost.')).toEqual([]);
    expect(messages('Many people came.', 'Those people came; this news is good.')).toEqual([]);
  });

  it('drops a perfect with the past tense, not with a participle, and not what is no perfect', () => {
    expect(messages('I know Miguel.', "I've knew Miguel.")).toEqual(['says “i\'ve knew”']);
    expect(messages('He left early.', 'He had went early.')).toEqual(['says “had went”']);
    expect(messages('Where did you hide it?', 'Where did you hid it?')).toEqual(['says “did you hid”']);
    expect(messages('Where did you hide it?', 'Where did you put it, and did you say it went?')).toEqual([]);
    expect(messages('I know Miguel.', "I've known Miguel; it has worked, they had run away, and all they had was that.")).toEqual([]);
  });

  it('drops the plural of a noun before the verb of its singular', () => {
    expect(messages('The order has been obeyed.', 'The orders has been obeyed.')).toEqual(['says “orders” of what is one']);
    expect(messages("Has the king's order been obeyed?", "Has the king's orders been obeyed?")).toEqual(['says “orders” of what is one']);
    expect(messages('The order has been obeyed.', 'The orders have been obeyed; the list of orders is long.')).toEqual([]);
  });

  it('drops a “please” that leads a thing, not one that leads an order', () => {
    expect(messages('Scotch and plain water, please.', 'Please, Scotch and plain water.')).toEqual(['says “please scotch”']);
    expect(messages('Two tickets to Lisbon, please.', 'Please two tickets to Lisbon.')).toEqual(['says “please two”']);
    expect(messages('Coffee, please.', 'Please coffee.')).toEqual(['says “please coffee”']);
    for (const said of ['Sit and wait', 'Close the door', "Don't go", 'Just ignore it', 'Go and get help', 'Be quiet'])
      expect(messages(`${said}, please.`, `Please ${said}.`)).toEqual([]);
    expect(messages('Two tickets to Lisbon, please.', 'Please book two tickets to Lisbon.')).toEqual([]);
  });

  it('drops a verb behind the noun of its own act, where the source has not both', () => {
    expect(messages('It explains how we chose.', 'The explanation explains how we chose.')).toEqual([
      'says “explanation” beside “explains”',
    ]);
    expect(messages('Resolution of disputes must be quick.', 'Resolution of disputes must be resolved quickly.')).toEqual([
      'says “resolution” beside “resolved”',
    ]);
    expect(messages('The explanation explains it.', 'This explanation explains it.')).toEqual([]);
    expect(
      messages('They explained it.', 'They gave an explanation and they explained it; the statement states that nations developed.'),
    ).toEqual([]);
  });

  it('flags a derivation of a banned word, not a word that merely shares letters', () => {
    expect(derivationSlips('They announced a postponement.', ['postpone', 'for']).map(({ severity, message }) => [severity, message]))
      .toEqual([['flag', 'uses “postponement”, a relative of a banned word']]);
    for (const said of ["The committee've met.", "They'll postpone'sched it."])
      expect(derivationSlips(said, ['committee', 'postpone']).map(({ severity }) => severity)).toEqual(['drop']);
    expect(derivationSlips('They post letters from the forest.', ['postpone', 'for', 'post office'])).toEqual([]);
  });
});
