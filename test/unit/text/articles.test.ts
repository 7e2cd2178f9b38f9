import { describe, expect, it } from 'vitest';
import { articleFor, withWord } from '../../../src/core/text/articles.ts';

describe('articleFor', () => {
  it('goes by the sound, not by the letter', () => {
    const words = (list: string): (string | undefined)[] => list.split(' ').map(articleFor);
    expect(words('event idea hour honest heir unimportant uninteresting umbrella urgent onerous utter')).toEqual(Array(11).fill('an'));
    const spokenWithConsonants = 'meeting unit union unique university European one once-only use usual utility uranium house';
    expect(words(spokenWithConsonants)).toEqual(Array(13).fill('a'));
  });

  it('says nothing of numbers and abbreviations, whose letters do not tell their sound', () => {
    expect(['8', 'FBI', 'NATO', '…'].map(articleFor)).toEqual([undefined, undefined, undefined, undefined]);
  });
});

/** A sentence with a word in the place of the one in brackets. */
function replaced(sentence: string, word: string): string {
  const [start, end] = [sentence.indexOf('['), sentence.indexOf(']') - 1];
  return withWord(sentence.replace(/[[\]]/gu, ''), { start, end }, word);
}

describe('withWord', () => {
  it('mends the article before the word, in its casing', () => {
    expect(replaced('She had a [meeting] at noon.', 'appointment')).toBe('She had an appointment at noon.');
    expect(replaced('An [error] was found.', 'mistake')).toBe('A mistake was found.');
    expect(replaced('A [mistake] was found.', 'error')).toBe('An error was found.');
    expect(replaced('It took an [hour].', 'age')).toBe('It took an age.');
  });

  it('leaves every other word in front of it', () => {
    expect(replaced('The [meeting] is over.', 'event')).toBe('The event is over.');
    expect(replaced('Plan A [offers] more.', 'gives')).toBe('Plan A gives more.');
    expect(replaced('[Meetings] are long.', 'Events')).toBe('Events are long.');
    expect(replaced('Panama [events] are few.', 'meetings')).toBe('Panama meetings are few.');
  });
});
