import { Worker } from 'node:worker_threads';
import { OtherwiseError, throwIfAborted, toOtherwiseError } from '../core/errors.ts';
import { type Reply, unpackReply } from '../core/protocol.ts';
import { Interruption } from '../core/waiting.ts';
import type { MakerPlan, RowMaker } from './corpus-maker.ts';
import type { RowResult } from './corpus-report.ts';
import type { SourceRow } from './corpus-row.ts';

/** A message to a worker: a row to make, or that it gives up all rows and its loading. */
export type WorkerTask = SourceRow | 'stop';
/** A message from a worker: first what its model is (`RowMaker.computed`), then one result per row, named by the row's line number. */
export type WorkerAnswer = { readonly opened: Reply<readonly string[]> } | { readonly line: number; readonly made: Reply<RowResult> };

/** Starts a worker for a plan. Its entry enables TypeScript, then runs the program in `corpus.worker.ts`. */
export const startWorker = (plan: MakerPlan): Worker => new Worker(
  new URL('../setup/worker.mjs', import.meta.url),
  { workerData: { script: new URL('corpus.worker.ts', import.meta.url).href, plan } },
);

/** One worker, from its start to its end. All that waits for it also rejects when it dies. */
class RowWorker {
  /** The description of its model, available when the model is open. */
  readonly opened: Promise<readonly string[]>;
  readonly #thread: Worker;
  readonly #end = new Interruption();
  readonly #made = new Map<number, (made: Reply<RowResult>) => void>();

  constructor(thread: Worker) {
    this.#thread = thread;
    thread.on('error', (cause) => this.#end.end(deathBy(cause)));
    thread.on('exit', (code) => this.#end.end(deathBy(`exit code ${code}`)));
    this.opened = this.#end.unless(new Promise<Reply<readonly string[]>>((resolve) => {
      thread.on('message', (answer: WorkerAnswer) => {
        if ('opened' in answer) resolve(answer.opened);
        else this.#made.get(answer.line)?.(answer.made);
      });
    })).then(unpackReply);
  }

  /** The number of rows that it has been sent and has not made. */
  get rows(): number {
    return this.#made.size;
  }

  async make(row: SourceRow): Promise<RowResult> {
    const { line } = row;
    try {
      return unpackReply(await this.#end.unless(new Promise<Reply<RowResult>>((resolve) => {
        this.#made.set(line, resolve);
        this.#send(row);
      })));
    } finally {
      this.#made.delete(line);
    }
  }

  stop(): void {
    this.#send('stop');
  }

  async end(): Promise<void> {
    await this.#thread.terminate();
  }

  #send(task: WorkerTask): void {
    this.#thread.postMessage(task);
  }
}

function deathBy(cause: unknown): OtherwiseError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new OtherwiseError(
    toOtherwiseError(cause).code,
    `A worker died (${why}). A checkpoint has the rows that were made before. Fewer --threads take less memory.`,
    { cause },
  );
}

/** The options of the workers that are not in their plan. */
export interface WorkersOptions {
  readonly count: number;
  /** Rows that all of them make at a time. */
  readonly batch: number;
  /** Tells whether the first opens its model before the others start: it may have to fetch the files for all. */
  readonly firstAlone: boolean;
  readonly signal: AbortSignal;
}

/** The number of batches that may be asked for ahead. While one row takes long, the other workers go on with later rows. */
const BATCHES_AHEAD = 4;

/**
 * Workers that make the rows of a run, each with a model of its own. A row goes to the worker that has the fewest; where all have
 * their share of the batch, it waits. The result does not depend on the worker, because it depends on the row alone.
 */
export class RowWorkers implements RowMaker {
  readonly computed: readonly string[];
  readonly width: number;
  /** The most rows that one worker makes at a time. */
  readonly #most: number;
  /** The rows that wait for a worker, first come first. */
  readonly #waiting: (() => void)[] = [];

  private constructor(
    private readonly workers: readonly RowWorker[], computed: readonly string[], private readonly options: WorkersOptions,
  ) {
    this.computed = computed;
    this.#most = Math.ceil(options.batch / workers.length);
    this.width = BATCHES_AHEAD * this.#most * workers.length;
  }

  /**
   * Starts workers, and waits until all have opened their models.
   * @throws OtherwiseError what `openMaker` throws in a worker; `runtime`, `out-of-memory` where one dies
   */
  static async open(start: () => Worker, options: WorkersOptions): Promise<RowWorkers> {
    const workers: RowWorker[] = [];
    const stop = (): void => {
      for (const worker of workers) worker.stop();
    };
    const add = (count: number): Promise<unknown> => {
      const added = Array.from({ length: count }, () => new RowWorker(start()));
      workers.push(...added);
      return Promise.all(added.map(({ opened }) => opened));
    };
    options.signal.addEventListener('abort', stop, { once: true });
    try {
      throwIfAborted(options.signal);
      if (options.firstAlone) await add(1);
      await add(options.count - workers.length);
      return new RowWorkers(workers, await (workers[0] as RowWorker).opened, options);
    } catch (cause) {
      stop();
      // A worker that is loading removes its files before it ends.
      await Promise.allSettled(workers.map(({ opened }) => opened));
      await Promise.all(workers.map((worker) => worker.end()));
      throw cause;
    }
  }

  async make(row: SourceRow): Promise<RowResult> {
    let worker = this.#free();
    while (worker === undefined) {
      await new Promise<void>((resolve) => { this.#waiting.push(resolve); });
      worker = this.#free();
    }
    try {
      throwIfAborted(this.options.signal);
      return await worker.make(row);
    } finally {
      this.#waiting.shift()?.();
    }
  }

  /** The worker with the fewest rows; undefined where all have their share. */
  #free(): RowWorker | undefined {
    const least = this.workers.reduce((one, other) => (other.rows < one.rows ? other : one));
    return least.rows < this.#most ? least : undefined;
  }

  async close(): Promise<void> {
    await Promise.all(this.workers.map((worker) => worker.end()));
  }
}
