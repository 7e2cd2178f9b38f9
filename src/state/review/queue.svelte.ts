import type { Failure } from '../failure.ts';
import type { Request, SessionState } from '../rewrites/session.svelte.ts';

/** After so many failures of the machine in a row the others are not tried. */
const FAILURES = 2;
/** What is wrong with a sentence, not with the machine. */
const ofSentence: ReadonlySet<string> = new Set(['text-empty', 'text-too-long', 'nothing-to-rewrite', 'word-empty', 'bad-request']);

/** Whether the code of a failure speaks of the sentence, so that others may do better. */
export const isOfSentence = (code: string): boolean => ofSentence.has(code);

/** What a queue needs of the page. `clock` in ms. */
interface Parts {
  readonly session: SessionState;
  readonly ready: () => boolean;
  readonly requestFor: (source: string) => Request;
  /** Resolves when what requests are made of is loaded. */
  readonly prepared: () => Promise<void>;
  readonly clock: () => number;
  /** Told when all are done, or when so many failed that it ended. */
  readonly ended: (failure: Failure | undefined) => void;
}

/**
 * Many sentences rewritten one after the other, around what the user asks for meanwhile.
 *
 * Resting → `start` → working ⇄ waiting (a request of the user's own runs, or the engine is not ready: `wake`) → resting;
 * `stop` at any time → resting.
 */
export class QueueState {
  #asked = $state.raw<readonly string[]>([]);
  #done = $state.raw<ReadonlySet<string>>(new Set());
  /** What the finished ones took, ms, and their characters. */
  #pace = $state.raw({ took: 0, characters: 0 });
  #working = false;
  /** Changes with every start and end. */
  #turn = 0;
  /** In a row. */
  #failures = 0;
  readonly #left: readonly string[] = $derived(this.#asked.filter((source) => !this.#done.has(source)));
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** How many sentences were asked for; 0 while it rests. */
  get total(): number {
    return this.#asked.length;
  }

  get done(): number {
    return this.total - this.#left.length;
  }

  /** By the characters that are left; undefined before the first sentence is done. */
  get secondsLeft(): number | undefined {
    const { took, characters } = this.#pace;
    const left = this.#left.reduce((sum, source) => sum + source.length, 0);
    return characters === 0 ? undefined : (left * took) / characters / 1000;
  }

  /** `sources`: in the order in which they are wanted. A queue that works already is replaced; what is done stays done. */
  start(sources: readonly string[]): void {
    const { session, requestFor } = this.#parts;
    this.stop();
    this.#asked = [...new Set(sources)];
    this.#done = new Set(this.#asked.filter((source) => session.result(requestFor(source)) !== undefined));
    if (this.#left.length === 0) this.#end(undefined);
    else this.wake();
  }

  /** Goes on when it can. */
  wake(): void {
    if (this.#working || this.total === 0 || !this.#parts.ready()) return;
    this.#working = true;
    void this.#work().finally(() => {
      this.#working = false;
    });
  }

  stop(): void {
    if (this.total === 0) return;
    this.#clear();
    this.#parts.session.stopAhead();
  }

  #clear(): void {
    this.#turn += 1;
    this.#failures = 0;
    this.#asked = [];
    this.#done = new Set();
    this.#pace = { took: 0, characters: 0 };
  }

  async #work(): Promise<void> {
    const { session, ready, requestFor, clock, prepared } = this.#parts;
    await prepared();
    for (;;) {
      await session.free();
      const [source] = this.#left;
      if (source === undefined || !ready()) return;
      const turn = this.#turn;
      const began = clock();
      const outcome = await session.ahead(requestFor(source));
      if (turn === this.#turn && outcome !== 'stopped') this.#take(source, clock() - began, outcome);
    }
  }

  /** One sentence is decoded, or failed. */
  #take(source: string, took: number, outcome: 'done' | Failure): void {
    this.#done = new Set([...this.#done, source]);
    const failure = outcome === 'done' || isOfSentence(outcome.code) ? undefined : outcome;
    this.#failures = failure === undefined ? 0 : this.#failures + 1;
    if (outcome === 'done') this.#pace = { took: this.#pace.took + took, characters: this.#pace.characters + source.length };
    if (this.#failures === FAILURES) this.#end(failure);
    else if (this.#left.length === 0) this.#end(undefined);
  }

  #end(failure: Failure | undefined): void {
    this.#clear();
    this.#parts.ended(failure);
  }
}
