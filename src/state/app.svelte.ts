import type { Budget, ParaphraseResult, Rewrite } from '../protocol.ts';
import type { RewriteClient } from '../client/rewrite-client.ts';
import { OtherwiseError } from '../errors.ts';
import { wordTokens } from '../text/words.ts';
import { hasLittleMemory, hasWebAssembly } from '../platform/capabilities.ts';
import { copyText } from '../platform/clipboard.ts';
import type { PageStore } from '../platform/database.ts';
import { InstallOffer } from '../platform/install.ts';
import { whenIdle } from '../platform/idle.ts';
import { watchOnline } from '../platform/network.ts';
import type { Announcement } from './announcement.ts';
import { Announcer } from './announcer.svelte.ts';
import { conflicts, type Demands, type Wish } from './compose/demands.ts';
import { DeskState } from './documents/desk.svelte.ts';
import type { DocumentState } from './documents/document.svelte.ts';
import { EngineState } from './rewrites/engine.svelte.ts';
import { ExchangeState } from './documents/exchange.svelte.ts';
import { toFailure, type Failure } from './failure.ts';
import type { History, Step } from './documents/history.svelte.ts';
import { breaches, toggled, withLocked } from './rewrites/locks.ts';
import { PointingState } from './compose/pointing.svelte.ts';
import { Prefetcher } from './rewrites/prefetch.ts';
import { choose, noPreset, presets, SHOWN, type Chosen, type Preset } from './rewrites/presets.ts';
import { bannedByAim, requestOf } from './rewrites/request-of.ts';
import { keyOf, SessionState, type Request } from './rewrites/session.svelte.ts';
import { smallBudget, withinSmall, type Remedy } from './rewrites/remedies.ts';
import { SettingsState, type Settings, type Variation } from './settings.svelte.ts';
import { Steps } from './documents/steps.ts';
import { StorageState } from './storage.svelte.ts';
import { Wishes } from './compose/wishes.ts';
import { WordsState } from './compose/words.svelte.ts';
import { own } from './rewrites/own.ts';

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
  readonly wishes: Wishes;
  readonly pointing = new PointingState();
  readonly engine: EngineState;
  readonly session: SessionState;
  readonly announcer: Announcer;
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
  /** Of the result what serves the aim, and what is locked. */
  readonly shown: readonly Rewrite[] = $derived.by(() => this.cards(this.choose(this.result?.rewrites ?? [])));
  /** Words that are banned because of the aim, beside the user's own. */
  readonly bannedByAim: readonly string[] = $derived.by(() =>
    bannedByAim(this.document.source, this.settings.values.aim, this.document.demands, this.words),
  );
  readonly running: boolean = $derived.by(() => this.session.running !== undefined && keyOf(this.session.running) === keyOf(this.request));
  readonly failure: Failure | undefined = $derived.by(() =>
    this.session.failure?.key === keyOf(this.request) ? this.session.failure.failure : undefined,
  );
  /** A result that no longer fits the demands, to be shown until the new one is there. */
  readonly stale: ParaphraseResult | undefined = $derived.by(() =>
    this.result === undefined ? this.session.latestFor(this.document.source) : undefined,
  );
  /** Whether a decoding is about to start by itself. */
  pending = $state(false);
  readonly wordCount: number = $derived.by(() => wordTokens(this.document.text).length);
  readonly conflicts = $derived.by(() =>
    conflicts(this.document.demands, this.words.banned(this.document.demands, this.settings.values.inflections)),
  );
  readonly #steps: Steps;
  readonly #prefetcher: Prefetcher;
  #offer: InstallOffer | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `clock` in ms from anywhere, `now` in ms since 1970. */
  constructor(client: RewriteClient, model: string, clock: () => number, now: () => number = Date.now) {
    this.model = model;
    this.announcer = new Announcer(clock);
    this.desk = new DeskState(now, (announcement) => {
      if (announcement !== undefined) this.tell(announcement);
      // Nobody waits for a sentence of the document that was put away.
      if (announcement?.kind === 'opened' || announcement?.kind === 'begun' || announcement?.kind === 'deleted') this.session.stop();
      this.schedule(CHIP_PAUSE);
    });
    this.document = this.desk.document;
    this.#steps = new Steps(this.desk, this.settings, clock);
    this.exchange = new ExchangeState(this.desk, this.settings, (announcement) => this.tell(announcement));
    this.wishes = new Wishes(
      this.document,
      (demands) => this.#demand(demands),
      (announcement) => this.tell(announcement),
    );
    this.engine = new EngineState(client, clock);
    this.session = new SessionState(client, clock);
    this.#prefetcher = new Prefetcher(this.session, (distance) => this.#neighbour(distance), whenIdle);
  }

  /** What the status line says now. */
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
    this.littleMemory = hasLittleMemory();
    await this.desk.start(store);
    this.opened = true;
    if (Object.values(this.document.snapshot.demands).some((demands) => demands.spared?.length)) void this.words.load();
  }

  /** Listens to the browser: going offline, the offer to install. */
  listen(): void {
    watchOnline((online) => {
      if (online && !this.online) this.tell({ kind: 'online' });
      this.online = online;
    });
    this.#offer = new InstallOffer((available) => {
      this.installable = available;
    });
  }

  async install(): Promise<void> {
    this.installable = false;
    if ((await this.#offer?.prompt()) !== true) this.settings.change({ knowsInstall: true });
  }

  /** Saves the text, then switches to the build that waits; not before it is safe. */
  async applyUpdate(): Promise<void> {
    await this.desk.saveNow();
    const { text, snapshot } = this.document;
    if (text !== '' && (!this.lasting || this.desk.library.isDirty(snapshot))) this.tell({ kind: 'unsaved' });
    else this.update?.();
  }

  async load(): Promise<void> {
    this.session.clear();
    if (hasWebAssembly()) await this.engine.load(this.model, this.settings.values.device);
    else this.engine.refuse(toFailure(new OtherwiseError('model-unsupported', 'WebAssembly is switched off in this browser.')));
    if (this.engine.failure !== undefined)
      this.tell(this.engine.status === 'stopped' ? { kind: 'load-stopped' } : { kind: 'failed', failure: this.engine.failure });
    if (this.engine.status !== 'ready') return;
    this.tell({ kind: 'loaded' });
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
    this.#steps.take(() => this.document.edit(text), 'typing');
    this.document.focusAt(offset);
    this.#changed(TYPING_PAUSE);
  }

  /** Takes a text from elsewhere: into the open document when that one is empty, else into a new one. */
  async receive(text: string): Promise<void> {
    if (this.document.text === '' || (await this.desk.beginDocument())) this.replaceText(text);
  }

  /** Replaces the whole text, as a step of its own. */
  replaceText(text: string): void {
    // The field knows one kind of line break; with another one offsets would not fit.
    this.#steps.take(() => this.document.edit(text.replace(/\r\n?/gu, '\n')));
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
    this.wishes.set(phrase, wish);
  }

  /** Locks a card of the sentence in focus at its place (from 0), or lets it go. */
  toggleLock(rewrite: Rewrite, place: number): void {
    const before = this.document.locked.length;
    this.#steps.take(() => this.document.lock(toggled(this.document.locked, rewrite, place)));
    this.tell({ kind: this.document.locked.length > before ? 'locked' : 'unlocked' });
    this.desk.saveSoon();
  }

  setDistance(distance: number): void {
    this.#vary({ distance }, 'distance');
  }

  setSpread(spread: number): void {
    this.#vary({ spread }, 'spread');
  }

  setSystem(system: Settings['system']): void {
    this.#vary({ system });
  }

  /** Sets aim and sliders as a preset has them; undefined: as without any. */
  choosePreset(preset: Preset | undefined): void {
    this.#vary(preset === undefined ? noPreset : presets[preset]);
  }

  /** Of rewrites of the sentence in focus those that serve the aim. */
  choose(rewrites: readonly Rewrite[]): Chosen {
    return choose(this.settings.values.aim, this.document.source, rewrites, (text) => this.words.rarity(text));
  }

  /** What was chosen, with the locked rewrites of the sentence in focus at their places. */
  cards({ rewrites }: Chosen): readonly Rewrite[] {
    return withLocked(rewrites, this.document.locked, SHOWN);
  }

  /** Why a rewrite of the sentence in focus would not be made now. */
  breaches(text: string): ReturnType<typeof breaches> {
    const { demands } = this.document;
    return breaches(text, [...this.words.banned(demands, this.settings.values.inflections), ...this.bannedByAim], demands.require);
  }

  accept(rewrite: Rewrite): void {
    if (!this.#steps.take(() => this.document.accept(rewrite.text))) return;
    this.tell({ kind: 'accepted' });
    this.desk.saveSoon();
    this.#prepare();
  }

  restoreSource(): void {
    if (!this.#steps.take(() => this.document.accept(this.document.source))) return;
    this.tell({ kind: 'restored' });
    this.desk.saveSoon();
  }

  /** Brings back what one sentence was before a rewrite took its place, wherever the focus is. */
  restoreAt(index: number): void {
    const sentence = this.document.sentences[index];
    if (sentence === undefined) return;
    if (!this.#steps.take(() => this.document.replace(index, this.document.sourceOf(sentence.text)))) return;
    this.tell({ kind: 'restored' });
    this.#changed(CHIP_PAUSE);
  }

  startFromHere(): void {
    if (this.#steps.take(() => this.document.startFromHere())) this.#changed(0);
  }

  undo(): void {
    if (!this.#steps.undo()) return;
    this.tell({ kind: 'undone' });
    this.#changed(CHIP_PAUSE);
  }

  redo(): void {
    if (!this.#steps.redo()) return;
    this.tell({ kind: 'redone' });
    this.#changed(CHIP_PAUSE);
  }

  async copy(text: string): Promise<void> {
    this.tell({ kind: (await copyText(text)) ? 'copied' : 'copy-refused' });
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
    if (this.failure !== undefined) this.tell({ kind: 'failed', failure: this.failure });
    else if (this.result !== undefined) {
      const count = this.choose(this.result.rewrites).rewrites.length;
      this.tell({ kind: 'ready', count });
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
    this.tell({ kind: 'stopped' });
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
    if (this.#steps.take(() => this.document.demand(demands))) this.#changed(CHIP_PAUSE);
  }

  /** Changes how rewrites are made, as a step too. */
  #vary(values: Partial<Variation>, run = ''): void {
    if (this.#steps.vary(values, run)) this.schedule(CHIP_PAUSE);
  }

  #changed(pause: number): void {
    this.desk.saveSoon();
    this.schedule(pause);
  }
}
