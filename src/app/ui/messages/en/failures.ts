import type { ErrorCode, Excess } from '../../../../core/errors.ts';
import { number } from './formats.ts';

/** The title and the advice for each kind of failure. Codes that only the command line can meet share the general sentence. */
const failures: Partial<Record<ErrorCode, { readonly title: string; readonly advice: string }>> = {
  'text-empty': { title: 'There is nothing to rewrite here', advice: 'Click a sentence.' },
  'text-too-long': { title: 'This sentence is too long', advice: 'Split it: the model cannot take so much at once.' },
  'nothing-to-rewrite': {
    title: 'There are no words to rewrite here',
    advice: 'Numbers and symbols stay as they are. Choose a sentence with words.',
  },
  'model-not-found': {
    title: 'The model is missing',
    advice: 'The files of the model are not where the page looks for them. Reload the page.',
  },
  'model-corrupt': {
    title: 'The model arrived incomplete',
    advice: 'The download is incomplete. Delete what is stored of it and load it again.',
  },
  'model-download': { title: 'The model could not be downloaded', advice: 'Check the connection and try again; what has arrived is kept.' },
  'model-unsupported': {
    title: 'The model does not run here',
    advice: 'Your texts are safe and can be edited and saved. To get rewrites, allow WebAssembly for this page or use another browser.',
  },
  'no-webgpu': { title: 'This browser has no usable WebGPU', advice: 'The processor does it too, only more slowly.' },
  'device-lost': {
    title: 'The graphics device was lost',
    advice: 'It was restarted without success. The processor can go on, more slowly.',
  },
  'self-test-failed': { title: 'This graphics device computes wrong numbers', advice: 'The processor gives the right ones.' },
  'out-of-memory': {
    title: 'There is not enough memory',
    advice: 'Close other tabs, or draw fewer samples: the rewrites get a little worse, the text is safe.',
  },
  'no-storage': {
    title: 'The browser refuses storage',
    advice: 'Free some space, or go on: the model is then loaded anew on every visit.',
  },
};

/** Gives title and advice for an error code; `known`: whether they say what happened, so that the engine's own words add nothing. */
export const failure = (code: ErrorCode): { readonly title: string; readonly advice: string; readonly known: boolean } => {
  const words = failures[code];
  if (words !== undefined) return { ...words, known: true };
  return { title: 'That did not work', advice: 'Try again. If it happens twice, reload the page: your text is kept.', known: false };
};

/** Says how long a sentence may be, and how long this one is. */
export const excess = ({ words, most }: Excess): string =>
  `The model takes about ${number.format(most)} words at once; this sentence has ${number.format(words)}.`;

/** The labels of the buttons beside a failure. */
export const remedies = {
  'fewer-samples': 'Draw fewer samples',
  wasm: 'Use the processor (WASM)',
  'fetch-anew': 'Delete and load again',
  split: 'Split it',
};
