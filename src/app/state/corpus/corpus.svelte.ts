import { throwIfAborted } from '../../../core/errors.ts';
import { openCorpusStore, type CorpusStore } from '../../platform/corpus-store.ts';
import { newId } from '../../platform/tabs.ts';
import { toFailure, type Failure } from '../failure.ts';
import { lookInto, readCorpus, type CorpusRefusal, type Format, type Look } from './incoming.ts';
import { jobsOf, type Job, type JobChoice } from './job.ts';
import { type CorpusParts, OpenCorpus } from './open-corpus.svelte.ts';

/** The reason why there is no corpus of a file. */
export interface CorpusProblem {
  readonly name: string;
  readonly problem: CorpusRefusal | Failure;
}

/** A corpus in the list: its options, and how many rows are done. */
export interface ListedJob {
  readonly job: Job;
  readonly done: number;
}

/**
 * The corpora of the page. The list → `take` a file → choosing → `begin` → a corpus is open → `close` → the list; `show` opens an earlier
 * one. What is open goes on while its pane is closed.
 */
export class CorpusState {
  /** Earlier corpora, the newest first; undefined before the store is read. */
  jobs = $state.raw<readonly ListedJob[] | undefined>(undefined);
  /** The file whose job is being chosen. */
  look = $state.raw<Look | undefined>(undefined);
  problem = $state.raw<CorpusProblem | undefined>(undefined);
  /** The number of lines read while a file is read; undefined else. */
  reading = $state.raw<number | undefined>(undefined);
  current = $state.raw<OpenCorpus | undefined>(undefined);
  readonly #app: CorpusParts;
  readonly #open: () => Promise<CorpusStore>;
  readonly #now: () => number;
  #store: Promise<CorpusStore> | undefined;
  #abort: AbortController | undefined;

  /** `now`: ms since 1970. */
  constructor(app: CorpusParts, open: () => Promise<CorpusStore> = openCorpusStore, now: () => number = Date.now) {
    this.#app = app;
    this.#open = open;
    this.#now = now;
  }

  /** Tells whether results outlive the page; undefined before the store is open. */
  lasting = $state<boolean | undefined>(undefined);

  /** Reads the jobs of earlier visits, and continues the one that was running. */
  async open(): Promise<void> {
    if (this.#store !== undefined) return;
    this.#store = this.#open();
    this.lasting = (await this.#store).lasting;
    await this.#list();
    const [newest] = this.jobs ?? [];
    if (newest?.job.going && this.current === undefined && this.look === undefined) await this.show(newest.job.id);
  }

  /** Looks into a file; the open corpus stays open until its successor begins. */
  async take(file: File): Promise<void> {
    this.problem = undefined;
    const look = await lookInto(file);
    if ('refused' in look) this.problem = { name: file.name, problem: look.refused };
    else this.look = look;
  }

  /** Goes back from choosing a job to the list. */
  putBack(): void {
    this.#abort?.abort();
    this.look = undefined;
    this.problem = undefined;
  }

  /** Reads the whole file and begins the job. The engine has to be ready, because its budget is part of the job. */
  async begin(choice: JobChoice, format: Format): Promise<void> {
    const { look } = this;
    const { info } = this.#app.engine;
    if (look === undefined || info === undefined || this.reading !== undefined) return;
    const abort = new AbortController();
    this.#abort = abort;
    this.problem = undefined;
    this.reading = 0;
    try {
      const { rows, skipped } = await readCorpus(look, format, (lines) => (this.reading = lines), abort.signal);
      const { threshold, sets, samples } = this.#app.settings.values;
      const job: Job = {
        ...choice,
        id: newId(),
        name: look.file.name,
        created: this.#now(),
        total: rows.length,
        skipped,
        threshold, sets, samples,
        budget: this.#app.rewriting.budget ?? info.budget,
        model: info.model,
        modelHash: info.modelHash,
        going: true,
      };
      const store = await this.#ready();
      throwIfAborted(abort.signal);
      await store.create(job, rows);
      this.look = undefined;
      this.#put(new OpenCorpus(this.#app, store, job, rows));
    } catch (cause) {
      if (!abort.signal.aborted) this.problem = { name: look.file.name, problem: toFailure(cause) };
    } finally {
      this.reading = undefined;
    }
  }

  /** Opens an earlier corpus, and goes on with it if it was going. */
  async show(id: string): Promise<void> {
    const job = this.jobs?.find((listed) => listed.job.id === id)?.job;
    if (job === undefined) return;
    const corpus = await OpenCorpus.read(this.#app, await this.#ready(), job);
    if (corpus === undefined) this.problem = { name: job.name, problem: { kind: 'unreadable' } };
    else this.#put(corpus);
  }

  /** Goes back to the list; the work on the open corpus pauses. */
  async close(): Promise<void> {
    await this.current?.pause();
    this.current?.leave();
    this.current = undefined;
    await this.#list();
  }

  async remove(id: string): Promise<void> {
    await (await this.#ready()).remove(id);
    await this.#list();
  }

  #put(corpus: OpenCorpus): void {
    this.current?.leave();
    this.current = corpus;
    // A page that died at work more than once does less than was asked for, and not by itself.
    if (corpus.job.going && this.#app.trust === undefined) void corpus.go();
  }

  async #ready(): Promise<CorpusStore> {
    await this.open();
    return (this.#store ??= this.#open());
  }

  async #list(): Promise<void> {
    const store = await this.#store;
    if (store === undefined) return;
    const jobs = jobsOf(await store.list().catch(() => []));
    this.jobs = await Promise.all(jobs.map(async (job) => ({ job, done: await store.count(job.id).catch(() => 0) })));
  }
}

const corpora = new WeakMap<CorpusParts, CorpusState>();

/** Returns the corpora of a page: they outlive their pane, which another language makes anew. */
export function corpusOf(app: CorpusParts): CorpusState {
  const corpus = corpora.get(app) ?? new CorpusState(app);
  corpora.set(app, corpus);
  return corpus;
}
