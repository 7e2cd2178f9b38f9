import { passing, type CacheStore, type KeptValues, type PageStore } from '../../platform/database.ts';
import { RescueShelf } from '../../platform/rescue.ts';
import { newId } from '../../platform/tabs.ts';
import type { Announcement } from '../announcement.ts';
import { DocumentState, emptySnapshot, type Snapshot } from './document.svelte.ts';
import { History, type Step } from './history.svelte.ts';
import { LibraryState } from './library.svelte.ts';
import { parseRescued, parseSteps } from './stored.ts';

const SAVE_PAUSE = 400;
/** Characters of all steps that are stored with a document. */
const STEPS_LENGTH = 1e6;
/** The most steps that are stored, each way. */
const STEPS = 50;
const stepsOf = (id: string): string => `steps/${id}`;
const shelf = new RescueShelf('otherwise-rescue-');

/** The open document with its history, and the way between documents: none is put away before it is stored. */
export class DeskState {
  readonly document = new DocumentState();
  readonly library: LibraryState;
  history = $state.raw(new History<Step>());
  /** Small values that outlive the page, where it has a store. */
  kept: KeptValues = passing().values;
  #cache: CacheStore = passing().cache;
  #stored: { readonly history: History<Step>; readonly version: number } = { history: this.history, version: 0 };
  readonly #now: () => number;
  readonly #histories = new Map<string, History<Step>>();
  readonly #changed: (announcement?: Announcement) => void;
  #saving: ReturnType<typeof setTimeout> | undefined;
  /** The place where this page puts a text that is not stored, and whether it does. */
  readonly #rescueKey = newId();
  #kept = false;
  #opened = false;

  /** `changed` hears of every other text on the desk. `now`: ms since 1970. */
  constructor(now: () => number, changed: (announcement?: Announcement) => void) {
    this.library = new LibraryState(now);
    this.#now = now;
    this.#changed = changed;
  }

  /** Brings back the text of the last visit, unless the user has begun to write. */
  async start(store: PageStore): Promise<void> {
    this.kept = store.values;
    this.#cache = store.cache;
    const snapshot = await this.library.start(store, (id) => void this.#otherTab(id));
    if (this.document.text === '') {
      if (snapshot !== undefined) {
        this.document.restore(snapshot);
        await this.#recallSteps();
      }
      await this.#rescue();
    } else if (snapshot !== undefined) this.library.begin();
    this.#opened = true;
  }

  saveSoon(): void {
    clearTimeout(this.#saving);
    this.#saving = setTimeout(() => void this.#save(false), SAVE_PAUSE);
  }

  /** Stores the document, and where in it the user reads; also called when the page is hidden. */
  async saveNow(): Promise<void> {
    clearTimeout(this.#saving);
    this.#keep();
    await this.#save(true);
  }

  async openDocument(id: string): Promise<void> {
    if (id === this.library.current.id || !(await this.#putAway())) return;
    const snapshot = await this.library.open(id);
    if (snapshot === undefined) this.#changed({ kind: 'unreadable' });
    else this.#show(snapshot, { kind: 'opened' });
  }

  /**
   * Begins a document, empty or with a text that came from elsewhere, and the bytes of the file that it can be written into again.
   * @returns false when the open one could not be stored
   */
  async beginDocument(name = '', snapshot = emptySnapshot, original?: Uint8Array): Promise<boolean> {
    if (!(await this.#putAway())) return false;
    this.library.begin(name, original);
    this.#show(snapshot, { kind: snapshot.text === '' ? 'begun' : 'opened' });
    this.saveSoon();
    return true;
  }

  async removeDocument(id: string): Promise<void> {
    const open = id === this.library.current.id;
    if (open && !(await this.#putAway())) return;
    await this.library.remove(id);
    if (open) {
      const next = this.library.entries[0];
      const snapshot = next && (await this.library.open(next.id));
      if (snapshot === undefined) this.library.begin();
      this.#show(snapshot ?? emptySnapshot, { kind: 'deleted' });
    } else this.#changed({ kind: 'deleted' });
  }

  /** Brings the document back that was deleted last, and opens it. */
  async restoreDocument(): Promise<void> {
    const id = await this.library.restore();
    if (id === undefined) return;
    await this.openDocument(id);
    this.#changed({ kind: 'brought-back' });
  }

  /** Stores the open document. @returns whether the desk is free: its document is stored or empty */
  async #putAway(): Promise<boolean> {
    await this.saveNow();
    this.#histories.set(this.library.current.id, this.history);
    if (!this.library.isDirty(this.document.snapshot)) return true;
    this.#changed({ kind: 'unsaved' });
    return false;
  }

  #show(snapshot: Snapshot, announcement: Announcement): void {
    const known = this.#histories.get(this.library.current.id);
    this.history = known ?? new History();
    if (known === undefined) void this.#recallSteps();
    this.document.restore(snapshot);
    this.#changed(announcement);
  }

  async #save(place: boolean): Promise<void> {
    if (!this.#opened) return;
    if (await this.library.save(this.document.snapshot, place)) this.#changed({ kind: 'saved-as-copy' });
    this.#settle();
    await this.#saveSteps();
  }

  /** Brings back the steps of the last visit, unless there are some of this one. */
  async #recallSteps(): Promise<void> {
    const { history } = this;
    const stored = await this.#cache.get(stepsOf(this.library.current.id)).catch(() => undefined);
    if (this.history === history && !history.canUndo && !history.canRedo) this.history = new History(parseSteps(stored));
  }

  /** Stores the nearest steps of the open document; where there is no room they are lost with the page. */
  async #saveSteps(): Promise<void> {
    const { history } = this;
    const { id } = this.library.current;
    if (history === this.#stored.history && history.version === this.#stored.version) return;
    this.#stored = { history, version: history.version };
    const { text, formatting, original } = this.document.snapshot;
    const source = original?.format === 'md' ? original.source.length : 0;
    const most = Math.min(STEPS, Math.floor(STEPS_LENGTH / (text.length + (formatting?.text.length ?? 0) + source + 1)));
    const value = history.nearest(most);
    await this.#cache.put(stepsOf(id), { document: id, at: this.#now(), value }).catch(() => undefined);
  }

  /** Puts a text that is not stored into the place for it at once: the page may be gone before the store answers. */
  #keep(): void {
    const { snapshot } = this.document;
    const { id, revision, name } = this.library.current;
    if (!this.library.isDirty(snapshot)) return;
    shelf.keep(this.#rescueKey, { id, revision, name, snapshot });
    this.#kept = true;
  }

  /** Empties that place once the text is stored. */
  #settle(): void {
    if (!this.#kept || this.library.isDirty(this.document.snapshot)) return;
    shelf.forget(this.#rescueKey);
    this.#kept = false;
  }

  /**
   * Brings back the texts that earlier pages could not store, and stores them; one that still can't be stored lies on the desk and is kept
   * on.
   */
  async #rescue(): Promise<void> {
    for (const { key, value } of shelf.all()) {
      const rescued = parseRescued(value);
      const { id } = this.library.current;
      const snapshot = rescued && (await this.library.adopt(rescued));
      if (this.library.current.id !== id) {
        this.history = new History();
        await this.#recallSteps();
      }
      shelf.forget(key);
      if (snapshot !== undefined) {
        this.document.restore(snapshot);
        this.#keep();
        await this.library.save(snapshot);
        this.#settle();
      }
      if (this.#kept) return;
    }
  }

  /** Hears that another tab wrote or deleted a document. The open one is read anew where nothing would be lost by it. */
  async #otherTab(id: string): Promise<void> {
    if (id !== this.library.current.id || this.library.isDirty(this.document.snapshot)) {
      await this.library.refresh().catch(() => undefined);
      return;
    }
    const before = this.document.snapshot;
    // A user who has begun to write meanwhile goes on; the save finds the other tab's revision and makes a copy.
    const snapshot = await this.library.open(id, () => this.document.snapshot === before);
    if (snapshot === undefined) return;
    this.document.restore({ ...snapshot, focus: before.focus });
    this.#changed();
  }
}
