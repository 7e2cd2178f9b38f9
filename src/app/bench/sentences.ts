import type { WordCount } from './table.ts';

/** The sentences by their number of words. Each is rewritten once, because the engine's cache would make a second time shorter. */
export const sentences: Readonly<Record<WordCount, readonly string[]>> = {
  10: [
    'The committee decided to postpone the meeting until next week.',
    'She told us that the old bridge would be closed.',
    'Many people in the village still remember the great flood.',
    'He forgot to send the letter before the office closed.',
    'Our neighbours are building a small house behind the garden.',
  ],
  20: [
    'The committee decided to postpone the vote until next week because several members had not yet read the long report.',
    'When the storm had passed, the farmers walked across their fields to see how much of the harvest was left.',
    'She was surprised that so few of her students had heard of the painter whose work filled the whole museum.',
    'The company said on Monday that it would close two of its factories because people were buying fewer cars now.',
    'Although the train was late again, he reached the theatre in time and found that his seat had been taken.',
  ],
};
