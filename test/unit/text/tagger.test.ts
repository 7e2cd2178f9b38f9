import { describe, expect, it } from 'vitest';
import { tagSpans, tagTokens } from '../../../src/core/text/tagger.ts';
import { wordTokens } from '../../../src/core/text/words.ts';
import { inflector } from './tables.ts';

const tags = (text: string): string => {
  return tagSpans(text, wordTokens(text), inflector).map((pos) => pos ?? '-').join(' ');
};

describe('tagSpans and tagTokens', () => {
  it.each([
    ['I told her I was proud to work for them.', '- V - - V A - V - -'],
    ['How often do earthquakes occur?', '- A V N V'],
    ["It doesn't mean anything, okay?", '- V V - A'],
    ['He left the left bank and saw a saw.', '- V - A N - V - N'],
    ['The committee decided to postpone the meeting.', '- N V - V - N'],
  ])('%s', (text, expected) => {
    expect(tags(text)).toBe(expected);
  });

  it('gives one tag for every token, whatever the tokens hold', () => {
    for (const tokens of [['don', '’', 't', '.', 'So'], ['a b', 'c'], ['😀', '...'], []])
      expect(tagTokens(tokens, inflector)).toHaveLength(tokens.length);
  });
});
