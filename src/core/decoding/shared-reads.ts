import type { ScoreRequest, Scores, StepModel } from './step-model.ts';

type Read<T> = (requests: readonly ScoreRequest[], signal?: AbortSignal) => Promise<T[]>;

interface Waiting<T> {
  readonly requests: readonly ScoreRequest[];
  readonly signal: AbortSignal | undefined;
  resolve(answers: T[]): void;
  reject(cause: unknown): void;
}

/**
 * Lets several tasks share the passes in which a model scores targets and reads them with the adapter. A task that wants targets read waits
 * until all tasks at work want the same, or have ended; then all are read at once. A decoding batch belongs to one source (its rows see one
 * memory), so tasks take turns there. The answer to a task does not depend on the others, because a model's answer to a request depends on
 * the request alone.
 */
export class SharedReads {
  /** The model that tasks are given in place of the original. */
  readonly model: StepModel;
  /** The number of calls that reached the model's `score` or `judge`. */
  reads = 0;
  private atWork = 0;
  private scores: Waiting<Scores>[] = [];
  private judgements: Waiting<number>[] = [];

  constructor(private readonly whole: StepModel) {
    const { judge } = whole;
    this.model = {
      vocabularySize: whole.vocabularySize, eos: whole.eos, maxPositions: whole.maxPositions, reserved: whole.reserved,
      encode: (...args) => whole.encode(...args),
      begin: (...args) => whole.begin(...args),
      step: (...args) => whole.step(...args),
      score: (requests, signal) => this.wait(this.scores, requests, signal),
      judge: judge && ((requests, signal) => this.wait(this.judgements, requests, signal)),
    };
  }

  /** Runs a task, which must not ask for a second reading before it has the first. @throws what the task throws */
  async run<T>(task: () => Promise<T>): Promise<T> {
    this.atWork += 1;
    try {
      return await task();
    } finally {
      this.atWork -= 1;
      this.readIfAllWait();
    }
  }

  private wait<T>(queue: Waiting<T>[], requests: readonly ScoreRequest[], signal: AbortSignal | undefined): Promise<T[]> {
    return new Promise((resolve, reject) => {
      queue.push({ requests, signal, resolve, reject });
      this.readIfAllWait();
    });
  }

  private readIfAllWait(): void {
    const waiting = this.scores.length + this.judgements.length;
    if (waiting === 0 || waiting < this.atWork) return;
    const [scores, judgements] = [this.scores.splice(0), this.judgements.splice(0)];
    void this.answer(scores, (requests, signal) => this.whole.score(requests, signal));
    void this.answer(judgements, (requests, signal) => this.whole.judge?.(requests, signal) ?? Promise.resolve([]));
  }

  /** Reads for all tasks that wait. Where that fails, it reads for each alone, so that an error reaches the task that caused it. */
  private async answer<T>(waiting: readonly Waiting<T>[], read: Read<T>): Promise<void> {
    const [first] = waiting;
    if (!first) return;
    this.reads += 1;
    try {
      const all = await read(waiting.flatMap(({ requests }) => requests), waiting.length === 1 ? first.signal : undefined);
      let at = 0;
      for (const { requests, resolve } of waiting) resolve(all.slice(at, at += requests.length));
    } catch (cause) {
      if (waiting.length === 1) return first.reject(cause);
      for (const one of waiting) await this.answer([one], read);
    }
  }
}
