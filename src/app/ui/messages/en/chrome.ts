import { counted } from './formats.ts';

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
  research: 'For research',
  settings: 'Settings',
  shortcuts: 'Keyboard shortcuts',
  shortcutsKeys: 'Keyboard shortcuts (?)',
  install: 'Install',
  documents: 'Documents',
  documentNamed: (name: string) => `Documents. Open now: ${name}`,
  untitled: 'Untitled',
  drop: 'Drop it to open it as a new document',
};

export const notices = {
  label: 'Notices',
  update: 'A new version is ready.',
  updateTaken: 'Another tab switched to a new version. Reload when it suits you: parts of this page may be missing.',
  updateNow: 'Reload',
  offline: 'You are offline. Everything goes on working.',
  offlineNoModel: 'You are offline and the model is not stored yet. Connect once to load it.',
  noGraphics: 'No graphics acceleration: each sentence takes longer.',
  understood: 'Understood',
  littleMemory: 'This machine has little memory, so fewer samples are drawn. The settings say how many.',
  careful: 'The page broke off in the middle of its work more than once. It now draws few samples, on the processor.',
  trust: 'Use full strength again',
  notLasting: 'This window keeps nothing: save or copy your text before you close it.',
  unsaved: 'Your last change could not be stored. Save it as a file before you close the page.',
  full: 'The storage is full: your last change could not be stored. Save it as a file, or delete documents or models.',
  saveFile: 'Save as a file',
  install: 'Install Otherwise as an app: it works offline.',
};

const list = new Intl.ListFormat('en', { type: 'conjunction' });
const quoted = (phrases: readonly string[]): string => list.format(phrases.map((phrase) => `“${phrase}”`));

export const status = {
  ready: (count: number) => (count === 0 ? 'No safe rewrite found.' : `${counted(count, 'rewrite', 'rewrites')} ready.`),
  wish: (phrase: string, state: string) => `“${phrase}” is ${state}.`,
  wishThroughout: (phrase: string, state: string) => `“${phrase}” is ${state} in the whole text.`,
  wishes: (phrases: readonly string[], state: string) => `${quoted(phrases)}: ${state}.`,
  'nothing-brought': 'This rewrite has no word of its own that could be avoided or required.',
  scored: 'Your version is checked.',
  locked: 'Locked: this rewrite stays.',
  unlocked: 'No longer locked.',
  loaded: 'The model is ready.',
  'load-stopped': 'Loading stopped.',
  online: 'You are online again.',
  swap: (word: string, instead: string) => `“${word}” is avoided, “${instead}” required.`,
  accepted: 'The sentence was replaced. Undo brings it back.',
  restored: 'The original sentence is back.',
  left: 'The sentence stays as it is.',
  split: 'The sentence was split. Undo makes one of it again.',
  'not-split': 'No good place to split this sentence was found. Put a full stop where a thought ends.',
  'other-model': 'Better rewrites are available.',
  'other-language': 'This sentence is not English, so it was not rewritten.',
  allReady: (replaced: number, offered: number) =>
    `${counted(replaced, 'sentence', 'sentences')} rewritten, ${counted(offered, 'suggestion', 'suggestions')} to review.`,
  'corpus-done': 'All rows of the file are rewritten.',
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
  'written-anew':
    'Your text is saved in a new file, because the original could not be changed. The new file has the text alone.',
};
