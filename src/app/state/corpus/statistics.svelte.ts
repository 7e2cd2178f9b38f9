import { turn } from '../../platform/turn.ts';
import type { CorpusEntry } from '../../../lab/corpus/entry.ts';
import { pairsOf } from '../../../lab/corpus/forms.ts';
import { statisticsMarkdown } from '../../../lab/corpus/statistics-markdown.ts';
import { CorpusStatistics, type CorpusTables, type PairStatistics, type SystemStatistics } from '../../../lab/corpus/statistics.ts';
import { throwIfAborted } from '../../../core/errors.ts';
import { saveFile } from '../../platform/files.ts';

export type { CorpusTables, PairStatistics, SystemStatistics };

/** The time after which the page has its turn, ms. */
const SLICE = 12;
/** The most rewrites that are parsed: parsing takes most of the time. */
const MOST_PARSED = 3000;

/** The statistics of a corpus, counted while the page goes on. */
export class StatisticsState {
  tables = $state.raw<CorpusTables | undefined>(undefined);
  /** The number of entries that were counted. */
  counted = $state(0);
  /** The share of the entries that is counted so far, 0–1; undefined while nothing is counted. */
  share = $state.raw<number | undefined>(undefined);
  #abort: AbortController | undefined;

  /** Counts so many entries as there are now. */
  async count(entries: readonly CorpusEntry[]): Promise<void> {
    this.stop();
    const abort = new AbortController();
    this.#abort = abort;
    const all = entries.slice();
    this.share = 0;
    try {
      const tables = await tablesOf(all, (share) => (this.share = share), abort.signal);
      [this.tables, this.counted] = [tables, all.length];
    } catch {
      // The counting was stopped: earlier counts stay.
    } finally {
      if (this.#abort === abort) this.share = undefined;
    }
  }

  stop(): void {
    this.#abort?.abort();
    this.#abort = undefined;
    this.share = undefined;
  }

  /** Saves the tables; `name` of the file, without its end. */
  save(name: string, form: 'json' | 'md'): void {
    if (this.tables === undefined) return;
    if (form === 'json') saveFile(`${name}-statistics.json`, `${JSON.stringify(this.tables, undefined, 2)}\n`, 'application/json');
    else saveFile(`${name}-statistics.md`, statisticsMarkdown(this.tables), 'text/markdown');
  }
}

async function tablesOf(entries: readonly CorpusEntry[], told: (share: number) => void, signal: AbortSignal): Promise<CorpusTables> {
  const rewrites = entries.reduce((sum, entry) => sum + entry.rewrites.length, 0);
  const statistics = new CorpusStatistics({ trees: rewrites <= MOST_PARSED });
  let since = performance.now();
  const breathe = async (share: number): Promise<void> => {
    if (performance.now() - since < SLICE) return;
    told(share);
    await turn();
    throwIfAborted(signal);
    since = performance.now();
  };
  for (const [at, entry] of entries.entries()) {
    statistics.add(pairsOf(entry));
    await breathe((0.8 * at) / entries.length);
  }
  const steps = statistics.steps();
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    await breathe(0.9);
  }
}
