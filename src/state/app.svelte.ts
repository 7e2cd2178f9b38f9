import type { Budget, ParaphraseResult, Rewrite } from '../../workers/protocol.ts';
import type { RewriteClient } from '../client/rewrite-client.ts';
import { OtherwiseError } from '../errors.ts';
import { wordTokens } from '../language/words.ts';
import { hasLittleMemory, hasWebAssembly } from '../platform/capabilities.ts';
import { copyText } from '../platform/clipboard.ts';
import type { PageStore } from '../platform/database.ts';
import { InstallOffer } from '../platform/install.ts';
import { whenIdle } from '../platform/idle.ts';
import { watchOnline } from '../platform/network.ts';
import type { Announcement } from './announcement.ts';
import { conflicts, withForm, withWish, type Demands, type Wish } from './demands.ts';
import { DeskState } from './desk.svelte.ts';
import type { DocumentState, Snapshot } from './document.svelte.ts';
import { EngineState } from './engine.svelte.ts';
import { ExchangeState } from './exchange.svelte.ts';
import { toFailure, type Failure } from './failure.ts';
import type { History } from './history.svelte.ts';
import { Prefetcher } from './prefetch.ts';
import { choose, noPreset, presets, type Chosen, type Preset } from './presets.ts';
import { bannedByAim, requestOf } from './request-of.ts';
import { keyOf, SessionState, type Request } from './session.svelte.ts';
import { smallBudget, withinSmall, type Remedy } from './remedies.ts';
import { SettingsState, type Settings } from './settings.svelte.ts';
import { StorageState } from './storage.svelte.ts';
import { WordsState } from './words.svelte.ts';
import { own } from './own.ts';

/** Typing and moving the caret wait this long before a new decoding, chips and the slider only a moment, ms. */
const TYPING_PAUSE = 600;
const CHIP_PAUSE = 120;
/** What the engine takes at once, characters. */
const LONGEST_SENTENCE = 2000;

/** The page's state in one place: the parts and the actions that touch several of them. */
export class AppState {
  readonly settings = new SettingsState();
  readonly storage = new StorageState();
  readonly words = new WordsState();
  readonly desk: DeskState;
  readonly document: DocumentState;
  readonly exchange: ExchangeState;
  readonly engine: EngineState;
  readonly session: SessionState;
  announcement = $state.raw<Announcement | undefined>(undefined);
  online = $state(true);
  installable = $state(false);
  /** Whether this visit has made rewrites: before that, nobody is asked to install anything. */
  succeeded = $state(false);
  /** Switches to the new build that waits, when one does. */
  update = $state.raw<(() => void) | undefined>(undefined);
  /** Whether another tab switched to it already. */
  updateTaken = $state(false);
  /** Ends the careful mode that follows on several deaths of the page, when it is on. */
  trust = $state.raw<(() => void) | undefined>(undefined);
  /** False where the browser refuses storage: the text is lost with the page. */
  lasting = $state(true);
  /** Whether the machine has so little memory that fewer samples are drawn, unless the user says how many. */
  littleMemory = $state(false);
  opened = $state(false);

  readonly model: string;
  /** What the engine would be asked for the sentence in focus. */
  readonly request: Request = $derived.by(() => this.#requestFor(this.document.source));
  readonly result: ParaphraseResult | undefined = $derived.by(() => this.session.result(this.request));
  /** Rows to decode where the user does not say: as measured on the device, less where memory is short. */
  readonly budget: Budget | undefined = $derived.by(() => {
    const measured = this.engine.info?.budget;
    if (measured === undefined || !this.littleMemory) return measured;
    return withinSmall(measured);
  });
  /** Of the result what serves the aim. */
  readonly shown: Chosen = $derived.by(() => this.choose(this.result?.rewrites ?? []));
  /** Words that are banned because of the aim, beside the user's own. */
  readonly bannedByAim: readonly string[] = $derived.by(() => bannedByAim(this.document.source, this.settings.values.aim, this.document.demands, this.words));
  readonly running: boolean = $derived.by(() => this.session.running !== undefined && keyOf(this.session.running) === keyOf(this.request));
  readonly failure: Failure | undefined = $derived.by(() => this.session.failure?.key === keyOf(this.request) ? this.session.failure.failure : undefined);
  /** A result that no longer fits the demands, to be shown until the new one is there. */
  readonly stale: ParaphraseResult | undefined = $derived.by(() => this.result === undefined ? this.session.latestFor(this.document.source) : undefined);
  /** Whether a decoding is about to start by itself. */
  pending = $state(false);
  readonly wordCount: number = $derived.by(() => wordTokens(this.document.text).length);
  readonly conflicts = $derived.by(() => conflicts(this.document.demands, this.words.banned(this.document.demands, this.settings.values.inflections)));
  readonly #clock: () => number;
  readonly #prefetcher: Prefetcher;
  #offer: InstallOffer | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `clock` in ms from anywhere, `now` in ms since 1970. */
  constructor(client: RewriteClient, model: string, clock: () => number, now: () => number = Date.now) {
    this.#clock = clock;
    this.model = model;
    this.desk = new DeskState(now, (announcement) => {
      if (announcement !== undefined) this.announcement = announcement;
      // Nobody waits for a sentence of the document that was put away.
      if (announcement?.kind === 'opened' || announcement?.kind === 'begun' || announcement?.kind === 'deleted') this.session.stop();
      this.schedule(CHIP_PAUSE);
    });
    this.document = this.desk.document;
    this.exchange = new ExchangeState(this.desk, this.settings, (announcement) => {
      this.announcement = announcement;
    });
    this.engine = new EngineState(client, clock);
    this.session = new SessionState(client, clock);
    this.#prefetcher = new Prefetcher(this.session, (distance) => this.#neighbour(distance), whenIdle);
  }

  /** Undo and redo of the open document. */
  get history(): History<Snapshot> {
    return this.desk.history;
  }

  /** Brings back texts and settings of the last visit. */
  async open(store: PageStore): Promise<void> {
    this.lasting = store.lasting;
    await this.settings.open(store.values);
    this.littleMemory = hasLittleMemory();
    await this.desk.start(store);
    this.opened = true;
    if (Object.values(this.document.snapshot.demands).some((demands) => demands.spared?.length)) void this.words.load();
  }

  /** Listens to the browser: going offline, the offer to install. */
  listen(): void {
    watchOnline((online) => {
      this.online = online;
    });
    this.#offer = new InstallOffer((available) => {
      this.installable = available;
    });
  }

  async install(): Promise<void> {
    this.installable = false;
    await this.#offer?.prompt();
  }

  /** Saves the text, then switches to the build that waits; not before it is safe. */
  async applyUpdate(): Promise<void> {
    await this.desk.saveNow();
    const { text, snapshot } = this.document;
    if (text !== '' && (!this.lasting || this.desk.library.isDirty(snapshot))) this.announcement = { kind: 'unsaved' };
    else this.update?.();
  }

  async load(): Promise<void> {
    this.session.clear();
    if (!hasWebAssembly()) {
      this.engine.refuse(toFailure(new OtherwiseError('model-unsupported', 'WebAssembly is switched off in this browser.')));
      return;
    }
    await this.engine.load(this.model, this.settings.values.device);
    if (this.engine.status !== 'ready') return;
    this.schedule(0);
    void this.words.warm();
  }

  /** Does what helps against a failure, then tries again: the load, when the engine is not ready, else the sentence. */
  async remedy(remedy: Remedy): Promise<void> {
    if (remedy === 'wasm') return this.changeDevice('wasm');
    if (remedy === 'fewer-samples') {
      this.littleMemory = true;
      this.settings.change({ sets: smallBudget.sets, samples: smallBudget.samples });
    }
    if (remedy === 'fetch-anew') await this.storage.deleteModels();
    await (this.engine.status === 'ready' ? this.rewrite() : this.load());
  }

  /** Loads the model anew on another device. */
  async changeDevice(device: Settings['device']): Promise<void> {
    if (device === this.settings.values.device) return;
    this.settings.change({ device });
    await this.load();
  }

  type(text: string, offset: number): void {
    if (text !== this.document.text) {
      this.history.record(this.document.snapshot, this.#clock(), 'typing');
      this.document.edit(text);
    }
    this.document.focusAt(offset);
    this.#changed(TYPING_PAUSE);
  }

  /** Takes a text from elsewhere: into the open document when that one is empty, else into a new one. */
  async receive(text: string): Promise<void> {
    if (this.document.text === '' || (await this.desk.beginDocument())) this.replaceText(text);
  }

  /** Replaces the whole text, as a step of its own. */
  replaceText(text: string): void {
    this.history.record(this.document.snapshot, this.#clock());
    // The field knows one kind of line break; with another one offsets would not fit.
    this.document.edit(text.replace(/\r\n?/gu, '\n'));
    this.document.focusOn(0);
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

  wish(phrase: string, wish: Wish): void {
    this.#demand(withWish(this.document.demands, phrase, wish));
    this.announcement = { kind: 'wish', phrase, wish };
  }

  /** Bans a word and requires another in its place. */
  swap(word: string, instead: string): void {
    this.#demand(withWish(withWish(this.document.demands, word, 'avoid'), instead, 'require'));
    this.announcement = { kind: 'swap', word, instead };
  }

  /** Takes a form of a banned word out of the ban, or puts it back. */
  setForm(form: string, banned: boolean): void {
    this.#demand(withForm(this.document.demands, form, banned));
    this.announcement = { kind: 'wish', phrase: form, wish: banned ? 'avoid' : 'neutral' };
  }

  clearDemands(): void {
    this.#demand({ avoid: [], require: [] });
  }

  setDistance(distance: number): void {
    this.settings.change({ distance });
    this.schedule(CHIP_PAUSE);
  }

  setSpread(spread: number): void {
    this.settings.change({ spread });
    this.schedule(CHIP_PAUSE);
  }

  /** Sets aim and sliders as a preset has them; undefined: as without any. */
  choosePreset(preset: Preset | undefined): void {
    this.settings.change(preset === undefined ? noPreset : presets[preset]);
    this.schedule(CHIP_PAUSE);
  }

  /** Of rewrites of the sentence in focus those that serve the aim. */
  choose(rewrites: readonly Rewrite[]): Chosen {
    return choose(this.settings.values.aim, this.document.source, rewrites, (text) => this.words.rarity(text));
  }

  accept(rewrite: Rewrite): void {
    this.history.record(this.document.snapshot, this.#clock());
    this.document.accept(rewrite.text);
    this.announcement = { kind: 'accepted' };
    this.desk.saveSoon();
    this.#prepare();
  }

  restoreSource(): void {
    this.history.record(this.document.snapshot, this.#clock());
    this.document.accept(this.document.source);
    this.announcement = { kind: 'restored' };
    this.desk.saveSoon();
  }

  /** Brings back what one sentence was before a rewrite took its place, wherever the focus is. */
  restoreAt(index: number): void {
    const sentence = this.document.sentences[index];
    if (sentence === undefined) return;
    this.history.record(this.document.snapshot, this.#clock());
    this.document.replace(index, this.document.sourceOf(sentence.text));
    this.announcement = { kind: 'restored' };
    this.#changed(CHIP_PAUSE);
  }

  startFromHere(): void {
    this.history.record(this.document.snapshot, this.#clock());
    this.document.startFromHere();
    this.#changed(0);
  }

  undo(): void {
    this.#restore(this.history.undo(this.document.snapshot), 'undone');
  }

  redo(): void {
    this.#restore(this.history.redo(this.document.snapshot), 'redone');
  }

  async copy(text: string): Promise<void> {
    this.announcement = { kind: (await copyText(text)) ? 'copied' : 'copy-refused' };
  }

  /** Decodes the sentence in focus now, or shows the result that is kept. */
  async rewrite(): Promise<void> {
    this.#unschedule();
    if (this.#needsTables() && !this.words.loaded) {
      this.pending = true;
      await this.words.load();
      this.pending = false;
    }
    const request = this.request;
    if (this.engine.status !== 'ready' || wordTokens(request.text).length === 0) return;
    await this.session.run(request);
    if (keyOf(request) !== keyOf(this.request)) return;
    if (this.failure !== undefined) this.announcement = { kind: 'failed', failure: this.failure };
    else if (this.result !== undefined) {
      const count = this.shown.rewrites.length;
      this.announcement = { kind: 'ready', count };
      this.succeeded ||= count > 0;
      this.#prepare();
    }
  }

  /** Other rewrites of the same sentence: the next seed. */
  another(): void {
    this.session.vary(this.document.source);
    void this.rewrite();
  }

  stop(): void {
    this.#unschedule();
    this.#prefetcher.halt();
    if (this.session.running === undefined) return;
    this.session.stop();
    this.announcement = { kind: 'stopped' };
  }

  /** Decodes after a pause, unless the user wants to start every decoding himself. */
  schedule(pause: number): void {
    this.#unschedule();
    this.#prefetcher.halt();
    if (!this.settings.values.automatic) return;
    this.pending = true;
    this.#timer = setTimeout(() => void this.rewrite(), pause);
  }

  #unschedule(): void {
    clearTimeout(this.#timer);
    this.pending = false;
  }

  /** Gets the sentences around the one in focus ready, where the user wants that. */
  #prepare(): void {
    if (this.settings.values.automatic && this.settings.values.ahead) this.#prefetcher.wake();
  }

  #needsTables(): boolean {
    return this.settings.values.aim === 'plainer';
  }

  #neighbour(distance: number): Request | undefined {
    const sentence = this.document.sentences[this.document.focus + distance];
    if (sentence === undefined || this.engine.status !== 'ready') return undefined;
    const source = this.document.sourceOf(sentence.text);
    return source.length > LONGEST_SENTENCE || wordTokens(source).length === 0 ? undefined : this.#requestFor(source);
  }

  #requestFor(source: string): Request {
    const variation = own(this.session.variations, source) ?? 0;
    return requestOf(source, this.document.demandsOf(source), this.settings.values, this.words, this.budget, variation);
  }

  #demand(demands: Demands): void {
    this.history.record(this.document.snapshot, this.#clock());
    this.document.demand(demands);
    this.#changed(CHIP_PAUSE);
  }

  #restore(snapshot: Snapshot | undefined, kind: 'undone' | 'redone'): void {
    if (snapshot === undefined) return;
    this.document.restore(snapshot);
    this.announcement = { kind };
    this.#changed(CHIP_PAUSE);
  }

  #changed(pause: number): void {
    this.desk.saveSoon();
    this.schedule(pause);
  }
}
