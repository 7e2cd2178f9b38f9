import { wordTokens } from '../../../core/text/words.ts';
import { passing, type DocumentEntry, type PageStore } from '../../platform/database.ts';
import { documentOfTab, listenToTabs, newId, rememberDocumentOfTab } from '../../platform/tabs.ts';
import { emptySnapshot, type Snapshot } from './document.svelte.ts';
import { toFailure, type Failure } from '../failure.ts';
import { parseEntry, parseSnapshot, type Rescued } from './stored.ts';

export type { DocumentEntry };

/** The key under which builds with a single document stored it. */
const ONLY = 'document';
const LAST = 'open';
/** The most characters of a text that serve as the name of a document without one. */
const OPENING = 80;

/** A document that was deleted and can still be brought back. */
export interface Deleted {
  readonly entry: DocumentEntry;
  readonly content: unknown;
  readonly original: unknown;
}

/** The part of a document that is stored as soon as it changes: everything but where the user reads. */
const stored: Readonly<Record<Exclude<keyof Snapshot, 'focus'>, true>> = {
  text: true, demands: true, throughout: true, sources: true, locked: true, review: true, formatting: true,
  original: true,
};
const parts = Object.keys(stored) as readonly (keyof typeof stored)[];

/**
 * Keeps the user's documents. One is open; it is stored from its first change on. Writes follow one another. A write goes to a copy if
 * another tab wrote in between: no text is ever overwritten unseen.
 */
export class LibraryState {
  entries = $state.raw<readonly DocumentEntry[]>([]);
  /** The open document; with revision 0 it is not stored yet. */
  current = $state.raw<DocumentEntry>(blank(0));
  deleted = $state.raw<Deleted | undefined>(undefined);
  /** The reason why the last change could not be stored. */
  failure = $state.raw<Failure | undefined>(undefined);
  readonly #now: () => number;
  #store: PageStore = passing();
  #saved: Snapshot = emptySnapshot;
  /** The file of a document that is not stored yet. */
  #original: Uint8Array | undefined;
  #queue: Promise<void> = Promise.resolve();
  #tell: (message: unknown) => void = () => undefined;

  /** `now`: ms since 1970. */
  constructor(now: () => number) {
    this.#now = now;
    this.current = blank(now());
  }

  /** Reads what earlier visits left. @returns the text to begin with, undefined when there is none */
  async start(store: PageStore, onOtherTab: (id: string) => void): Promise<Snapshot | undefined> {
    this.#store = store;
    if (store.lasting) {
      this.#tell = listenToTabs((message) => {
        if (typeof message === 'string') onOtherTab(message);
      });
    }
    await this.refresh();
    if (this.entries.length === 0) return this.#adoptOnly();
    const last = await store.values.get(LAST);
    for (const id of [documentOfTab(), last, this.entries[0]?.id]) {
      const snapshot = typeof id === 'string' ? await this.open(id) : undefined;
      if (snapshot !== undefined) return snapshot;
    }
    return undefined;
  }

  async refresh(): Promise<void> {
    const entries = (await this.#store.documents.list()).map(parseEntry).filter((entry) => entry !== undefined);
    this.entries = entries.sort((a, b) => b.updated - a.updated);
  }

  /**
   * Makes a stored document the open one, unless `wanted` says no once it is read.
   * @returns its content; undefined when there is none or it can't be read or is not wanted, and then nothing changes
   */
  open(id: string, wanted = (): boolean => true): Promise<Snapshot | undefined> {
    return this.#inTurn(async () => {
      await this.refresh();
      const entry = this.entries.find((other) => other.id === id);
      const snapshot = entry && parseSnapshot(await this.#store.documents.content(id));
      if (entry === undefined || snapshot === undefined || !wanted()) return undefined;
      this.#saved = snapshot;
      this.current = entry;
      await this.#remember(id);
      return snapshot;
    });
  }

  /**
   * Opens what a page left that went away before it was stored: as the document it was made from, or as a new one when that one went on.
   * @returns its text; undefined when it was stored after all
   */
  async adopt({ id, revision, name, snapshot }: Rescued): Promise<Snapshot | undefined> {
    const entry = this.entries.find((other) => other.id === id);
    const stored = entry && (await this.#inTurn(async () => parseSnapshot(await this.#store.documents.content(id))));
    if (stored?.text === snapshot.text) return undefined;
    if (entry?.revision !== revision || (await this.open(id)) === undefined) this.begin(name);
    return snapshot;
  }

  /** Makes a new document the open one. `original`: the bytes of the file that it comes in. */
  begin(name = '', original?: Uint8Array): void {
    this.#saved = emptySnapshot;
    this.#original = original;
    this.current = { ...blank(this.#now()), name };
  }

  /** Reads the bytes of the file that the open document came in; undefined where there are none, or where the store fails. */
  async original(): Promise<Uint8Array | undefined> {
    if (this.current.revision === 0) return this.#original;
    const kept = await this.#store.documents.original(this.current.id).catch(() => undefined);
    return kept instanceof Uint8Array ? kept : undefined;
  }

  /** Tells whether there are changes that are not stored. Where the user reads is no change. */
  isDirty(snapshot: Snapshot): boolean {
    if (this.current.revision === 0 && snapshot.text === '') return false;
    return parts.some((part) => snapshot[part] !== this.#saved[part]);
  }

  /**
   * Stores the open document when it changed; `place`: also when only the sentence in focus did. Failures are kept in
   * `failure`, and the next change tries again.
   * @returns whether it had to go to a copy, because another tab changed or deleted the document
   */
  async save(snapshot: Snapshot, place = false): Promise<boolean> {
    const copied = await this.#inTurn(async () => {
      const moved = place && this.current.revision > 0 && snapshot.focus !== this.#saved.focus;
      return this.isDirty(snapshot) ? this.#write(snapshot, true) : moved ? this.#write(snapshot, false) : false;
    });
    return copied === true;
  }

  /** Gives a document another name; an empty one brings its opening words back. */
  async rename(id: string, name: string): Promise<void> {
    const trimmed = name.replace(/\s+/gu, ' ').trim().slice(0, 200);
    await this.#inTurn(async () => {
      if (id === this.current.id && this.current.revision === 0) {
        this.current = { ...this.current, name: trimmed };
        return;
      }
      await this.refresh();
      // For the open document our revision counts: with the other tab's revision we would later write over its text.
      const entry = id === this.current.id ? this.current : this.entries.find((other) => other.id === id);
      if (entry === undefined) return;
      const renamed = { ...entry, name: trimmed, revision: entry.revision + 1 };
      if (await this.#store.documents.write(renamed, await this.#store.documents.content(id))) this.#take(renamed);
    });
  }

  /** Deletes a document; `restore` brings it back as long as no other is deleted. */
  async remove(id: string): Promise<void> {
    await this.#inTurn(async () => {
      const entry = this.entries.find((other) => other.id === id);
      if (entry === undefined) return;
      const { documents } = this.#store;
      this.deleted = { entry, content: await documents.content(id), original: await documents.original(id) };
      await this.#store.documents.remove(id);
      this.#tell(id);
      await this.refresh();
    });
  }

  /** Brings the last deleted document back. @returns its name in the store */
  async restore(): Promise<string | undefined> {
    const { deleted } = this;
    if (deleted === undefined) return undefined;
    this.deleted = undefined;
    await this.#inTurn(async () => {
      await this.#store.documents.write({ ...deleted.entry, revision: 1 }, deleted.content, deleted.original);
      await this.refresh();
    });
    return deleted.entry.id;
  }

  /** Takes over the text of builds that knew one document. */
  async #adoptOnly(): Promise<Snapshot | undefined> {
    const only = parseSnapshot(await this.#store.values.get(ONLY));
    if (only === undefined || only.text === '') return undefined;
    await this.save(only);
    if (this.failure === undefined) await this.#store.values.set(ONLY, undefined);
    return only;
  }

  /** Stores the open document. `copy`: whether one that another tab wrote goes to a copy; otherwise nothing is written then. */
  async #write(snapshot: Snapshot, copy: boolean): Promise<boolean> {
    const next = {
      ...this.current,
      ...describe(snapshot),
      updated: copy ? this.#now() : this.current.updated,
      revision: this.current.revision + 1,
    };
    const original = await this.original();
    const fits = await this.#store.documents.write(next, snapshot, next.revision === 1 ? original : undefined);
    if (!fits && !copy) return false;
    const entry = fits ? next : { ...next, id: newId(), revision: 1 };
    if (!fits) await this.#store.documents.write(entry, snapshot, original);
    this.#saved = snapshot;
    this.current = entry;
    this.failure = undefined;
    this.#take(entry);
    if (entry.revision === 1) await this.#remember(entry.id);
    return !fits;
  }

  /** Puts an entry that was just written to the front of the list. */
  #take(entry: DocumentEntry): void {
    if (entry.id === this.current.id) this.current = entry;
    this.entries = [entry, ...this.entries.filter((other) => other.id !== entry.id)].sort((a, b) => b.updated - a.updated);
    this.#tell(entry.id);
  }

  async #remember(id: string): Promise<void> {
    rememberDocumentOfTab(id);
    await this.#store.values.set(LAST, id).catch(() => undefined);
  }

  /** Runs tasks one after the other: the revision of a write rests on the one before. @returns undefined when the store failed */
  #inTurn<T>(task: () => Promise<T>): Promise<T | undefined> {
    const result = this.#queue.then(async () => {
      try {
        return await task();
      } catch (cause) {
        this.failure = toFailure(cause);
        return undefined;
      }
    });
    this.#queue = result.then(() => undefined);
    return result;
  }
}

function blank(now: number): DocumentEntry {
  return { id: newId(), name: '', opening: '', words: 0, created: now, updated: now, revision: 0 };
}

function describe({ text }: Snapshot): { readonly opening: string; readonly words: number } {
  return { opening: text.trimStart().slice(0, OPENING).replace(/\s+/gu, ' '), words: wordTokens(text).length };
}
