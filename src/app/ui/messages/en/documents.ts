import { bytes, counted, number } from './formats.ts';

const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
const hour = new Intl.DateTimeFormat('en', { timeStyle: 'short' });

export const documents = {
  title: 'Documents',
  new: 'New document',
  list: 'Your documents',
  current: 'Open now',
  words: (count: number) => counted(count, 'word', 'words'),
  /** `time` and `now` in ms since 1970. */
  changed: (time: number, now: number) => (day.format(time) === day.format(now) ? `today, ${hour.format(time)}` : day.format(time)),
  openThis: (name: string) => `Open “${name}”`,
  rename: (name: string) => `Rename “${name}”`,
  nameLabel: 'Name of the document',
  namePlaceholder: 'Named after its first words',
  save: 'Save name',
  delete: (name: string) => `Delete “${name}”`,
  deleted: (name: string) => `“${name}” was deleted.`,
  undo: 'Undo',
  opening: 'Reading your documents …',
  empty: 'Nothing is stored yet. A document is kept from its first word on.',
  notLasting: 'This window keeps nothing: documents are gone when you close it.',
  kept: 'Documents are kept on this machine only.',
  import: 'Open a file',
  importHint: 'Session files, plain texts, Markdown and Word documents (.docx) can be opened here, or dropped on the page.',
  export: 'Save session file',
};

export const files = {
  problem: 'This file can’t be opened',
  tooLarge: (name: string, most: number) => `“${name}” is too large: at most ${bytes(most)} can be opened.`,
  tooLong: (name: string, most: number) => `“${name}” is too long: at most ${number.format(most)} characters can be opened.`,
  notText: (name: string) =>
    `“${name}” can’t be read as text. Save it as plain text in UTF-8, or as a Word document (.docx), with the program it comes from.`,
  empty: (name: string) => `There is no text in “${name}”.`,
  damaged: (name: string) => `“${name}” is damaged or not a Word document. Save it anew as .docx with the program it comes from.`,
  locked: (name: string) =>
    `“${name}” has a password or is in Word’s old format. Save it as .docx without a password, then open it again.`,
  noReader: (name: string) =>
    `What reads “${name}” could not be loaded. Check the connection and open it again; your texts are safe.`,
  notJson: (name: string) => `“${name}” is damaged: it breaks off or was changed by another program. Take an earlier copy of it.`,
  notASession: (name: string) => `“${name}” is not a session file of this app.`,
  newer: (name: string) => `“${name}” was written by a newer version. Reload the page to get that version, then open it again.`,
  broken: (name: string, place: string) => `“${name}” is damaged at “${place}”. Nothing was changed.`,
  lost: 'The shared files did not arrive: the browser could not keep them. Open them here, or drop them on the page.',
  link: 'The link',
};
