import { copyRich, copyText, type Copied } from '../../platform/clipboard.ts';
import { saveBlob, saveFile } from '../../platform/files.ts';
import { carriesText, hasLinks } from '../../platform/link-address.ts';
import type { Announcement } from '../announcement.ts';
import type { DeskState } from '../documents/desk.svelte.ts';
import { emptySnapshot } from '../documents/document.svelte.ts';
import { toFailure } from '../failure.ts';
import { changeTable, rewriteTable, rowsOf, type RewrittenSentence, type ReviewRow } from '../review/review.ts';
import type { Pasted } from './formatting.ts';
import type { FileRefusal } from './incoming.ts';
import type { SessionProblem } from './session-file.ts';
import type { SettingsState } from '../settings/settings.svelte.ts';
import { fileNameOf, titleOf } from '../documents/titles.ts';

/** Longest session in a link, unpacked, characters. */
const MOST_LINKED = 8e6;
/** Longest link, characters: what mail programs and messengers carry whole. */
const LONGEST_LINK = 8000;
/** Formats that a text is saved in, by the ends of their files' names. */
export const textFormats = ['docx', 'txt', 'md'] as const;
export type TextFormat = (typeof textFormats)[number];
const SESSION_TYPE = 'application/vnd.otherwise+json';

/** The reason why something from outside was not opened. `name` is the file's; undefined for a link. */
export interface ExchangeProblem {
  readonly name: string | undefined;
  readonly problem: SessionProblem | FileRefusal | { readonly kind: 'lost' };
}

/** The way of texts into the page and out of it: files and links. Every text that comes in is checked and becomes a document of its own. */
export class ExchangeState {
  problem = $state.raw<ExchangeProblem | undefined>(undefined);
  /** Tells whether the pane of many sentences is open, and the file that waits for it. */
  manyOpen = $state(false);
  manySentences = $state.raw<File | undefined>(undefined);
  /** Tells whether a link to the page can carry a text. */
  readonly hasLinks = hasLinks;
  /** Tells whether several files are opened one after the other. */
  #isSharing = false;
  readonly #desk: DeskState;
  readonly #settings: SettingsState;
  readonly #tell: (announcement: Announcement) => void;
  /** The code that reads and writes formatting. It arrives after the page, which works without it until then. */
  #formatting: typeof import('./formatting.ts') | undefined;

  constructor(desk: DeskState, settings: SettingsState, tell: (announcement: Announcement) => void) {
    this.#desk = desk;
    this.#settings = settings;
    this.#tell = tell;
    // These modules are fetched early, so that a document can still be saved if the network fails later.
    void Promise.all([this.#withFormatting(), import('./session-file.ts')]).catch(() => undefined);
  }

  /**
   * Opens a session file, a plain text, Markdown or a Word document; a table or JSON lines go to the pane of many sentences.
   * @returns whether it is on the desk now
   */
  async openFile(file: File): Promise<boolean> {
    this.problem = undefined;
    if (/\.(?:csv|tsv|tab|jsonl|ndjson)$/iu.test(file.name)) {
      [this.manySentences, this.manyOpen] = [file, true];
      return false;
    }
    const reader = await import('./incoming.ts').catch(() => undefined);
    const read = (await reader?.readIncoming(file)) ?? { refused: { kind: 'no-reader' as const } };
    if ('refused' in read) return this.#refuse(file.name, read.refused);
    if ('session' in read) return this.#openSession(file.name, read.session);
    const name = file.name.replace(/\.\w{1,10}$/u, '');
    const isOpen = await this.#desk.beginDocument(name, { ...emptySnapshot, ...read.document }, read.bytes);
    if (isOpen) this.#desk.document.focusAt(undefined);
    return isOpen;
  }

  /** Drops the problem of a file when another document lies on the desk. */
  moveOn(): void {
    if (!this.#isSharing) this.problem = undefined;
  }

  /** Opens the files that another app shared, one after the other; tells when they were lost on the way. */
  async openShared(files: readonly File[] | 'lost' | undefined): Promise<void> {
    if (files === 'lost') this.#refuse(undefined, { kind: 'lost' });
    this.#isSharing = true;
    for (const file of files === 'lost' ? [] : (files ?? [])) await this.openFile(file);
    this.#isSharing = false;
  }

  /** Opens what the page's address carries, if anything. The address keeps it if the code that reads it can't be loaded. */
  async openLink(): Promise<void> {
    if (!carriesText()) return;
    const code = await this.#part(Promise.all([import('../../platform/link.ts'), import('./session-file.ts')]));
    const linked = await code?.[0].takeLinked(MOST_LINKED);
    if (linked !== undefined) await this.#openSession(undefined, linked);
  }

  /** Saves the open document with everything asked and taken as a file that `openFile` reads. */
  async saveSession(): Promise<void> {
    const session = await this.#session();
    if (session !== undefined) saveFile(`${this.#fileName()}.otherwise`, session, SESSION_TYPE);
  }

  /**
   * Saves the text, with its formatting where the format has any, into the file that it came in. Tells when it could not be written
   * there, and when the writer can't be fetched.
   */
  async saveAs(format: TextFormat): Promise<void> {
    const name = this.#fileName();
    const { snapshot } = this.#desk.document;
    if (format === 'txt') return saveFile(`${name}.txt`, snapshot.text, 'text/plain');
    try {
      const { fileOf } = await this.#withFormatting();
      const { blob, anew } = await fileOf(snapshot, format, { title: name, original: () => this.#desk.library.original() });
      saveBlob(`${name}.${format}`, blob);
      if (anew) this.#tell({ kind: 'written-anew' });
    } catch (cause) {
      this.#tell({ kind: 'failed', failure: toFailure(cause) });
    }
  }

  /** Puts the whole text on the clipboard, with its formatting. */
  async copyAll(): Promise<void> {
    const { snapshot } = this.#desk.document;
    const formatting = await this.#withFormatting().catch(() => undefined);
    this.#tell({ kind: (await copyRich(formatting?.copyOf(snapshot) ?? { text: snapshot.text })) ? 'copied' : 'copy-refused' });
  }

  /** Gives the content of a copied stretch of the text; undefined where there is no formatting. */
  copied(start: number, end: number): Required<Copied> | undefined {
    return this.#formatting?.copyOf(this.#desk.document.snapshot, start, end);
  }

  /** Gives the document after HTML is pasted over a stretch of it; undefined where the HTML is no more than plain text. */
  pasted(html: string, start: number, end: number): Pasted | undefined {
    return this.#formatting?.pasteInto(this.#desk.document.snapshot, html, start, end);
  }

  /** Saves the list of replaced sentences; `head` names its columns. */
  saveChanges(head: readonly [string, string, string]): void {
    saveFile(`${this.#fileName()}.tsv`, changeTable(this.rows(), head), 'text/tab-separated-values');
  }

  /** Saves rewrites as a table; `head` names its columns. */
  saveRewrites(made: readonly RewrittenSentence[], head: readonly [string, string, string, string, string]): void {
    saveFile(`${this.#fileName()}-rewrites.tsv`, rewriteTable(made, head), 'text/tab-separated-values');
  }

  /** Puts a link on the clipboard that opens the document anywhere. */
  async copyLink(): Promise<void> {
    const linking = await this.#part(import('../../platform/link.ts'));
    const session = await this.#session();
    if (linking === undefined || session === undefined) return;
    const link = await linking.linkWith(session, LONGEST_LINK);
    this.#tell({ kind: link === undefined ? 'too-long-for-link' : (await copyText(link)) ? 'link-copied' : 'copy-refused' });
  }

  /** Gives the open document, sentence by sentence, each beside its source. */
  rows(): ReviewRow[] {
    const { document } = this.#desk;
    return rowsOf({ text: document.text, sentences: document.sentences, sourceOf: (sentence) => document.sourceOf(sentence) });
  }

  async #openSession(name: string | undefined, text: string): Promise<boolean> {
    this.problem = undefined;
    const part = await this.#part(import('./session-file.ts'));
    if (part === undefined) return false;
    const read = part.readSession(text);
    if (part.isProblem(read)) return this.#refuse(name, read);
    if (!(await this.#desk.beginDocument(read.name, read.snapshot))) return false;
    this.#settings.change(read.how);
    return true;
  }

  #refuse(name: string | undefined, problem: ExchangeProblem['problem']): false {
    this.problem = { name, problem };
    return false;
  }

  async #withFormatting(): Promise<typeof import('./formatting.ts')> {
    return (this.#formatting ??= await import('./formatting.ts'));
  }

  /** Waits for a module that is loaded on demand. If it can't be loaded, the user is told, and undefined is returned. */
  async #part<T>(code: Promise<T>): Promise<T | undefined> {
    return code.catch(() => void this.#tell({ kind: 'part-missing' }));
  }

  async #session(): Promise<string | undefined> {
    const { library, document } = this.#desk;
    const session = { name: library.current.name, snapshot: document.snapshot, how: this.#settings.how };
    return (await this.#part(import('./session-file.ts')))?.writeSession(session);
  }

  #fileName(): string {
    return fileNameOf(titleOf({ name: this.#desk.library.current.name, opening: this.#desk.document.text.slice(0, 80) }));
  }
}
