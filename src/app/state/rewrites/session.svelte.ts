import type { PairMeasures, ParaphraseOptions, ParaphraseProgress, ParaphraseResult, Rewrite, TextPair } from '../../../core/protocol.ts';
import type { RewriteClient } from '../../../engine/rewriter.ts';
import { OtherwiseError } from '../../../core/errors.ts';
import { toFailure, type Failure } from '../failure.ts';
import { own } from '../documents/texts.ts';
import { draftOf, keyOf, type Request, sentOf, withoutChips } from './request.ts';
import { begin, type RunView, shown } from './run-view.ts';

/**
 * The most results that are cached, so that going back to a sentence or undoing a chip shows its rewrites at once; a long text is rewritten
 * whole.
 */
const KEPT = 2500;

export interface CachedResult {
  readonly request: Request;
  readonly result: ParaphraseResult;
  /** The time that it took, ms. */
  readonly took: number;
  /** The hash of the model that made it. */
  readonly model: string;
}

/** A request that is decoded before anyone asks for it. */
interface Ahead {
  readonly request: Request;
  readonly key: string;
  readonly controller: AbortController;
  view: RunView;
  done: Promise<Failure | undefined>;
}

/** The end of a decoding ahead; `stopped`: another one took its place. */
export type Outcome = 'done' | 'stopped' | Failure;

/** The outcome of decoding a request whose result the caller keeps. */
export type Apart = { readonly result: ParaphraseResult } | { readonly failure: Failure } | 'stopped';

/** The requests of this visit: the running one and the results of earlier ones. The newest request wins. */
export class SessionState {
  running = $state.raw<Request | undefined>(undefined);
  view = $state.raw<RunView>(begin);
  /** The failure of a request, by `keyOf` of the request. */
  failure = $state.raw<{ readonly key: string; readonly failure: Failure } | undefined>(undefined);
  /** The number of times that other rewrites of a sentence were asked for, by sentence; it is added to the seed. */
  variations = $state.raw<Readonly<Record<string, number>>>({});
  #ahead: Ahead | undefined;
  #work: Promise<unknown> | undefined;
  /** Stops the running request. */
  #controller = new AbortController();
  /** Stops a decoding that is not for the document; undefined while there is none. */
  #apart: AbortController | undefined;
  #results = $state.raw<ReadonlyMap<string, CachedResult>>(new Map());
  readonly #latest: ReadonlyMap<string, ParaphraseResult> = $derived(
    new Map([...this.#results.values()].map(({ request, result }) => [request.text, result])),
  );
  /** Hash of the model that answers, '' before one is loaded, and of all that answered in this visit. */
  #model = $state('');
  #models = $state.raw<ReadonlySet<string>>(new Set());
  readonly #client: RewriteClient;
  readonly #clock: () => number;
  readonly #made: (kept: CachedResult) => void;

  /** @param clock in ms @param made hears of every result */
  constructor(client: RewriteClient, clock: () => number, made: (kept: CachedResult) => void = () => undefined) {
    this.#client = client;
    this.#clock = clock;
    this.#made = made;
  }

  result(request: Request): ParaphraseResult | undefined {
    return this.#fitting(keyOf(request))?.result;
  }

  /** Every result that is kept with its request, oldest first. */
  get kept(): readonly { readonly request: Request; readonly result: ParaphraseResult }[] {
    return [...this.#results.values()];
  }

  /** Tells whether something is decoded now, asked for or ahead. */
  get busy(): boolean {
    return this.running !== undefined || this.#ahead !== undefined;
  }

  /** Measures pairs while whatever is decoded goes on. @throws OtherwiseError with the engine's code */
  measure(pairs: readonly TextPair[]): Promise<readonly PairMeasures[]> {
    return this.#client.measure(pairs);
  }

  /** Scores a rewrite of any origin. `options`: of the request it stands beside. @throws OtherwiseError with the engine's code */
  async score(pair: TextPair, options: ParaphraseOptions): Promise<Rewrite> {
    const [scores] = await this.#client.score([pair], options);
    if (scores === undefined) throw new OtherwiseError('runtime', 'The engine gave no scores.');
    return { text: pair[1], ...scores };
  }

  /** Gives the time that the result of a request took, ms. */
  took(request: Request): number | undefined {
    return this.#fitting(keyOf(request))?.took;
  }

  /** Gives the newest result for a sentence under any options: it is shown dimmed while the new one is made. */
  latestFor(text: string): ParaphraseResult | undefined {
    return this.#latest.get(text);
  }

  /** Gives every rewrite of the same request with any constraints, each as the newest result has it. */
  besides(request: Request): readonly Rewrite[] {
    const key = withoutChips(request);
    const same = [...this.#results.values()].filter((kept) => kept.request.text === request.text && withoutChips(kept.request) === key);
    const made = same.reverse().flatMap(({ result }) => result.rewrites);
    return made.filter(({ text }, i) => made.findIndex((other) => other.text === text) === i);
  }

  /** Runs a request unless it runs already or its result is there. One that is decoded ahead becomes the running one. */
  async run(request: Request): Promise<void> {
    const key = keyOf(request);
    if (this.running !== undefined && keyOf(this.running) === key) return;
    if (this.#fitting(key) !== undefined) {
      this.stop();
      return;
    }
    this.failure = undefined;
    const early = this.#ahead;
    if (early?.key === key) {
      this.#ahead = undefined;
      this.running = early.request;
      this.#controller = early.controller;
      this.view = early.view;
      await early.done;
      return;
    }
    this.#ahead = undefined;
    // It is a copy, so that this attempt differs from an earlier one of the same request.
    const attempt = { ...request };
    this.running = attempt;
    this.#controller = new AbortController();
    this.view = begin;
    await this.#decode(attempt, key, this.#controller);
  }

  /** Decodes a request nobody waits for yet, unless another one runs. */
  async ahead(request: Request): Promise<Outcome> {
    const key = keyOf(request);
    if (this.#fitting(key) !== undefined) return 'done';
    if (this.running !== undefined || this.#ahead !== undefined) return 'stopped';
    const attempt = { ...request };
    const early: Ahead = { request: attempt, key, controller: new AbortController(), view: begin, done: Promise.resolve(undefined) };
    this.#ahead = early;
    early.done = this.#decode(attempt, key, early.controller);
    const failure = await early.done;
    return this.#fitting(key) === undefined ? (failure ?? 'stopped') : 'done';
  }

  /** Resolves when nothing is decoded. */
  async free(): Promise<void> {
    for (let work = this.#work; work !== undefined; work = this.#work) {
      await work;
      if (this.#work === work) this.#work = undefined;
    }
  }

  /** Stops decoding ahead; the running request goes on. */
  stopAhead(): void {
    this.#ahead?.controller.abort();
    this.#ahead = undefined;
  }

  /**
   * Decodes a request whose result the caller keeps: the document does not hear of it. Every request of the page takes its place, and it
   * does not begin where something is decoded already.
   */
  async apart(request: Request): Promise<Apart> {
    if (this.busy || this.#apart !== undefined) return 'stopped';
    const attempt = new AbortController();
    this.#apart = attempt;
    try {
      return { result: await this.#client.rewrite(request.text, sentOf(request), attempt) };
    } catch (cause) {
      const failure = toFailure(cause);
      return failure.code === 'superseded' || failure.code === 'aborted' ? 'stopped' : { failure };
    } finally {
      if (this.#apart === attempt) this.#apart = undefined;
    }
  }

  /** Stops the decoding of that caller, and nothing else. */
  stopApart(): void {
    this.#apart?.abort();
    this.#apart = undefined;
  }

  #decode(request: Request, key: string, { signal }: AbortController): Promise<Failure | undefined> {
    this.#apart = undefined;
    const work = this.#attempt(request, key, signal);
    this.#work = work;
    return work;
  }

  /** Answers a request. @returns why there is no result; undefined also where it was stopped on purpose */
  async #attempt(request: Request, key: string, signal: AbortSignal): Promise<Failure | undefined> {
    const started = this.#clock();
    try {
      const onProgress = (event: ParaphraseProgress): void => {
        if (this.running === request) this.view = shown(this.view, event);
        else if (this.#ahead?.request === request) this.#ahead.view = shown(this.#ahead.view, event);
      };
      const result = await this.#client.rewrite(request.text, sentOf(request), { signal, onProgress });
      const kept = { request, result, took: this.#clock() - started, model: this.#model };
      this.#keep([kept]);
      this.#made(kept);
      return undefined;
    } catch (cause) {
      const failure = toFailure(cause);
      if (this.running === request && failure.code !== 'superseded') this.failure = { key, failure };
      return failure.code === 'superseded' || failure.code === 'aborted' ? undefined : failure;
    } finally {
      if (this.running === request) this.running = undefined;
      if (this.#ahead?.request === request) this.#ahead = undefined;
    }
  }

  /** Makes the next request for `text` draw other samples. */
  vary(text: string): void {
    this.variations = { ...this.variations, [text]: (own(this.variations, text) ?? 0) + 1 };
  }

  /** Stops the running request, if there is one. */
  stop(): void {
    if (this.running === undefined) return;
    this.running = undefined;
    this.#controller.abort();
  }

  /** Takes results of earlier visits. Results of this visit go before them. */
  recall(earlier: readonly CachedResult[]): void {
    const since = [...this.#results.values()];
    this.#results = new Map();
    this.#keep([...earlier, ...since]);
  }

  /** Takes this model, by its hash, for the one that answers. Results of models of this visit still count; others are made anew. */
  answerBy(model: string): void {
    this.#model = model;
    this.#models = new Set([...this.#models, model]);
  }

  /** Tells whether another model answers now than the one that made a result. */
  isOfAnother(request: Request): boolean {
    const kept = this.#fitting(keyOf(request));
    return kept !== undefined && this.#model !== '' && kept.model !== this.#model;
  }

  /** Takes the result of a request for a draft: it is shown until the request is answered anew. */
  outdate(request: Request): void {
    const own = keyOf(request);
    this.#results = new Map([...this.#results].map(([key, kept]) => [key === own ? draftOf(own) : key, kept]));
  }

  /** Tells whether there is a draft of a request. */
  hasDraft(request: Request): boolean {
    return this.#results.has(draftOf(keyOf(request)));
  }

  /** Gives the result for a key, unless a model made it that did not answer in this visit. */
  #fitting(key: string): CachedResult | undefined {
    const kept = this.#results.get(key);
    return kept !== undefined && (this.#models.size === 0 || this.#models.has(kept.model)) ? kept : undefined;
  }

  #keep(more: readonly CachedResult[]): void {
    const results = new Map(this.#results);
    for (const kept of more) {
      const key = keyOf(kept.request);
      // The newest is at the end: the oldest go first.
      results.delete(key);
      results.delete(draftOf(key));
      results.set(key, kept);
    }
    for (const key of [...results.keys()].slice(0, Math.max(0, results.size - KEPT))) results.delete(key);
    this.#results = results;
  }
}
