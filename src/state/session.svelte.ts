import type { ParaphraseOptions, ParaphraseProgress, ParaphraseResult, Rewrite } from '../../workers/protocol.ts';
import type { RewriteClient } from '../client/rewrite-client.ts';
import { toFailure, type Failure } from './failure.ts';
import { own } from './own.ts';

/** Results kept, so that going back to a sentence or undoing a chip shows its rewrites at once. */
const KEPT = 300;

export interface Request {
  readonly text: string;
  readonly options: ParaphraseOptions;
}

interface Kept {
  readonly result: ParaphraseResult;
  readonly took: number;
}

/** How far the running request has come; `share` from 0 to 1, undefined before the first step. */
export interface RunView {
  readonly stage: 'encode' | 'sample' | 'score';
  readonly share: number | undefined;
  /** Rewrites that are good enough, before the best of them are chosen. */
  readonly early: readonly Rewrite[];
}

const begin: RunView = { stage: 'encode', share: undefined, early: [] };

/** The requests of this visit: the running one and the results of earlier ones. The newest request wins. */
export class SessionState {
  running = $state.raw<Request | undefined>(undefined);
  view = $state.raw<RunView>(begin);
  /** Why a request failed, by `keyOf` of the request. */
  failure = $state.raw<{ readonly key: string; readonly failure: Failure } | undefined>(undefined);
  /** How often other rewrites of a sentence were asked for; added to the seed. */
  variations = $state.raw<Readonly<Record<string, number>>>({});
  #results = $state.raw<ReadonlyMap<string, Kept>>(new Map());
  readonly #client: RewriteClient;
  readonly #clock: () => number;

  constructor(client: RewriteClient, clock: () => number) {
    this.#client = client;
    this.#clock = clock;
  }

  result(request: Request): ParaphraseResult | undefined {
    return this.#results.get(keyOf(request))?.result;
  }

  /** How long the result of a request took, milliseconds. */
  took(request: Request): number | undefined {
    return this.#results.get(keyOf(request))?.took;
  }

  /** The newest result for a sentence under whatever options: shown dimmed while the new one is made. */
  latestFor(text: string): ParaphraseResult | undefined {
    return [...this.#results.values()].findLast(({ result }) => result.text === text)?.result;
  }

  /** Runs a request unless it runs already or its result is there. */
  async run(request: Request): Promise<void> {
    const key = keyOf(request);
    if (this.running !== undefined && keyOf(this.running) === key) return;
    if (this.#results.has(key)) {
      this.stop();
      return;
    }
    const started = this.#clock();
    this.running = request;
    this.view = begin;
    this.failure = undefined;
    try {
      const result = await this.#client.paraphrase(request.text, request.options, (event) => {
        if (this.running === request) this.#show(event);
      });
      this.#keep(key, { result, took: this.#clock() - started });
    } catch (cause) {
      const failure = toFailure(cause);
      if (this.running === request && failure.code !== 'superseded') this.failure = { key, failure };
    } finally {
      if (this.running === request) this.running = undefined;
    }
  }

  /** The next request for `text` draws other samples. */
  vary(text: string): void {
    this.variations = { ...this.variations, [text]: (own(this.variations, text) ?? 0) + 1 };
  }

  /** Stops the running request, if there is one. */
  stop(): void {
    const request = this.running;
    if (request === undefined) return;
    this.running = undefined;
    this.#client.cancel();
  }

  /** Forgets all results: another model or device makes others. */
  clear(): void {
    this.#results = new Map();
    this.failure = undefined;
  }

  #keep(key: string, kept: Kept): void {
    const results = [...this.#results].filter(([other]) => other !== key);
    this.#results = new Map([...results.slice(1 - KEPT), [key, kept]]);
  }

  #show(event: ParaphraseProgress): void {
    if (event.kind === 'encode') this.view = { ...this.view, stage: 'encode', share: undefined };
    // Sampling is three quarters of the work with the default budget, scoring the rest.
    else if (event.kind === 'sample') this.view = { ...this.view, stage: 'sample', share: 0.75 * share(event.finished, event.total) };
    else if (event.kind === 'score') this.view = { ...this.view, stage: 'score', share: 0.75 + 0.25 * share(event.done, event.total) };
    else this.view = { ...this.view, early: [...this.view.early, event.rewrite] };
  }
}

/** One string for everything that decides a request's outcome. */
export function keyOf(request: Request): string {
  return JSON.stringify([request.text, request.options]);
}

function share(done: number, total: number): number {
  return total > 0 ? Math.min(1, done / total) : 0;
}
