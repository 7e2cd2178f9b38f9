import { isOfHub, type Rewrite } from '../../core/protocol.ts';
import type { RewriteClient } from '../../engine/rewriter.ts';
import { OtherwiseError } from '../../core/errors.ts';
import { wordTokens } from '../../core/text/words.ts';
import { hasLittleMemory, hasWebAssembly } from '../platform/capabilities.ts';
import { copyText } from '../platform/clipboard.ts';
import type { PageStore } from '../platform/database.ts';
import { InstallOffer } from '../platform/install.ts';
import { AUTOMATIC } from '../platform/model-plan.ts';
import { watchOnline } from '../platform/network.ts';
import type { Announcement } from './announcement.ts';
import { Announcer } from './announcer.svelte.ts';
import { conflicts } from './documents/wishes.ts';
import { DeskState } from './documents/desk.svelte.ts';
import type { DocumentState } from './documents/document.svelte.ts';
import { EngineState } from './engine/engine.svelte.ts';
import { ExchangeState } from './files/exchange.svelte.ts';
import { toFailure } from './failure.ts';
import type { History, Step } from './documents/history.svelte.ts';
import { toggled } from './documents/locks.ts';
import { PointingState } from './compose/pointing.svelte.ts';
import { noPreset, presets, type Preset } from './rewrites/presets.ts';
import { smallBudget } from '../../engine/client/budget.ts';
import type { Remedy } from './rewrites/remedies.ts';
import { ResultShelf } from './rewrites/result-shelf.ts';
import { RewritingState } from './rewrites/rewriting.svelte.ts';
import { ReviewState } from './review/reviewing.svelte.ts';
import { SettingsState, type PageSettings, type Variation } from './settings/settings.svelte.ts';
import { Steps } from './documents/steps.ts';
import { StorageState } from './storage.svelte.ts';
import { split } from './compose/split.ts';
import { typed } from './documents/texts.ts';
import { WishActions } from './compose/wish-actions.ts';
import { WordsState } from './words/words.svelte.ts';

/** The pauses before a new decoding, ms: after typing or moving the caret, and the short one after chips or the slider. */
const [TYPING_PAUSE, CHIP_PAUSE] = [600, 120];

/** The page's state in one place: the parts and the actions that touch several of them. */
export class AppState {
  readonly settings = new SettingsState();
  readonly storage = new StorageState();
  readonly words: WordsState;
  readonly desk: DeskState;
  readonly document: DocumentState;
  readonly exchange: ExchangeState;
  readonly wishes: WishActions;
  readonly pointing = new PointingState();
  readonly engine: EngineState;
  readonly rewriting: RewritingState;
  readonly review: ReviewState;
  readonly announcer: Announcer;
  online = $state(true);
  installable = $state(false);
  /** Switches to the new build that waits, when one does. */
  update = $state.raw<(() => void) | undefined>(undefined);
  /** Tells whether another tab switched to it already. */
  updateTaken = $state(false);
  /** Ends the careful mode that follows on several deaths of the page, when it is on. */
  trust = $state.raw<(() => void) | undefined>(undefined);
  /** Tells whether texts outlive the page: false where the browser refuses storage. */
  lasting = $state(true);
  opened = $state(false);

  /** The model the page was opened for; the settings say which one where it is `auto`. */
  readonly model: string;
  readonly wordCount: number = $derived.by(() => wordTokens(this.document.text).length);
  /** The required phrases that contain an avoided form. */
  readonly conflicts = $derived.by(() => conflicts(this.document.asked, this.rewriting.banned));
  readonly #steps: Steps;
  readonly #now: () => number;
  #offer: InstallOffer | undefined;
  /** The id of the document on the desk. */
  #deskId = '';

  /** `clock` in ms from anywhere, `now` in ms since 1970. */
  constructor(client: RewriteClient, model: string, clock: () => number, now: () => number = Date.now) {
    this.model = model;
    this.#now = now;
    this.announcer = new Announcer(clock);
    this.words = new WordsState((pairs) => client.score(pairs, {}), () => this.engine.info?.modelHash);
    this.desk = new DeskState(now, (announcement) => {
      if (announcement !== undefined) this.tell(announcement);
      const { id } = this.desk.library.current;
      if (id !== this.#deskId && announcement?.kind !== 'saved-as-copy') {
        this.rewriting.session.stop();
        this.rewriting.queue.stop();
        void this.rewriting.recall();
        this.exchange.moveOn();
      }
      this.#deskId = id;
      this.rewriting.schedule(CHIP_PAUSE);
    });
    this.document = this.desk.document;
    this.#steps = new Steps(this.desk, this.settings, clock);
    const tell = (announcement: Announcement): void => this.tell(announcement);
    this.exchange = new ExchangeState(this.desk, this.settings, tell);
    this.wishes = new WishActions(this.document, (change) => this.#take(change, CHIP_PAUSE), tell, this.settings);
    this.engine = new EngineState(client, clock, (info, before) => {
      this.rewriting.session.answerBy(info.modelHash);
      if (info.model !== before?.model) this.rewriting.askAnother();
    });
    const { document, settings, words, engine } = this;
    this.rewriting = new RewritingState({
      document, settings, words, engine, client, clock, tell,
      documentId: () => this.desk.library.current.id, ended: (sources, failure) => void this.review.finish(sources, failure),
    });
    this.review = new ReviewState({
      document, tell, settings, rewriting: this.rewriting,
      take: (change) => this.#steps.take(change), saveSoon: () => this.desk.saveSoon(),
    });
  }

  /** The model that is to answer, by its name, its address on a hub, or `auto`. */
  get wanted(): string {
    const { model } = this.settings.values;
    return this.model === AUTOMATIC || isOfHub(model) ? model : this.model;
  }

  /** The present message of the status line. */
  get announcement(): Announcement | undefined {
    return this.announcer.said;
  }

  tell(announcement: Announcement): void {
    this.announcer.say(announcement);
  }

  /** Undo and redo of the open document. */
  get history(): History<Step> {
    return this.desk.history;
  }

  /** Brings back texts and settings of the last visit. */
  async open(store: PageStore): Promise<void> {
    this.lasting = store.lasting;
    await this.settings.open(store.values);
    this.rewriting.littleMemory = hasLittleMemory();
    await this.desk.start(store);
    this.#deskId = this.desk.library.current.id;
    await this.rewriting.open(new ResultShelf(store.cache, this.#now));
    this.opened = true;
    if (Object.values(this.document.snapshot.demands).some(({ spared }) => spared?.length)) void this.words.load();
  }

  /** Listens to the browser: going offline, the offer to install. */
  listen(): void {
    watchOnline((online) => {
      if (online && !this.online) this.tell({ kind: 'online' });
      this.online = online;
    });
    this.#offer = new InstallOffer((available) => (this.installable = available));
  }

  async install(): Promise<void> {
    this.installable = false;
    if ((await this.#offer?.prompt()) !== true) this.settings.change({ knowsInstall: true });
  }

  /** Saves the text, then switches to the build that waits, but not before the text is safe. */
  async applyUpdate(): Promise<void> {
    await this.desk.saveNow();
    const { text, snapshot } = this.document;
    if (text !== '' && (!this.lasting || this.desk.library.isDirty(snapshot))) this.tell({ kind: 'unsaved' });
    else this.update?.();
  }

  async load(): Promise<void> {
    this.rewriting.session.stopAhead();
    if (hasWebAssembly()) await this.engine.load(this.wanted, this.settings.values.device);
    else this.engine.refuse(toFailure(new OtherwiseError('model-unsupported', 'WebAssembly is switched off in this browser.')));
    if (this.engine.failure !== undefined)
      this.tell(this.engine.status === 'stopped' ? { kind: 'load-stopped' } : { kind: 'failed', failure: this.engine.failure });
    if (this.engine.status !== 'ready') return;
    this.rewriting.session.answerBy(this.engine.info?.modelHash ?? '');
    this.tell({ kind: 'loaded' });
    this.rewriting.schedule(0);
    this.rewriting.queue.wake();
    void this.words.warm();
  }

  /** Takes a remedy against a failure, then tries again: the load, when the engine is not ready, else the sentence. */
  async remedy(remedy: Remedy): Promise<void> {
    if (remedy === 'split') return this.split();
    if (remedy === 'wasm') return this.changeEngine({ device: 'wasm' });
    if (remedy === 'fewer-samples') {
      this.rewriting.littleMemory = true;
      this.settings.change({ sets: smallBudget.sets, samples: smallBudget.samples });
    }
    if (remedy === 'fetch-anew') await this.storage.deleteModels();
    await (this.engine.status === 'ready' ? this.rewriting.rewrite() : this.load());
  }

  /** Loads another model, or the model on another device. */
  async changeEngine(wanted: Partial<Pick<PageSettings, 'device' | 'model'>>): Promise<void> {
    const { device, model } = this.settings.values;
    this.settings.change(wanted);
    if (device !== this.settings.values.device || model !== this.settings.values.model) await this.load();
  }

  type(text: string, offset: number | undefined, formatting?: DocumentState['snapshot']['formatting']): void {
    this.#steps.take(() => this.document.edit(text, formatting), formatting || offset === undefined ? '' : 'typing');
    this.document.focusAt(offset);
    this.#changed(TYPING_PAUSE);
  }

  /** Takes a text from elsewhere: into the open document when that one is empty, else into a new one. */
  async receive(text: string): Promise<void> {
    if (this.document.text === '' || (await this.desk.beginDocument())) this.replaceText(text);
  }

  /** Replaces the whole text, as a step of its own. */
  replaceText(text: string): void {
    this.#steps.take(() => this.document.edit(typed(text, 0).text));
    this.document.focusAt(undefined);
    this.#changed(0);
  }

  moveTo(offset: number): void {
    const before = this.document.focus;
    this.document.focusAt(offset);
    if (this.document.focus !== before) this.#changed(TYPING_PAUSE);
  }

  goTo(index: number): void {
    if (index < 0 || index >= this.document.sentences.length) return;
    this.document.focusOn(index);
    this.#changed(CHIP_PAUSE);
  }

  /** Locks a card of the sentence in focus at its place (from 0), or lets it go. */
  toggleLock(rewrite: Rewrite, place: number): void {
    const before = this.document.locked.length;
    this.#steps.take(() => this.document.lock(toggled(this.document.locked, rewrite, place)));
    this.tell({ kind: this.document.locked.length > before ? 'locked' : 'unlocked' });
    this.desk.saveSoon();
  }

  /** Changes the settings of rewriting, as a step too; changes in a row with the same `run` are one step. */
  vary(values: Partial<Variation>, run = ''): void {
    if (!this.#steps.vary(values, run)) return;
    this.desk.saveSoon();
    this.rewriting.schedule(CHIP_PAUSE);
  }

  /** Sets aim and sliders as a preset has them; undefined: as without any. */
  choosePreset(preset: Preset | undefined): void {
    this.vary(preset === undefined ? noPreset : presets[preset]);
  }

  accept(rewrite: Rewrite): void {
    if (this.document.current?.text === rewrite.text) return;
    this.review.accept(this.document.focus, rewrite);
    this.rewriting.prepare();
  }

  restoreSource(): void {
    this.review.restore({ index: this.document.focus, before: this.document.source });
  }

  startFromHere(): void {
    this.#take(() => this.document.startFromHere(), 0);
  }

  /** Splits the sentence in focus into several, as one step. */
  async split(): Promise<void> {
    this.tell(await split(this.document, (change) => this.#take(change, CHIP_PAUSE)));
  }

  undo(): void {
    this.#walked(this.#steps.undo(), 'undone');
  }

  redo(): void {
    this.#walked(this.#steps.redo(), 'redone');
  }

  async copy(text: string): Promise<void> {
    this.tell({ kind: (await copyText(text)) ? 'copied' : 'copy-refused' });
  }

  /** Changes the document as a step of its own; new rewrites come after a pause in ms. @returns whether anything changed */
  #take(change: () => void, pause: number): boolean {
    const isChanged = this.#steps.take(change);
    if (isChanged) this.#changed(pause);
    return isChanged;
  }

  #walked(hasStep: boolean, kind: 'undone' | 'redone'): void {
    if (!hasStep) return;
    this.tell({ kind });
    this.#changed(CHIP_PAUSE);
  }

  #changed(pause: number): void {
    this.desk.saveSoon();
    this.rewriting.schedule(pause);
  }
}
