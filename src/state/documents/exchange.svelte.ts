import { copyText } from '../../platform/clipboard.ts';
import { readTextFile, saveFile } from '../../platform/files.ts';
import { hasLinks, linkWith, takeLinked } from '../../platform/link.ts';
import type { Announcement } from '../announcement.ts';
import type { DeskState } from './desk.svelte.ts';
import { emptySnapshot } from './document.svelte.ts';
import { changeTable, rowsOf, type Row } from '../review/review.ts';
import { isProblem, readSession, writeSession, type SessionProblem } from './session-file.ts';
import type { SettingsState } from '../settings.svelte.ts';
import { fileNameOf, titleOf } from './titles.ts';

/** Largest file that is opened, bytes, and longest text, characters. */
export const MOST_BYTES = 8e6;
const MOST_CHARACTERS = 2_000_000;
/** Longest link, characters: what mail programs and messengers carry whole. */
const LONGEST_LINK = 8000;
const SESSION_TYPE = 'application/vnd.otherwise+json';

/** Why something from outside was not opened. `name` is the file's; undefined for a link. */
export interface ExchangeProblem {
  readonly name: string | undefined;
  readonly problem: SessionProblem | { readonly kind: 'too-large' | 'not-text' | 'lost' };
}

/** The way of texts into the page and out of it: files and links. Whatever comes in is checked and becomes a document of its own. */
export class ExchangeState {
  problem = $state.raw<ExchangeProblem | undefined>(undefined);
  /** Whether a link to the page can carry a text. */
  readonly hasLinks = hasLinks;
  readonly #desk: DeskState;
  readonly #settings: SettingsState;
  readonly #tell: (announcement: Announcement) => void;

  constructor(desk: DeskState, settings: SettingsState, tell: (announcement: Announcement) => void) {
    this.#desk = desk;
    this.#settings = settings;
    this.#tell = tell;
  }

  /** Opens a session file or a plain text. @returns whether it is on the desk now */
  async openFile(file: File): Promise<boolean> {
    this.problem = undefined;
    const read = await readTextFile(file, MOST_BYTES);
    if ('refused' in read) return this.#refuse(file.name, { kind: read.refused });
    if (isSessionFile(file.name, read.text)) return this.#openSession(file.name, read.text);
    if (read.text.length > MOST_CHARACTERS) return this.#refuse(file.name, { kind: 'too-large' });
    return this.#desk.beginDocument(file.name.replace(/\.\w{1,10}$/u, ''), { ...emptySnapshot, text: read.text.replace(/\r\n?/gu, '\n') });
  }

  /** Opens the files that another app shared, one after the other; tells when they were lost on the way. */
  async openShared(files: readonly File[] | 'lost' | undefined): Promise<void> {
    if (files === 'lost') this.#refuse(undefined, { kind: 'lost' });
    else for (const file of files ?? []) await this.openFile(file);
  }

  /** Opens what the page's address carries, if anything. */
  async openLink(): Promise<void> {
    const linked = await takeLinked(MOST_BYTES);
    if (linked !== undefined) await this.#openSession(undefined, linked);
  }

  /** Saves the open document with everything asked and taken as a file that `openFile` reads. */
  saveSession(): void {
    saveFile(`${this.#fileName()}.otherwise`, this.#session(), SESSION_TYPE);
  }

  saveText(): void {
    saveFile(`${this.#fileName()}.txt`, this.#desk.document.text, 'text/plain');
  }

  /** Saves the list of replaced sentences; `head` names its columns. */
  saveChanges(head: readonly [string, string, string]): void {
    saveFile(`${this.#fileName()}.tsv`, changeTable(this.rows(), head), 'text/tab-separated-values');
  }

  /** Puts a link on the clipboard that opens the document anywhere. */
  async copyLink(): Promise<void> {
    const link = await linkWith(this.#session(), LONGEST_LINK);
    this.#tell({ kind: link === undefined ? 'too-long-for-link' : (await copyText(link)) ? 'link-copied' : 'copy-refused' });
  }

  /** The open document, sentence by sentence, beside what it was. */
  rows(): Row[] {
    const { document } = this.#desk;
    return rowsOf({ text: document.text, sentences: document.sentences, sourceOf: (sentence) => document.sourceOf(sentence) });
  }

  async #openSession(name: string | undefined, text: string): Promise<boolean> {
    this.problem = undefined;
    const read = readSession(text);
    if (isProblem(read)) return this.#refuse(name, read);
    if (!(await this.#desk.beginDocument(read.name, read.snapshot))) return false;
    this.#settings.change(read.how);
    return true;
  }

  #refuse(name: string | undefined, problem: ExchangeProblem['problem']): false {
    this.problem = { name, problem };
    return false;
  }

  #session(): string {
    return writeSession({ name: this.#desk.library.current.name, snapshot: this.#desk.document.snapshot, how: this.#settings.how });
  }

  #fileName(): string {
    return fileNameOf(titleOf({ name: this.#desk.library.current.name, opening: this.#desk.document.text.slice(0, 80) }));
  }
}

/** By the name of the file; a name that says nothing leaves it to the first characters. */
function isSessionFile(name: string, text: string): boolean {
  if (/\.(?:otherwise|json)$/iu.test(name)) return true;
  return !/\.(?:txt|text|md|markdown)$/iu.test(name) && /^\s*\{\s*"format"\s*:\s*"otherwise-session"/u.test(text);
}
