import { describe, expect, it } from 'vitest';
import { articleFor, withWord } from '../../../src/core/text/articles.ts';

describe('articleFor', () => {
  it('goes by the sound, not by the letter', () => {
    const words = (list: string): (string | undefined)[] => list.split(' ').map(articleFor);
    expect(words('event idea hour honest heir unimportant uninteresting umbrella urgent onerous utter')).toEqual(Array(11).fill('an'));
    const spokenWithConsonants = 'meeting unit union unique university European one once-only use usual utility uranium house';
    expect(words(spokenWithConsonants)).toEqual(Array(13).fill('a'));
    expect(words('Ukrainian ukulele Ugandan Ulysses using usurper Utah ureter uvular Ouija')).toEqual(Array(10).fill('a'));
  });

  it('tells negations of words in i- from words that begin with uni-', () => {
    const words = (list: string): (string | undefined)[] => list.split(' ').map(articleFor);
    const negations = 'unidentified uninitiated unideal unidiomatic unillustrated unimaginable uninhabited unironed unirrigated unissued '
      + 'unitalicised';
    expect(words(negations)).toEqual(Array(11).fill('an'));
    const ofOne = 'unidirectional unilateral unimodal uninominal unionised unison Uniroyal unitary univocal';
    expect(words(ofOne)).toEqual(Array(9).fill('a'));
  });

  it('calls a single letter before a hyphen by its name', () => {
    const words = (list: string): (string | undefined)[] => list.split(' ').map(articleFor);
    expect(words('X-ray e-mail A-level F-word h-index')).toEqual(Array(5).fill('an'));
    expect(words('U-turn T-shirt G-string y-axis B-movie')).toEqual(Array(5).fill('a'));
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
    expect(replaced('It took an [X-ray].', 'scan')).toBe('It took a scan.');
  });

  it('mends a capital article at the beginning of a sentence or a quotation', () => {
    expect(replaced('It failed. A [mistake] was found.', 'error')).toBe('It failed. An error was found.');
    expect(replaced('He said: “A [mistake] was found.”', 'error')).toBe('He said: “An error was found.”');
    expect(replaced('“It failed.” A [mistake] was found.', 'error')).toBe('“It failed.” An error was found.');
  });

  it('leaves every other word in front of it', () => {
    expect(replaced('The [meeting] is over.', 'event')).toBe('The event is over.');
    expect(replaced('Plan A [offers] more.', 'gives')).toBe('Plan A gives more.');
    expect(replaced('Vitamin A [supplements] help.', 'additions')).toBe('Vitamin A additions help.');
    expect(replaced('Vitamins C, A [supplements] help.', 'additions')).toBe('Vitamins C, A additions help.');
    expect(replaced('[Meetings] are long.', 'Events')).toBe('Events are long.');
    expect(replaced('Panama [events] are few.', 'meetings')).toBe('Panama meetings are few.');
  });
});
