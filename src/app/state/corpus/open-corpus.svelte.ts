import type { CorpusEntry } from '../../../lab/corpus/entry.ts';
import { corpusForms, type CorpusForm } from '../../../lab/corpus/forms.ts';
import type { CorpusSource } from '../../../lab/corpus/generate.ts';
import type { CorpusStore } from '../../platform/corpus-store.ts';
import { saveBlob } from '../../platform/files.ts';
import { rememberCorpusGoing } from '../../platform/unfinished.ts';
import type { AppState } from '../app.svelte.ts';
import { corpusFile, entriesOf } from './export.ts';
import type { Job, Skipped } from './job.ts';
import { storedOutput, storedSource, type CachedRow } from './kept.ts';
import { figureOf, noFilter, Ordering, pairsOf, type Figure, type Filter, type TableRow, type Sorting } from './order.ts';
import { CorpusRun } from './run.svelte.ts';

export { corpusForms, type CorpusForm };

/** The time between two showings of a run's results, ms. */
const SHOW_EVERY = 500;
/** The most rows without a result that are named. */
const NAMED = 200;

/** The parts of the page that making a corpus needs. */
export type CorpusParts = Pick<AppState, 'engine' | 'rewriting' | 'settings' | 'tell' | 'trust'>;

/** A corpus on the screen: its rows, their results so far, the filter and the order. */
export class OpenCorpus {
  job: Job;
  readonly rows: readonly CorpusSource[];
  readonly run: CorpusRun;
  sorting = $state.raw<Sorting>({ by: 'row', down: false });
  filter = $state.raw<Filter>(noFilter);
  /** The place, among all pairs, of the one that is looked at. */
  chosen = $state.raw<number | undefined>(undefined);
  /** A number that grows when the results change, which they do in place. */
  #version = $state(0);
  #entries: CorpusEntry[] = [];
  #pairs: TableRow[] = [];
  #failures: Skipped[] = [];
  #failed = 0;
  #done: Uint8Array;
  #doneCount = 0;
  readonly #app: CorpusParts;
  readonly #store: CorpusStore;
  #timer: ReturnType<typeof setTimeout> | undefined;

  readonly #ordering: Ordering = $derived.by(() => new Ordering(this.#pairs, this.filter, this.sorting));
  /** Places of the pairs that the filter lets through, in order. */
  readonly order: Uint32Array = $derived.by(() => this.#seen(this.#ordering.update()));
  readonly done: number = $derived.by(() => this.#seen(this.#doneCount));
  /** All pairs, whatever the filter. */
  readonly pairCount: number = $derived.by(() => this.#seen(this.#pairs.length));
  /** The rows that came to nothing: how many, and the first of them. */
  readonly failures: Job['skipped'] = $derived.by(() => this.#seen({ count: this.#failed, first: [...this.#failures] }));
  readonly isFiltered: boolean = $derived.by(() => {
    const { ranges, system, words } = this.filter;
    return system !== undefined || words.trim() !== '' || Object.values(ranges).some(({ least, most }) => (least ?? most) !== undefined);
  });

  constructor(app: CorpusParts, store: CorpusStore, job: Job, rows: readonly CorpusSource[]) {
    this.#app = app;
    this.#store = store;
    this.job = $state.raw(job);
    this.rows = rows;
    this.#done = new Uint8Array(rows.length);
    const { rewriting, engine } = app;
    this.run = new CorpusRun({
      session: rewriting.session,
      modelHash: () => (engine.status === 'ready' ? engine.info?.modelHash : undefined),
      pageWaits: () => rewriting.queue.total > 0,
      clock: () => performance.now(),
      keep: async (kept) => {
        await store.keep(job.id, kept.row, kept);
        this.#take(kept);
        this.#showSoon();
      },
    });
  }

  /** Reads a corpus with all that came of it; undefined where its rows are gone. */
  static async read(app: CorpusParts, store: CorpusStore, job: Job): Promise<OpenCorpus | undefined> {
    const rows: CorpusSource[] = [];
    for await (const piece of store.rows(job.id)) rows.push(...piece.flatMap((stored) => storedSource(stored) ?? []));
    if (rows.length !== job.total) return undefined;
    const corpus = new OpenCorpus(app, store, job, rows);
    for await (const piece of store.outputs(job.id)) {
      for (const kept of piece) corpus.#take(storedOutput(kept));
    }
    if (corpus.#doneCount === job.total) corpus.run.phase = 'done';
    return corpus;
  }

  /** Gives the pair at a place among all. */
  pair(place: number | undefined): TableRow | undefined {
    return place === undefined ? undefined : this.#pairs[place];
  }

  /** Name of the file without its end. */
  get title(): string {
    return this.job.name.replace(/\.\w{1,10}$/u, '');
  }

  /** Gives a figure of every pair that is shown, where it is known. */
  values(figure: Figure): number[] {
    return [...this.#shown()].flatMap((pair) => figureOf(pair, figure) ?? []);
  }

  /** All entries so far, in the order of the file. */
  get entries(): readonly CorpusEntry[] {
    return this.#seen(this.#entries);
  }

  /** Works on the rows that are left, with the model that answers now where no row is done yet. */
  async go(): Promise<void> {
    const { info } = this.#app.engine;
    if (this.#doneCount === 0 && info !== undefined && info.modelHash !== this.job.modelHash)
      this.job = { ...this.job, model: info.model, modelHash: info.modelHash };
    await this.#mark(true);
    await this.run.start(this.job, this.rows, (row) => this.#done[row] === 1);
    this.#show();
    if (this.run.phase === 'done') {
      await this.#mark(false);
      this.#app.tell({ kind: 'corpus-done' });
    } else if (this.run.failure !== undefined) this.#app.tell({ kind: 'failed', failure: this.run.failure });
  }

  /** Stops until the user continues; results stay. */
  async pause(): Promise<void> {
    this.run.pause();
    await this.#mark(false);
  }

  /** Deletes the results and begins again with the model that answers now. */
  async anew(): Promise<void> {
    this.run.pause();
    await this.#store.clear(this.job.id);
    [this.#entries, this.#pairs, this.#failures] = [[], [], []];
    [this.#failed, this.#doneCount, this.#done] = [0, 0, new Uint8Array(this.rows.length)];
    this.chosen = undefined;
    this.filter = { ...this.filter };
    this.#show();
    await this.go();
  }

  /** Saves the shown pairs in their order; with no filter and in the order of the file the rows without rewrites too. */
  async save(form: CorpusForm): Promise<void> {
    const isWhole = !this.isFiltered && this.sorting.by === 'row' && !this.sorting.down;
    const entries = isWhole ? this.#entries : entriesOf(this.#shown(), form);
    saveBlob(`${this.title}-rewrites.${form}`, await corpusFile(entries, form));
  }

  /** Stops all work: the corpus leaves the screen. */
  leave(): void {
    this.run.pause();
    clearTimeout(this.#timer);
  }

  *#shown(): Generator<TableRow> {
    for (const place of this.order) {
      const pair = this.#pairs[place];
      if (pair !== undefined) yield pair;
    }
  }

  #take(kept: CachedRow | undefined): void {
    if (kept === undefined || this.#done[kept.row] !== 0) return;
    this.#done[kept.row] = 1;
    this.#doneCount += 1;
    if ('entry' in kept) {
      this.#entries.push(kept.entry);
      this.#pairs.push(...pairsOf(kept.entry));
    } else {
      this.#failed += 1;
      if (this.#failures.length < NAMED) this.#failures.push(kept.failure);
    }
  }

  /** Stores the mark of the job; a full disk costs the mark, not the work. */
  async #mark(going: boolean): Promise<void> {
    rememberCorpusGoing(going);
    if (this.job.going !== going) this.job = { ...this.job, going };
    await this.#store.change(this.job).catch(() => undefined);
  }

  /** Makes every reader of the results hear of a change. */
  #seen<T>(value: T): T {
    void this.#version;
    return value;
  }

  #showSoon(): void {
    this.#timer ??= setTimeout(() => this.#show(), SHOW_EVERY);
  }

  #show(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#version += 1;
  }
}
