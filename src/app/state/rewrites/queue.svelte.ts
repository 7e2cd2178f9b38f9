import type { Failure } from '../failure.ts';
import type { Request } from './request.ts';
import type { SessionState } from './session.svelte.ts';
import { QueuePace } from './pace.ts';

/** The number of failures of the machine in a row after which the other sentences are not tried. */
const FAILURES = 2;
/** Codes of errors of a sentence, not of the machine. */
const ofSentence: ReadonlySet<string> = new Set(['text-empty', 'text-too-long', 'nothing-to-rewrite', 'word-empty', 'bad-request']);

/** Tells whether an error is about the sentence, so that others may do better. */
export const isOfSentence = (code: string): boolean => ofSentence.has(code);

/** The parts of the page that a queue needs. `clock` in ms. */
interface Parts {
  readonly session: SessionState;
  readonly ready: () => boolean;
  readonly requestFor: (source: string) => Request;
  /** Resolves when what requests are made of is loaded. */
  readonly prepared: () => Promise<void>;
  readonly clock: () => number;
  /** It is called when all are done, or when so many failed that the queue ended, with all that were asked for. */
  readonly ended: (sources: readonly string[], failure: Failure | undefined) => void;
  /** Keeps what is asked for where it outlives the page; [] when it is done. */
  readonly keep: (sources: readonly string[]) => void;
}

/**
 * Rewrites many sentences one after the other, around the user's other requests.
 *
 * Resting → `start` → working ⇄ waiting (a request of the user's own runs, or the engine is not ready: `wake`) → resting; `stop` at any
 * time → resting. Sentences of a stopped queue, or of one lost with an earlier page, are `unfinished` and can be continued.
 */
export class QueueState {
  #asked = $state.raw<readonly string[]>([]);
  #done = $state.raw<ReadonlySet<string>>(new Set());
  #unfinished = $state.raw<readonly string[]>([]);
  #pace = $state.raw(new QueuePace());
  /** The time when the last sentence was done, or the work began. */
  #since = 0;
  #working = false;
  /** A number that changes with every start and end. */
  #turn = 0;
  /** The number of failures of the machine in a row. */
  #failures = 0;
  readonly #left: readonly string[] = $derived(this.#asked.filter((source) => !this.#done.has(source)));
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The number of sentences that were asked for; 0 while the queue rests. */
  get total(): number {
    return this.#asked.length;
  }

  get done(): number {
    return this.total - this.#left.length;
  }

  /** The seconds left, by the characters that are left; undefined before the first sentence is done. */
  get secondsLeft(): number | undefined {
    return this.#pace.secondsFor(this.#left.map((source) => source.length));
  }

  /** The sentences that were asked for and came to no end; [] while the queue works. */
  get unfinished(): readonly string[] {
    return this.total > 0 ? [] : this.#unfinished;
  }

  /** Takes in the sentences that an earlier page left unfinished. */
  offer(sources: readonly string[]): void {
    this.#unfinished = sources;
  }

  /** Tells whether there is nothing left to do for a sentence. */
  isDone(source: string): boolean {
    const { session, requestFor } = this.#parts;
    return session.result(requestFor(source)) !== undefined;
  }

  /** @param sources in the order in which they are wanted. A queue that works already is replaced; finished sentences stay. */
  start(sources: readonly string[]): void {
    this.stop();
    this.#asked = [...new Set(sources)];
    this.#done = new Set(this.#asked.filter((source) => this.isDone(source)));
    this.#parts.keep(this.#asked);
    if (this.#left.length === 0) this.#end(undefined);
    else this.wake();
  }

  /** Goes on when it can. */
  wake(): void {
    if (this.#working || this.total === 0 || !this.#parts.ready()) return;
    this.#working = true;
    this.#since = this.#parts.clock();
    void this.#work().finally(() => {
      this.#working = false;
    });
  }

  stop(): void {
    if (this.total === 0) return;
    this.#unfinished = this.#asked;
    this.#clear();
    this.#parts.session.stopAhead();
  }

  #clear(): void {
    this.#turn += 1;
    this.#failures = 0;
    this.#asked = [];
    this.#done = new Set();
    this.#pace = new QueuePace();
  }

  async #work(): Promise<void> {
    const { session, ready, requestFor, prepared } = this.#parts;
    await prepared();
    for (;;) {
      await session.free();
      const [source] = this.#left;
      if (source === undefined || !ready()) return;
      const turn = this.#turn;
      const outcome = await session.ahead(requestFor(source));
      if (turn === this.#turn && outcome !== 'stopped') this.#take(source, outcome);
    }
  }

  /** Takes in that one sentence was decoded, or failed. */
  #take(source: string, outcome: 'done' | Failure): void {
    const now = this.#parts.clock();
    this.#done = new Set([...this.#done, source]);
    this.#parts.keep(this.#asked);
    const failure = outcome === 'done' || isOfSentence(outcome.code) ? undefined : outcome;
    this.#failures = failure === undefined ? 0 : this.#failures + 1;
    // The time is that of a wall clock: the user's other requests take their part of it.
    if (outcome === 'done') this.#pace = this.#pace.after(now - this.#since, source.length);
    this.#since = now;
    if (this.#failures === FAILURES) this.#end(failure);
    else if (this.#left.length === 0) this.#end(undefined);
  }

  #end(failure: Failure | undefined): void {
    const sources = this.#asked;
    this.#unfinished = failure === undefined ? [] : sources;
    this.#parts.keep(this.#unfinished);
    this.#clear();
    this.#parts.ended(sources, failure);
  }
}
