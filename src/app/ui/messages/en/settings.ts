import { bytes, counted, number } from './formats.ts';

export const settings = {
  title: 'Settings',
  theme: 'Appearance',
  themes: { system: 'Like the system', light: 'Light', dark: 'Dark' },
  language: 'Language',
  languages: { system: 'Like the browser', en: 'English', de: 'Deutsch' },
  languageHint: 'The language of this page. The texts that it rewrites are English.',
  model: 'Model',
  models: { auto: 'Automatic', base: 'Better (84 MB)', small: 'Faster (27 MB)' },
  modelHint: 'The faster one finds fewer rewrites. Automatic begins with it where the better one would take long.',
  device: 'Device',
  devices: { auto: 'Automatic', webgpu: 'WebGPU', wasm: 'WASM' },
  deviceHint: 'Automatic takes the graphics device when it passes a self-test, else the processor.',
  inflections: 'Avoid all forms of an avoided word (postpone, postpones, postponed …)',
  ordered: 'Required words must come in the order in which they were added',
  questionMark: 'Single keys: a question mark lists the keyboard shortcuts, and letters decide in the review',
  automaticRun: 'Rewrite by itself when I stop typing or move to another sentence',
  ahead: 'Prepare the sentences nearby while I read',
  bolder: 'Prefer bolder rewrites: as the best one, and in the review',
  learned: 'Your dictionary',
  learnedHint: 'The spelling check does not ask about these words.',
  unlearn: (word: string) => `Take “${word}” off the list`,
  unlearnAll: 'Take all off the list',
  storage: 'Storage',
  used: (used: number, quota: number) => `${bytes(used)} used of ${bytes(quota)} that the browser allows.`,
  persisted: 'The browser keeps it until you delete it.',
  notPersisted: 'The browser may clear it when space is short.',
  keep: 'Keep it',
  deleteModels: 'Delete stored models',
  stored: (size: number) => `Models and what runs them take ${bytes(size)}.`,
  nothingStored: 'No model is stored.',
  deleted: 'Deleted. The model is downloaded again on the next visit, or now.',
  notDeleted: 'The browser did not allow deleting.',
  loadAgain: 'Load again',
  install: 'As an app',
  installHint: 'Installed, Otherwise opens in a window of its own and works offline.',
  reset: 'Reset settings',
};

export const shortcuts = {
  title: 'Keyboard shortcuts',
  rows: [
    { keys: ['Ctrl', 'Enter'], what: 'Rewrite the sentence in focus' },
    { keys: ['Ctrl', 'Shift', 'Enter'], what: 'Rewrite all, or what is marked' },
    { keys: ['Alt', '1 – 5'], what: 'Use a rewrite' },
    { keys: ['Alt', '↓ ↑'], what: 'Next or previous sentence' },
    { keys: ['Ctrl', 'Z'], what: 'Undo' },
    { keys: ['Ctrl', 'Shift', 'Z'], what: 'Redo' },
    { keys: ['Esc'], what: 'Stop the rewriting' },
    { keys: ['← →'], what: 'Move between word chips, or words of a rewrite' },
    { keys: ['Space'], what: 'Change a chip: free, avoided, required' },
    { keys: ['−', '+', '0'], what: 'Avoid, require, free a chip' },
    { keys: ['?'], what: 'This list' },
  ],
  mac: 'On a Mac, Command takes the place of Ctrl and Option that of Alt.',
};

const list = new Intl.ListFormat('en', { type: 'conjunction' });
/** Lists line numbers, the first five of them. */
function lines(numbers: readonly number[]): string {
  const named = list.format(numbers.slice(0, 5).map((line) => number.format(line)));
  return `${numbers.length === 1 ? 'line' : 'lines'} ${named}${numbers.length > 5 ? ' …' : ''}`;
}

export const phrases = {
  heading: 'Your phrases',
  hint: 'What you keep from the menu of a word in a rewrite is offered first wherever that word or phrase comes again.',
  used: (times: number) => (times === 0 ? 'not used yet' : `used ${counted(times, 'time', 'times')}`),
  remove: (phrase: string, instead: string) => `Take “${instead}” for “${phrase}” off the list`,
  save: 'Save as a file',
  open: 'Add from a file',
  opened: (count: number, wrong: readonly number[]) =>
    `${counted(count, 'phrase', 'phrases')} read.${wrong.length > 0 ? ` No phrase and tab and phrase in ${lines(wrong)}: left out.` : ''}`,
  none: 'The file has no line of a phrase, a tab and a phrase. The list is as it was.',
  'too-large': 'The file is too large for a list of phrases. The list is as it was.',
  'not-text': 'The file is not a text file in UTF-8. The list is as it was.',
};
