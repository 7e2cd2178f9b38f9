import { describe, expect, it } from 'vitest';
import { fixedLines, type Fixed } from '../../../src/rich/fixed-lines.ts';
import { splitSentences } from '../../../src/core/text/sentences.ts';
import { markedTexts } from './marked-texts.ts';

/** The marks that stand for each kind in the tables; prose has none. */
const marks: Readonly<Record<string, Fixed>> = { g: 'greeting', s: 'signature', h: 'heading', q: 'quotation', w: 'word', l: 'line' };

const kinds = (text: string): [string, Fixed | undefined][] => {
  const sentences = splitSentences(text);
  return fixedLines(text, sentences).map((kind, at) => [sentences[at]?.text ?? '', kind]);
};

/**
 * A text with a mark before each line that is left alone (`g| Hi Marta,`), as the text and what is expected of its sentences; lines
 * without a mark that follow each other are one stretch of prose.
 */
function read(marked: string): { readonly text: string; readonly expected: [string, Fixed | undefined][] } {
  const stretches = marked.split(/\n(?=\w\| |\n)|(?<=^\w\| .*)\n/mu).map((line) => /^(?:(\w)\| )?([^]*)$/u.exec(line) ?? []);
  const text = stretches.map(([, , line = '']) => line).join('\n');
  const expected = stretches.flatMap(([, mark, line = '']) =>
    splitSentences(line).map(({ text: sentence }): [string, Fixed | undefined] => [sentence, mark === undefined ? undefined : marks[mark]]),
  );
  return { text, expected };
}

describe('what of a text is left alone', () => {
  it.each(Object.entries(markedTexts))('%s', (_, marked) => {
    const { text, expected } = read(marked.slice(1));
    expect(kinds(text)).toEqual(expected);
  });

  /** A first line above a body, and what it is. */
  it.each([
    ['Hi,', 'greeting'], ['Hi there,', 'greeting'], ['Hello again, Ms. Brown', 'greeting'], ['Good evening!', 'greeting'],
    ['Dear hiring manager,', 'greeting'], ['Dear Customer Service Team:', 'greeting'], ['Hey Tom & Anna,', 'greeting'],
    ['Dear Dr. O’Neill,', 'greeting'], ['Hi Marta, I have a question.', undefined], ['Hey, look at this!', undefined],
    ['Dear friends made the trip worth it.', undefined], ['Good morning coffee is what keeps me going.', undefined],
    ['Hi is a word of two letters.', undefined], ['What We Learned in 2024', 'heading'], ['10 things you should know', 'heading'],
    ['Results and discussion', 'heading'], ['We met on Monday', undefined], ['Is it worth it?', undefined], ['Really?', 'word'],
    ['Agenda:', 'word'], ['Here is what we need before Friday:', undefined], ['Location: Room 5, Main Building', 'line'],
    ['jane.doe@example.org', 'line'], ['Name | Age | City', 'line'], ['...', 'line'],
  ] as const)('“%s” above a text', (line, kind) => {
    const text = `${line}\n\nThe report is ready. It has twelve pages.`;
    expect(fixedLines(text, splitSentences(text))[0]).toBe(kind);
  });

  /** A line below a body, and what it is. */
  it.each([
    ['Best regards', 'signature'], ['With kind regards,', 'signature'], ['All the best!', 'signature'], ['Sincerely yours,', 'signature'],
    ['Thanks in advance!', 'signature'], ['— Marta', 'signature'], ['Marta Keller', 'signature'], ['xoxo', 'signature'],
    ['Best wishes for the new year!', undefined], ['Thanks to you the roof is dry.', undefined], ['Love is all you need.', undefined],
    ['See you on Monday at the station.', undefined], ['Best of all was the soup', undefined], ['It rained', undefined],
  ] as const)('“%s” below a text', (line, kind) => {
    const text = `The report is ready. It has twelve pages.\n\n${line}`;
    expect(fixedLines(text, splitSentences(text)).at(-1)).toBe(kind);
  });

  it('nothing in a text of one sentence, whatever it is', () => {
    for (const text of ['Hi Marta,', 'Best regards', 'Congratulations', '# Title'])
      expect(fixedLines(text, splitSentences(text))).toEqual([undefined]);
    expect(fixedLines('', [])).toEqual([]);
  });
});

describe('the first sentence of the body', () => {
  it.each([
    ['an e-mail', 'Hi Marta,\n\nThanks for the report. It is good.\n\nBest,\nJo', 'Thanks for the report.'],
    ['an essay', 'On Walking\n\nWalking is old. It is free.', 'Walking is old.'],
    ['minutes', 'Minutes\n\nPresent: Anna, Ben\n\n1. Budget\n\nBen presented the budget.', 'Ben presented the budget.'],
    ['a post', 'Big news!\n\nWe moved.', 'Big news!'],
    ['a letter', '12 High Street\nLondon\n\nDear Sir or Madam,\n\nI write about a kettle. It broke.', 'I write about a kettle.'],
    ['only a greeting and a name', 'Hi Marta,\n\nBest,\nJo', 'Hi Marta,'],
  ])('of %s', (_, text, first) => {
    const sentences = splitSentences(text);
    expect(sentences[Math.max(0, fixedLines(text, sentences).indexOf(undefined))]?.text).toBe(first);
  });
});
