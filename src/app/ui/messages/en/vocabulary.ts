import { counted, number } from './formats.ts';

export const vocabulary = {
  heading: 'Vocabulary',
  hint:
    'Give a list of words to keep to: for readers of a certain level, for learners, or of a controlled language. A word outside ' +
    'it is avoided where the list has another word for it, and no rewrite brings in a new one. All forms of a word in the list are ' +
    'in it too. Each rewrite says how many of its words are outside.',
  use: (count: number) => `Keep to my list (${counted(count, 'word', 'words')})`,
  open: 'Open a list',
  paste: 'Paste a list',
  pasted: 'Words, one a line',
  take: 'Use these words',
  remove: 'Delete the list',
  taken: (count: number, wrong: number) =>
    `${counted(count, 'word', 'words')} read.${wrong > 0 ? ` ${counted(wrong, 'line', 'lines')} without a word left out.` : ''}`,
  removed: 'The list is deleted.',
  none: 'There is no word in it. Give one word a line.',
  'too-many': (most: number) => `It has more than ${number.format(most)} words. Give a shorter list.`,
  'too-large': 'The file is too large for a list of words.',
  'not-text': 'This is not a text file. Save the list as plain text (.txt), one word a line.',
  kept: 'Your list is as it was.',
};
