import type { ErrorCode } from '../../../errors.ts';

/** What to do next, by kind of failure. Codes that only the command line can meet share the general sentence. */
const failures: Partial<Record<ErrorCode, { readonly title: string; readonly advice: string }>> = {
  'text-empty': { title: 'There is nothing to rewrite here', advice: 'Put the caret into a sentence.' },
  'text-too-long': { title: 'This sentence is too long', advice: 'Split it: the model reads at most 2,000 characters at once.' },
  'nothing-to-rewrite': { title: 'There are no words to rewrite here', advice: 'Numbers and symbols stay as they are. Choose a sentence with words.' },
  'model-not-found': { title: 'The model is missing', advice: 'The files of the model are not where the page looks for them. Reload the page.' },
  'model-corrupt': { title: 'The model arrived damaged', advice: 'Its checksum does not fit. Delete the stored model in the settings and load it again.' },
  'model-download': { title: 'The model could not be downloaded', advice: 'Check the connection and try again; what has arrived is kept.' },
  'model-unsupported': { title: 'This model does not run here', advice: 'Choose another device in the settings.' },
  'no-webgpu': { title: 'This browser has no usable WebGPU', advice: 'Set the device to “automatic” or “WASM” in the settings: slower, but it works everywhere.' },
  'device-lost': { title: 'The graphics device was lost', advice: 'It was restarted without success. Try again, or choose WASM in the settings.' },
  'self-test-failed': { title: 'This graphics device computes wrong numbers', advice: 'Choose WASM in the settings: it gives the right ones.' },
  'out-of-memory': { title: 'There is not enough memory', advice: 'Close other tabs, or lower the number of samples in the settings.' },
  'no-storage': { title: 'The browser refuses storage', advice: 'Free some space, or go on: the model is then loaded anew on every visit.' },
};

/** Title and advice for an error code. */
export const failure = (code: ErrorCode): { readonly title: string; readonly advice: string } =>
  failures[code] ?? { title: 'That did not work', advice: 'Try again. If it happens twice, reload the page: your text is kept.' };
