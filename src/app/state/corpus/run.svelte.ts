import { entryOf, type CorpusSource, type Generated } from '../../../lab/corpus/generate.ts';
import type { CorpusCandidate } from '../../../lab/corpus/entry.ts';
import { Pace, type Paced } from '../../../lab/corpus/pace.ts';
import type { OwnSystem } from '../../../lab/corpus/systems.ts';
import { OtherwiseError, throwIfAborted } from '../../../core/errors.ts';
import { alone } from '../../platform/tabs.ts';
import type { Execution, PairMeasures, Rewrite, TextPair } from '../../../core/protocol.ts';
import { toFailure, type Failure } from '../failure.ts';
import { isOfSentence } from '../rewrites/queue.svelte.ts';
import type { SessionState } from '../rewrites/session.svelte.ts';
import { requestOfRow, type Job } from './job.ts';
import type { CachedRow } from './kept.ts';

/** The time between two looks at whether the page needs the engine, ms. */
const WAIT = 120;
/** The number of failures of the machine in a row after which the other rows are not tried. */
const FAILURES = 2;

/**
 * The states of a run: resting → `start` → working ⇄ waiting (the page wants the engine, or it is not ready) → done.
 * From either: `pause` → resting; another model answers than the one that began → other-model; another tab is at it → elsewhere;
 * no room, or the machine failed more than once → failed. `start` goes on from all of them.
 */
export type Phase = 'resting' | 'working' | 'waiting' | 'other-model' | 'elsewhere' | 'failed' | 'done';

/** The parts of the page that a run needs. `clock` in ms. */
export interface RunParts {
  readonly session: SessionState;
  /** Hash of the model that answers; undefined while none does. */
  readonly modelHash: () => string | undefined;
  /** Tells whether the page has work of its own for the engine, beside the requests of the session. */
  readonly pageWaits: () => boolean;
  readonly clock: () => number;
  /** Stores the result of a row. @throws where there is no room: then it is as if the row had not been done */
  readonly keep: (kept: CachedRow) => Promise<void>;
}

/** Rewrites the rows of a corpus one after the other, around the requests of the user. */
export class CorpusRun {
  phase = $state<Phase>('resting');
  failure = $state.raw<Failure | undefined>(undefined);
  /** Rows a second and seconds left, as of the last row; undefined before the first. */
  pace = $state.raw<Pick<Paced, 'rate' | 'remaining'>>({ rate: undefined, remaining: undefined });
  readonly #parts: RunParts;
  #abort: AbortController | undefined;
  /** The number of failures of the machine in a row. */
  #failures = 0;
  /** The device and runtime of the last rewrites. */
  #execution: Execution | undefined;

  constructor(parts: RunParts) {
    this.#parts = parts;
  }

  get going(): boolean {
    return this.phase === 'working' || this.phase === 'waiting';
  }

  /** Works on rows that are not done, by their places; resolves when it ends, however it does. */
  async start(job: Job, rows: readonly CorpusSource[], isDone: (row: number) => boolean): Promise<void> {
    if (this.going) return;
    const abort = new AbortController();
    this.#abort = abort;
    this.failure = undefined;
    this.#failures = 0;
    this.phase = 'waiting';
    try {
      const ran = await alone(`otherwise-corpus-${job.id}`, () => this.#work(job, rows, isDone, abort.signal));
      if (this.#abort === abort) this.phase = ran ? 'done' : 'elsewhere';
    } catch (cause) {
      if (this.#abort === abort) this.#end(cause);
    }
  }

  pause(): void {
    this.#abort?.abort();
    this.#abort = undefined;
    if (this.going) this.phase = 'resting';
    this.#parts.session.stopApart();
  }

  #end(cause: unknown): void {
    const failure = toFailure(cause);
    if (failure.code === 'checkpoint-mismatch') this.phase = 'other-model';
    else {
      this.failure = failure;
      this.phase = 'failed';
    }
  }

  async #work(job: Job, rows: readonly CorpusSource[], isDone: (row: number) => boolean, signal: AbortSignal): Promise<void> {
    const seconds = (): number => this.#parts.clock() / 1000;
    const pace = new Pace(seconds(), rows.length);
    for (const [at, row] of rows.entries()) {
      const kept = isDone(at);
      if (!kept) await this.#parts.keep(await this.#rowOf(at, row, job, signal));
      throwIfAborted(signal);
      pace.add(kept);
      const { rate, remaining } = pace.at(seconds());
      if (!kept) this.pace = { rate, remaining };
    }
  }

  /** Rewrites a row. @throws what ends the run: `aborted`, `checkpoint-mismatch`, or a failure of the machine when it comes again */
  async #rowOf(row: number, source: CorpusSource, job: Job, signal: AbortSignal): Promise<CachedRow> {
    const { systems, filters, seed, modelHash: model } = job;
    const generate = ({ text }: CorpusSource, system: OwnSystem): Promise<Generated> => this.#generated(job, system, text, signal);
    for (;;) {
      try {
        const entry = await entryOf(source, { systems, generate, filters, model, seed, signal });
        this.#failures = 0;
        return { row, entry: { ...entry, ...this.#execution } };
      } catch (cause) {
        throwIfAborted(signal);
        const { code } = toFailure(cause);
        if (isOfSentence(code)) return { row, failure: { line: source.line, code } };
        // The engine was loaded anew in the middle of it.
        if (code === 'superseded' || code === 'aborted') continue;
        this.#failures += 1;
        if (code === 'checkpoint-mismatch' || this.#failures === FAILURES) throw cause;
      }
    }
  }

  async #generated(job: Job, system: OwnSystem, text: string, signal: AbortSignal): Promise<Generated> {
    const { session } = this.#parts;
    for (;;) {
      await this.#turn(job, signal);
      const outcome = await session.apart(requestOfRow(job, system, text));
      throwIfAborted(signal);
      if (outcome === 'stopped') continue;
      if ('failure' in outcome) throw new OtherwiseError(outcome.failure.code, outcome.failure.message);
      const { rewrites, unmet, runtime, device } = outcome.result;
      this.#execution = { runtime, device };
      const measures = await session.measure(rewrites.map((rewrite): TextPair => [text, rewrite.text]));
      return { candidates: rewrites.map((rewrite, at) => candidateOf(rewrite, measures[at])), unmet };
    }
  }

  /** Resolves when nobody else wants the engine. @throws OtherwiseError `aborted`; `checkpoint-mismatch` where another model answers */
  async #turn(job: Job, signal: AbortSignal): Promise<void> {
    const { session, modelHash, pageWaits } = this.#parts;
    for (;;) {
      throwIfAborted(signal);
      await session.free();
      const hash = modelHash();
      if (hash !== undefined && hash !== job.modelHash)
        throw new OtherwiseError('checkpoint-mismatch', 'Another model answers than the one that the corpus was begun with.');
      if (hash !== undefined && !session.busy && !pageWaits()) break;
      this.phase = 'waiting';
      await new Promise((resolve) => {
        setTimeout(resolve, WAIT);
      });
    }
    throwIfAborted(signal);
    this.phase = 'working';
  }
}

/** Gives a rewrite with its figures, rounded as the command line does; an unknown figure is absent. */
function candidateOf(rewrite: Rewrite, measures: PairMeasures | undefined): CorpusCandidate {
  const { text, forward, backward, score, right, distance } = rewrite;
  const [overlap, meaning] = [measures?.overlap, rewrite.meaning ?? measures?.meaning];
  return {
    text, forward, backward, score, ...(right !== undefined && { right }), distance,
    ...(overlap !== undefined && { overlap: Math.round(overlap * 100) / 100 }), ...(meaning !== undefined && { meaning }),
  };
}
