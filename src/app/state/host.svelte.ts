import { typed } from './documents/texts.ts';
import type { HostNotice } from './announcement.ts';
import type { AppState } from './app.svelte.ts';

/** A piece of text that was selected on another page. */
export interface Picked {
  /** The page's title; '' where it has none. */
  readonly title: string;
  readonly text: string;
  /** The page's treatment of text that is put back: it keeps it, only shows it until it is loaded again, or takes none. */
  readonly takes: 'kept' | 'shown' | 'none';
}

/** The reason why nothing was picked: nothing is selected, or the page can't be read. */
export type NotPicked = Extract<HostNotice, 'nothing' | 'closed'>;

/** The outcome of putting a text back; only after `kept` and `shown` does the page have it. */
export type PutBack = Exclude<HostNotice, NotPicked>;

/** The browser around the app, where it stands in a panel beside other pages. */
export interface Host {
  /** Reads the text that is selected on the page beside. */
  pick(): Promise<Picked | NotPicked>;
  /** Puts a text in the place of the one that was picked last. */
  putBack(text: string): Promise<PutBack>;
  /** @param listener hears when the user asks for the selected text again */
  onCall(listener: () => void): void;
}

/** The key of the stored state: the text that was picked last, and its document. */
const LAST = 'picked';

/** The way of a text from the page beside into the panel and back. */
export class HostState {
  #picked = $state.raw<Picked | undefined>(undefined);
  #notice = $state.raw<HostNotice | undefined>(undefined);
  /** The document of the picked text: another one has no place on the page. */
  #document = $state('');
  /** The text that the page has now. */
  #held = $state.raw<string | undefined>(undefined);
  #queue: Promise<void> = Promise.resolve();
  readonly #host: Host;
  readonly #app: AppState;

  constructor(host: Host, app: AppState) {
    this.#host = host;
    this.#app = app;
    host.onCall(() => void this.pick());
  }

  /** The picked text, while its document lies on the desk. */
  get picked(): Picked | undefined {
    return this.#document === this.#app.desk.library.current.id ? this.#picked : undefined;
  }

  /** Tells whether the page holds the text as it is now. */
  get isBack(): boolean {
    return this.picked !== undefined && this.#held === this.#app.desk.document.text;
  }

  /** The outcome of the last try, either way. */
  get notice(): HostNotice | undefined {
    return this.#notice !== undefined && ['kept', 'shown'].includes(this.#notice) && !this.isBack ? undefined : this.#notice;
  }

  /** Opens what is selected on the page beside as a document of its own, one call after the other. */
  pick(): Promise<void> {
    this.#queue = this.#queue.then(() => this.#pick());
    return this.#queue;
  }

  /** Puts the text on the desk back where it was picked. */
  async putBack(): Promise<void> {
    const { text } = this.#app.desk.document;
    const notice = await this.#host.putBack(text);
    if (notice === 'kept' || notice === 'shown') this.#held = text;
    this.#say(notice);
  }

  async #pick(): Promise<void> {
    const picked = await this.#host.pick();
    if (typeof picked === 'string') {
      this.#say(picked);
      return;
    }
    this.#picked = undefined;
    const { text } = typed(picked.text, 0);
    if (!(await this.#lies(text))) {
      await this.#app.receive(text);
      // A document that could not be put away is still on the desk, and has no place on the page.
      if (this.#app.document.text !== text) return;
    }
    this.#picked = picked;
    this.#document = this.#app.desk.library.current.id;
    this.#held = text;
    this.#notice = undefined;
    await this.#app.desk.kept.set(LAST, { text, document: this.#document }).catch(() => undefined);
  }

  /** Tells whether the text lies on the desk already, or a version of it from before the panel was closed. */
  async #lies(text: string): Promise<boolean> {
    const { document, library, kept } = this.#app.desk;
    if (document.text === text) return true;
    const last = (await kept.get(LAST).catch(() => undefined)) as { readonly text?: unknown; readonly document?: unknown } | undefined;
    return document.text !== '' && last?.text === text && last.document === library.current.id;
  }

  #say(notice: HostNotice): void {
    this.#notice = notice;
    this.#app.tell({ kind: 'host', notice });
  }
}
