import { ScoreMemo } from './score-memo.ts';
import { type BatchStep, StepMemo } from './step-memo.ts';
import type { Cache, Memory, ScoreRequest, Scores, StepModel, StepOutput } from './step-model.ts';

type Read<T> = (requests: readonly ScoreRequest[], signal?: AbortSignal) => Promise<T[]>;
type Opening = Parameters<StepModel['begin']>;
type Opened = Awaited<ReturnType<StepModel['begin']>>;

interface Waiting<Asked, Answer> {
  readonly asked: Asked;
  resolve(answer: Answer): void;
  reject(cause: unknown): void;
}

interface AskedRead {
  readonly requests: readonly ScoreRequest[];
  readonly signal: AbortSignal | undefined;
}

/** A source that tasks decode from: it is encoded once, and each prefix after it is computed once, for all of them. */
interface Source {
  readonly memory: Promise<Memory>;
  readonly memo: StepMemo;
  /** The number of tasks that hold its memory. */
  users: number;
}

interface SharedMemory extends Memory {
  readonly source: Source;
  readonly whole: Memory;
}

interface SharedCache extends Cache {
  readonly source: Source;
  readonly whole: Cache;
}

/**
 * Lets several tasks share the runs of a model. A task that wants something of the model waits until all tasks at work do, or have ended.
 * Then steps come first: tasks that decode from one source, such as the systems of a corpus, make them in one batch, in which each prefix
 * is computed once. Batches belong to one source each, because their rows see one memory, so sources take turns. When no task
 * decodes, all targets are scored, or read with the adapter, at once. The answer to a task does not depend on the others, because a model's
 * answer depends on the row or request alone. Tasks of one source have one signal.
 */
export class SharedModel {
  /** The model that tasks are given in place of the original. */
  readonly model: StepModel;
  /** The number of calls that reached the model's `score` or `judge`. */
  reads = 0;
  private atWork = 0;
  private readonly readers: { readonly score: Read<Scores>; readonly judge: Read<number> | undefined };
  private readonly sources = new Map<string, Source>();
  private steps: Waiting<{ readonly source: Source; readonly step: BatchStep }, StepOutput>[] = [];
  private begins: Waiting<{ readonly source: Source; readonly opening: Opening }, Opened>[] = [];
  private scores: Waiting<AskedRead, Scores[]>[] = [];
  private judgements: Waiting<AskedRead, number[]>[] = [];

  constructor(private readonly whole: StepModel) {
    this.readers = new ScoreMemo(whole);
    this.model = {
      vocabularySize: whole.vocabularySize, eos: whole.eos, maxPositions: whole.maxPositions, reserved: whole.reserved,
      encode: (source, signal) => this.encode(source, signal),
      begin: (memory, tags, options) => this.begin(memory as SharedMemory, tags, options),
      step: (cache, parents, ids, options = {}) => {
        const { source, whole: own } = cache as SharedCache;
        return this.wait(this.steps, { source, step: { cache: own, parents, ids, options } });
      },
      score: (requests, signal) => this.wait(this.scores, { requests, signal }),
      judge: whole.judge && ((requests, signal) => this.wait(this.judgements, { requests, signal })),
    };
  }

  /** Runs a task, which must not ask the model for a second thing before it has the first. @throws what the task throws */
  async run<T>(task: () => Promise<T>): Promise<T> {
    this.atWork += 1;
    try {
      return await task();
    } finally {
      this.atWork -= 1;
      this.answerIfAllWait();
    }
  }

  private async encode(ids: readonly number[], signal: AbortSignal | undefined): Promise<Memory> {
    const key = ids.join();
    const known = this.sources.get(key);
    const source = known ?? { memory: this.whole.encode(ids, signal), memo: new StepMemo(this.whole), users: 0 };
    source.users += 1;
    this.sources.set(key, source);
    let open = true;
    const leave = (): void => {
      if (!open) return;
      open = false;
      source.users -= 1;
      if (source.users > 0) return;
      if (this.sources.get(key) === source) this.sources.delete(key);
      source.memo.dispose();
      // A source that could not be encoded has no memory.
      source.memory.then((memory) => { memory.dispose(); }, () => undefined);
    };
    try {
      const whole = await source.memory;
      const { length, prior } = whole;
      const shared: SharedMemory = { source, whole, length, ...(prior && { prior }), dispose: leave };
      return shared;
    } catch (cause) {
      leave();
      throw cause;
    }
  }

  private async begin({ source, whole }: SharedMemory, tags: Opening[1], options: Opening[2]): Promise<Opened> {
    const { cache, output } = await this.wait(this.begins, { source, opening: [whole, tags, options] });
    const shared: SharedCache = { source, whole: cache, get rows() { return cache.rows; }, dispose: () => { cache.dispose(); } };
    return { cache: shared, output };
  }

  private wait<Asked, Answer>(queue: Waiting<Asked, Answer>[], asked: Asked): Promise<Answer> {
    return new Promise((resolve, reject) => {
      queue.push({ asked, resolve, reject });
      this.answerIfAllWait();
    });
  }

  private answerIfAllWait(): void {
    const waiting = this.steps.length + this.begins.length + this.scores.length + this.judgements.length;
    if (waiting === 0 || waiting < this.atWork) return;
    if (this.steps.length > 0) return void this.makeSteps(this.steps.splice(0));
    const [first] = this.begins;
    if (first) {
      const turn = this.begins.filter(({ asked }) => asked.source === first.asked.source);
      this.begins = this.begins.filter((one) => !turn.includes(one));
      return void this.open(turn);
    }
    const [scores, judgements] = [this.scores.splice(0), this.judgements.splice(0)];
    const { score, judge } = this.readers;
    void this.read(scores, score);
    void this.read(judgements, judge ?? (() => Promise.resolve([])));
  }

  /** Makes the steps of all tasks, those of one source in one batch. */
  private async makeSteps(waiting: SharedModel['steps']): Promise<void> {
    for (const source of new Set(waiting.map(({ asked }) => asked.source))) {
      const turn = waiting.filter(({ asked }) => asked.source === source);
      try {
        const outputs = await source.memo.stepTogether(turn.map(({ asked }) => asked.step));
        turn.forEach(({ resolve }, i) => { resolve(outputs[i] as StepOutput); });
      } catch (cause) {
        for (const { reject } of turn) reject(cause);
      }
    }
  }

  /** Opens batches of one source, one after the other: the first computes what the others take over. */
  private async open(turn: SharedModel['begins']): Promise<void> {
    const opened: (() => void)[] = [];
    for (const { asked: { source, opening }, resolve, reject } of turn) {
      // None goes on before all are open, so that they go on together.
      opened.push(await source.memo.begin(...opening).then(
        (answer) => () => { resolve(answer); },
        (cause: unknown) => () => { reject(cause); },
      ));
    }
    for (const goOn of opened) goOn();
  }

  /** Reads for all tasks that wait. Where that fails, it reads for each alone, so that an error reaches the task that caused it. */
  private async read<T>(waiting: readonly Waiting<AskedRead, T[]>[], read: Read<T>): Promise<void> {
    const [first] = waiting;
    if (!first) return;
    this.reads += 1;
    try {
      const all = await read(waiting.flatMap(({ asked }) => asked.requests), waiting.length === 1 ? first.asked.signal : undefined);
      let at = 0;
      for (const { asked: { requests }, resolve } of waiting) resolve(all.slice(at, at += requests.length));
    } catch (cause) {
      if (waiting.length === 1) return first.reject(cause);
      for (const one of waiting) await this.read([one], read);
    }
  }
}
