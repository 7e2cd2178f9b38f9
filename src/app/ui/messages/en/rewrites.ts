import type { Fixed } from '../../../state/review/review.ts';

/** The kinds of sentences that are left alone. */
const fixed: Readonly<Record<Fixed, string>> = {
  greeting: 'a greeting', signature: 'a signature', heading: 'a heading', quotation: 'a quotation', word: 'a single word',
  line: 'not a sentence',
};

export const rewrites = {
  heading: 'Rewrites',
  go: 'Rewrite',
  again: 'More',
  againLong: 'More rewrites of this sentence',
  emptyTitle: 'Five ways to say it',
  emptyText:
    'Click a sentence of your text, and here you see five rewrites that keep its meaning and differ from each ' +
    'other. Avoid words you are tired of, require words you want.',
  fixed: (kind: Fixed) => `Left as it is: ${fixed[kind]}`,
  fixedAdvice: 'Choose “Rewrite” to rewrite it all the same.',
  waiting: 'Ready when you are',
  waitingText: 'Press “Rewrite” for the sentence in focus.',
  encode: 'Reading the sentence',
  sample: 'Finding other ways to say it',
  scoring: 'Comparing what they mean',
};
