import type { RewriteClient } from '../../../engine/rewriter.ts';
import { whenIdle } from '../../platform/idle.ts';
import type { Budget, ParaphraseResult, Rewrite } from '../../../core/protocol.ts';
import { wordTokens } from '../../../core/text/words.ts';
import type { Fixed } from '../../../rich/fixed-lines.ts';
import type { Announcement } from '../announcement.ts';
import type { WordsState } from '../words/words.svelte.ts';
import type { DocumentState } from '../documents/document.svelte.ts';
import { QueueState } from './queue.svelte.ts';
import type { Failure } from '../failure.ts';
import type { SettingsState } from '../settings/settings.svelte.ts';
import type { EngineState } from '../engine/engine.svelte.ts';
import { bestServed } from './best.ts';
import { canBeRewritten, own } from '../documents/texts.ts';
import { correctedOf } from './corrected.ts';
import { breaches, isLawful, withLocked } from '../documents/locks.ts';
import { OwnRewrites } from './own-rewrites.svelte.ts';
import { Prefetcher } from './prefetch.ts';
import { serveAim, type Serving } from '../../../core/choice/aims.ts';
import { SHOWN } from './presets.ts';
import { budgetFor } from '../../../engine/client/budget.ts';
import type { ResultShelf } from './result-shelf.ts';
import { bannedByAim, requestOf, type RewriteRequest } from './request-of.ts';
import { keyOf, type Request } from './request.ts';
import { SessionState } from './session.svelte.ts';
import { isDoubtful } from './doubtful.ts';

/** The parts of the page that rewriting needs. `clock` in ms. */
interface Parts {
  readonly document: DocumentState;
  readonly settings: SettingsState;
  readonly words: WordsState;
  readonly engine: EngineState;
  readonly client: RewriteClient;
  readonly clock: () => number;
  readonly tell: (announcement: Announcement) => void;
  /** Gives the id of the open document. */
  readonly documentId: () => string;
  /** Hears when all sentences that were asked for are done, or when so many failed that the queue ended. */
  readonly ended: (sources: readonly string[], failure: Failure | undefined) => void;
}

/** The rewrites of the sentence in focus: the request for them, its time, and the part of the answer that is shown. */
export class RewritingState {
  readonly session: SessionState;
  /** The queue of the sentences that were asked for all at once. */
  readonly queue: QueueState;
  readonly #parts: Parts;
  readonly #prefetcher: Prefetcher;
  readonly #own: OwnRewrites;
  /** The request whose doubtful rewrites are shown, by its key. */
  #asking = $state.raw<string | undefined>(undefined);
  #shelf: ResultShelf | undefined;
  /** Sentences that are rewritten although they are not English. */
  #foreign = $state.raw<ReadonlySet<string>>(new Set());
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Tells whether the machine has so little memory that fewer samples are drawn, unless the user says how many. */
  littleMemory = $state(false);
  /** Tells whether a rewrite was used in this visit: before that, nobody is asked to install anything or told of their device. */
  accepted = $state(false);
  /** Tells whether a decoding is about to start by itself. */
  pending = $state(false);

  readonly #asked: RewriteRequest = $derived.by(() => this.askedOf(this.#parts.document.source));
  /** The request that the engine would get for the sentence in focus. */
  readonly request: Request = $derived.by(() => requestOf(this.#asked));
  readonly result: ParaphraseResult | undefined = $derived.by(() => this.session.result(this.request));
  /** Rows to decode where the user does not say: as measured on the device, less where memory is short. */
  readonly budget: Budget | undefined = $derived.by(() => {
    const measured = this.#parts.engine.info?.budget;
    return measured && budgetFor(measured, { littleMemory: this.littleMemory });
  });
  /** The rewrites of the result that are shown only on demand. */
  readonly doubtful: readonly Rewrite[] = $derived.by(() => {
    const { rewrites = [], doubtful = [] } = this.result ?? {};
    const locked = new Set(this.#parts.document.locked.map(({ rewrite }) => rewrite.text));
    const others = [...rewrites.filter(isDoubtful), ...doubtful].filter(({ text }) => !locked.has(text));
    return this.#serve(others, this.#parts.document.source).rewrites;
  });
  /** Tells whether the user asked for the doubtful rewrites. */
  readonly showsDoubtful: boolean = $derived.by(() => this.#asking === keyOf(this.request));
  /** The rewrites of the result that serve the aim, and the locked ones; those shown on demand last. */
  readonly shown: readonly Rewrite[] = $derived.by(() => [
    ...this.cards(this.choose(this.result?.rewrites ?? [])), ...(this.showsDoubtful ? this.doubtful : []),
  ]);
  /** The language of the sentence in focus, ISO 639-1, where it was not rewritten for it. */
  readonly unread = $derived.by(() => (this.request.options.foreign === true ? undefined : this.result?.languages?.[0]));
  /** The words that are avoided because of the aim, beside the user's own. */
  readonly bannedByAim: readonly string[] = $derived.by(() => bannedByAim(this.#asked));
  /** Every form that a rewrite may not contain now, as far as it is known here. */
  readonly banned: readonly string[] = $derived.by(() => {
    const { words, document, settings } = this.#parts;
    return words.banned(document.asked, settings.values.inflections);
  });
  /** The user's own rewrites of the sentence in focus, as they were scored. */
  readonly own: readonly Rewrite[] = $derived.by(() => this.#own.of(this.#parts.document.source));
  readonly running: boolean = $derived.by(() => this.session.running !== undefined && keyOf(this.session.running) === keyOf(this.request));
  readonly failure: Failure | undefined = $derived.by(() =>
    this.session.failure?.key === keyOf(this.request) ? this.session.failure.failure : undefined,
  );
  /** The kind of the sentence in focus where it is left alone: a greeting, a heading. */
  readonly fixed: Fixed | undefined = $derived.by(() => {
    const { document } = this.#parts;
    const fixed = document.fixedAt(document.focus);
    return fixed !== undefined && !this.running && this.session.latestFor(document.source) === undefined ? fixed : undefined;
  });
  /** A result that no longer satisfies the constraints, to be shown until the new one is there. */
  readonly stale: ParaphraseResult | undefined = $derived.by(() =>
    this.result === undefined ? this.session.latestFor(this.#parts.document.source) : undefined,
  );

  /** Rewrites cached under other constraints that satisfy the present ones, while the new result is made. */
  readonly held: readonly Rewrite[] = $derived.by(() => {
    const made = this.result === undefined ? this.session.besides(this.request) : [];
    return made.filter(({ text }) => isLawful(this.breaches(text)));
  });

  constructor(parts: Parts) {
    this.#parts = parts;
    this.session = new SessionState(parts.client, parts.clock, (kept) => void this.#shelf?.keep(parts.documentId(), kept));
    const { clock, engine, tell, ended } = parts;
    this.#own = new OwnRewrites(this.session, tell);
    this.queue = new QueueState({
      session: this.session,
      ready: () => engine.status === 'ready',
      requestFor: (source) => this.requestFor(source),
      prepared: () => this.#loadTables(),
      clock,
      ended,
      keep: (sources) => void this.#shelf?.keepQueue(parts.documentId(), sources),
    });
    this.#prefetcher = new Prefetcher(this.session, (distance) => this.#neighbour(distance), whenIdle);
  }

  /** Gives the settings that decide how a sentence of the document is rewritten. */
  askedOf(source: string): RewriteRequest {
    const { document, settings, words } = this.#parts;
    const [wishes, foreign] = [document.askedOf(source), this.#foreign.has(source)];
    const variation = own(this.session.variations, source);
    return { source, wishes, settings: settings.values, words, budget: this.budget, variation, foreign };
  }

  /** Gives the rewrites of a sentence, by default the one in focus, that serve the aim and are not hidden, best first. */
  choose(rewrites: readonly Rewrite[], source = this.#parts.document.source): Serving<Rewrite> {
    const { values } = this.#parts.settings;
    if (values.aim === 'clean') return { rewrites: correctedOf(source, rewrites, values.knownWords), left: 0 };
    return bestServed(this.#serve(rewrites.filter((rewrite) => !isDoubtful(rewrite)), source), values);
  }

  /** Gives the last rewrites of any sentence that may be shown, under any options; [] where there are none. */
  madeOf(source: string): readonly Rewrite[] {
    const result = this.session.result(this.requestFor(source)) ?? this.session.latestFor(source);
    const { words, document, settings } = this.#parts;
    const asked = document.askedOf(source);
    const banned = words.banned(asked, settings.values.inflections);
    const lawful = (result?.rewrites ?? []).filter(({ text }) => isLawful(breaches(text, banned, asked.require)));
    return this.choose(lawful, source).rewrites;
  }

  /** Stores results on `shelf` from now on, and shows those of earlier visits. */
  async open(shelf: ResultShelf): Promise<void> {
    this.#shelf = shelf;
    await this.recall();
  }

  /** Shows the results of earlier visits for the open document, and continues their queue. */
  async recall(): Promise<void> {
    const id = this.#parts.documentId();
    this.session.recall((await this.#shelf?.recall(id)) ?? []);
    this.queue.offer((await this.#shelf?.queueOf(id)) ?? []);
  }

  /** Makes the request for a sentence. */
  requestFor(source: string): Request {
    return requestOf(this.askedOf(source));
  }

  /** Shows the doubtful rewrites of the sentence in focus, or hides them; other ones of it are hidden again. */
  showDoubtful(show: boolean): void {
    this.#asking = show ? keyOf(this.request) : undefined;
  }

  #serve(rewrites: readonly Rewrite[], source: string): Serving<Rewrite> {
    const { settings: { values: { aim } }, words } = this.#parts;
    return aim === 'clean' ? { rewrites: [], left: 0 } : serveAim(aim, source, rewrites, { n: SHOWN, measures: words.measures });
  }

  /** Gives the chosen rewrites, with the locked ones of the sentence in focus at their places. */
  cards({ rewrites }: Serving<Rewrite>): readonly Rewrite[] {
    return withLocked(rewrites, this.#parts.document.locked, SHOWN);
  }

  /** Tells why a rewrite of the sentence in focus would not be drawn now. */
  breaches(text: string): ReturnType<typeof breaches> {
    return breaches(text, [...this.banned, ...this.bannedByAim], this.#parts.document.asked.require);
  }

  /** Scores a rewrite of the user's own beside ours. @returns why it is not among them now, where it failed */
  scoreOwn(text: string): Promise<Failure | undefined> {
    return this.#own.score(this.request, text);
  }

  /** Decodes the sentence in focus now, or shows the result that is kept. */
  async rewrite(): Promise<void> {
    this.#unschedule();
    await this.#loadTables();
    const { request } = this;
    if (this.#parts.engine.status !== 'ready' || wordTokens(request.text).length === 0) return;
    await this.session.run(request);
    if (keyOf(request) !== keyOf(this.request)) return;
    if (this.failure !== undefined) this.#parts.tell({ kind: 'failed', failure: this.failure });
    else if (this.result !== undefined) {
      const count = this.choose(this.result.rewrites).rewrites.length;
      this.#parts.tell(this.unread === undefined ? { kind: 'ready', count } : { kind: 'other-language' });
      this.prepare();
    }
  }

  /** Rewrites the sentence in focus although it is not English. */
  rewriteAnyway(): void {
    this.#foreign = new Set([...this.#foreign, this.#parts.document.source]);
    void this.rewrite();
  }

  /** Tells whether another model answers now than the one that made the rewrites of the sentence in focus. */
  readonly isOfAnother: boolean = $derived.by(() => this.session.isOfAnother(this.request));

  /** Makes the rewrites of the sentence in focus anew. */
  anew(): void {
    this.session.outdate(this.request);
    void this.rewrite();
  }

  /** Says that another model answers now, and makes the rewrites of the sentence in focus anew; the others are drafts until then. */
  askAnother(): void {
    this.#parts.tell({ kind: 'other-model' });
    if (this.isOfAnother && this.#parts.settings.values.automatic) this.anew();
  }

  /** Asks for other rewrites of the same sentence: the next seed. */
  another(): void {
    this.session.vary(this.#parts.document.source);
    void this.rewrite();
  }

  stop(): void {
    this.#unschedule();
    if (this.queue.total === 0) this.#prefetcher.halt();
    if (this.session.running === undefined) return;
    this.session.stop();
    this.#parts.tell({ kind: 'stopped' });
  }

  /** Decodes after a pause in ms, unless the user wants to start every decoding himself or the sentence is left alone. */
  schedule(pause: number): void {
    this.#unschedule();
    this.#prefetcher.rest();
    if (!this.#parts.settings.values.automatic || this.fixed !== undefined) return;
    this.pending = true;
    this.#timer = setTimeout(() => void this.rewrite(), pause);
  }

  /** Gets the sentences around the one in focus ready, where the user wants that and asked for no others. */
  prepare(): void {
    const { automatic, ahead } = this.#parts.settings.values;
    if (automatic && ahead && this.queue.total === 0) this.#prefetcher.wake();
  }

  /** Rewrites sentences in this order, around what the user asks for. */
  rewriteAll(sources: readonly string[]): void {
    this.#prefetcher.rest();
    this.queue.start(sources);
  }

  #unschedule(): void {
    clearTimeout(this.#timer);
    this.pending = false;
  }

  /** Loads the tables for aims at words of a kind, which need to know what is rare and what is formal. */
  async #loadTables(): Promise<void> {
    const { settings, words } = this.#parts;
    if (!['plainer', 'formal', 'friendly'].includes(settings.values.aim) || words.loaded) return;
    this.pending = true;
    await words.load();
    this.pending = false;
  }

  #neighbour(distance: number): Request | undefined {
    const { document, engine } = this.#parts;
    const at = document.focus + distance;
    const sentence = document.sentences[at];
    if (sentence === undefined || engine.status !== 'ready' || document.fixedAt(at) !== undefined) return undefined;
    const source = document.sourceOf(sentence.text);
    return canBeRewritten(source) ? this.requestFor(source) : undefined;
  }
}
