import { bytes, counted } from './formats.ts';

export const app = {
  name: 'Otherwise',
  tagline: 'Say it another way',
  /** The window's title. */
  title: 'Otherwise – say it another way',
  private: 'Everything runs on your own machine. Nothing you write leaves it.',
  skip: 'Skip to the rewrites',
};

export const common = { close: 'Close', cancel: 'Cancel', retry: 'Try again', dismiss: 'Dismiss' };

export const header = {
  undo: 'Undo',
  undoKeys: 'Undo (Ctrl Z)',
  redo: 'Redo',
  redoKeys: 'Redo (Ctrl Shift Z)',
  measure: 'Measure and rate',
  settings: 'Settings',
  shortcuts: 'Keyboard shortcuts',
  shortcutsKeys: 'Keyboard shortcuts (?)',
  install: 'Install',
};

export const settings = {
  title: 'Settings',
  theme: 'Appearance',
  themes: { system: 'Like the system', light: 'Light', dark: 'Dark' },
  language: 'Language',
  languages: { system: 'Like the browser', en: 'English', de: 'Deutsch' },
  languageHint: 'The language of this page. The texts that it rewrites are English.',
  device: 'Device',
  devices: { auto: 'Automatic', webgpu: 'WebGPU', wasm: 'WASM' },
  deviceHint: 'Automatic takes the graphics device when it passes a self-test, else the processor.',
  budget: 'Samples',
  budgetHint: 'More samples find better rewrites and take longer. Empty fields follow what was measured on this device.',
  sets: 'Ban sets',
  samples: 'Samples a set',
  automatic: 'automatic',
  seed: 'Seed',
  seedHint: 'The same seed gives the same rewrites.',
  threshold: 'Threshold',
  thresholdHint: 'Nats a piece, both directions added up. Lower is stricter. ParaBank 2 uses 3.5; empty is the model\'s own.',
  modelDefault: 'the model\'s own',
  inflections: 'Ban all forms of a banned word (postpone, postpones, postponed …)',
  ordered: 'Required words must come in the order in which they were added',
  questionMark: 'A question mark lists the keyboard shortcuts',
  automaticRun: 'Rewrite by itself when I stop typing or move to another sentence',
  ahead: 'Prepare the sentences nearby while I read',
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
  installHint: 'Installed, Otherwise opens in a window of its own, from the dock, and offline too.',
  reset: 'Reset settings',
};

export const shortcuts = {
  title: 'Keyboard shortcuts',
  rows: [
    { keys: ['Ctrl', 'Enter'], what: 'Rewrite the sentence in focus' },
    { keys: ['Alt', '1 – 5'], what: 'Use a rewrite' },
    { keys: ['Alt', '↓ ↑'], what: 'Next or previous sentence' },
    { keys: ['Ctrl', 'Z'], what: 'Undo' },
    { keys: ['Ctrl', 'Shift', 'Z'], what: 'Redo' },
    { keys: ['Esc'], what: 'Stop the rewriting' },
    { keys: ['← →'], what: 'Move between word chips, or words of a rewrite' },
    { keys: ['Space'], what: 'Change a chip: free, banned, required' },
    { keys: ['−', '+', '0'], what: 'Ban, require, free a chip' },
    { keys: ['?'], what: 'This list' },
  ],
  mac: 'On a Mac, Command takes the place of Ctrl and Option that of Alt.',
};

export const notices = {
  label: 'Notices',
  update: 'A new version is ready.',
  updateTaken: 'Another tab switched to a new version. Reload when it suits you: until then parts of the page may be missing here.',
  updateNow: 'Reload',
  offline: 'You are offline. Everything goes on working.',
  offlineNoModel: 'You are offline and the model is not stored yet. Connect once to load it.',
  noGraphics: 'Rewriting runs on the processor here, which takes longer.',
  understood: 'Understood',
  littleMemory: 'This machine has little memory, so fewer samples are drawn. The settings say how many.',
  careful: 'The page broke off in the middle of its work more than once. It now draws few samples, on the processor.',
  trust: 'Use full strength again',
  notLasting: 'This window keeps nothing: save or copy your text before you close it.',
  unsaved: 'Your last change could not be stored. Save it as a file before you close the page.',
  full: 'The storage is full: your last change could not be stored. Save it as a file, or delete documents or models.',
  saveFile: 'Save as a file',
  install: 'Install Otherwise to have it in your dock, offline too.',
};

const list = new Intl.ListFormat('en', { type: 'conjunction' });
const quoted = (phrases: readonly string[]): string => list.format(phrases.map((phrase) => `“${phrase}”`));

export const status = {
  ready: (count: number) => (count === 0 ? 'No rewrite was good enough.' : `${counted(count, 'rewrite', 'rewrites')} ready.`),
  wish: (phrase: string, state: string) => `“${phrase}” is ${state}.`,
  wishes: (phrases: readonly string[], state: string) => `${quoted(phrases)}: ${state}.`,
  'nothing-brought': 'This rewrite has no word of its own that could be banned or required.',
  locked: 'Locked: this rewrite stays.',
  unlocked: 'No longer locked.',
  loaded: 'The model is ready.',
  'load-stopped': 'Loading stopped.',
  online: 'You are online again.',
  swap: (word: string, instead: string) => `“${word}” is banned, “${instead}” required.`,
  accepted: 'The sentence was replaced. Undo brings it back.',
  restored: 'The original sentence is back.',
  copied: 'Copied.',
  'copy-refused': 'The browser did not allow copying.',
  undone: 'Undone.',
  redone: 'Redone.',
  stopped: 'Stopped.',
  opened: 'The document is open.',
  begun: 'A new document.',
  deleted: 'The document was deleted.',
  'brought-back': 'The document is back.',
  'saved-as-copy': 'Another tab changed this document too. What you write here goes to a copy.',
  unreadable: 'This document could not be read.',
  unsaved: 'Not yet: the document in front of you could not be stored.',
  'part-missing': 'That part of the page could not be fetched. Try again, or reload the page.',
  'link-copied': 'The link is on the clipboard. It carries the whole text: whoever has it can read it.',
  'too-long-for-link': 'This text is too long for a link. Save a session file instead.',
};
