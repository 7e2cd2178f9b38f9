import type { CorpusEntry } from '../lab/corpus/entry.ts';
import { type FilterName, filterNames } from '../lab/corpus/filters.ts';
import { Pace, type Paced } from '../lab/corpus/pace.ts';
import type { ErrorData } from '../core/errors.ts';
import type { CommandContext } from './command.ts';

/** The result of a row: an entry, or an error. */
export type RowResult = { readonly entry: CorpusEntry } | { readonly line: number; readonly error: ErrorData };
/** The outcome of a row in a run; `kept` tells whether nothing had to be done for it in this run. */
export type RowOutcome = RowResult & { readonly kept: boolean };

/** Least time between two lines of progress, milliseconds. */
const EVERY = 2000;

/** Tells on stderr which rows are left out, how far a run is, and at its end what came of it. */
export class CorpusReport {
  /** Rows that were left out. */
  wrong = 0;
  private rewrites = 0;
  /** Sums of the shares of words outside the vocabulary, of sources and rewrites that have one. */
  private readonly outside = { sources: 0, rewrites: 0, counted: 0, countedRewrites: 0 };
  private readonly dropped = new Map<FilterName, number>();
  private readonly began = Date.now();
  private readonly pace: Pace;
  private told = this.began;

  constructor(private readonly stderr: CommandContext['stderr'], total: number | undefined) {
    this.pace = new Pace(this.began / 1000, total);
  }

  add(outcome: RowOutcome): void {
    this.pace.add(outcome.kept);
    if ('error' in outcome) {
      this.wrong += 1;
      this.stderr.write(`${JSON.stringify({ line: outcome.line, error: outcome.error })}\n`);
    } else {
      this.rewrites += outcome.entry.rewrites.length;
      this.addOutside(outcome.entry);
      for (const name of filterNames) this.dropped.set(name, (this.dropped.get(name) ?? 0) + (outcome.entry.dropped[name] ?? 0));
    }
    const now = Date.now();
    if (now - this.told < EVERY) return;
    this.told = now;
    this.stderr.write(`${paceText(this.pace.at(now / 1000))}\n`);
  }

  private addOutside({ outside, rewrites }: CorpusEntry): void {
    if (outside === undefined) return;
    this.outside.sources += outside;
    this.outside.counted += 1;
    this.outside.rewrites += rewrites.reduce((sum, rewrite) => sum + (rewrite.outside ?? 0), 0);
    this.outside.countedRewrites += rewrites.length;
  }

  end(): void {
    const dropped = [...this.dropped].filter(([, count]) => count > 0).map(([name, count]) => `${name} ${count}`).join(', ');
    const left = dropped === '' ? '' : `; left out by ${dropped}`;
    this.stderr.write(`${paceText(this.pace.at(Date.now() / 1000))}\n`);
    this.stderr.write(`${this.rewrites} rewrites${left}; ${this.wrong} rows left out\n`);
    const { sources, rewrites, counted, countedRewrites } = this.outside;
    if (counted === 0) return;
    const share = (sum: number, count: number): string => (count === 0 ? '–' : `${((100 * sum) / count).toFixed(1)} %`);
    const [before, after] = [share(sources, counted), share(rewrites, countedRewrites)];
    this.stderr.write(`words outside the vocabulary: ${before} of a source, ${after} of a rewrite\n`);
  }
}

function paceText({ done, total, rate, remaining }: Paced): string {
  const rows = total === undefined ? `${done} rows` : `${done} of ${total} rows`;
  const speed = rate === undefined ? '' : rate >= 1 ? `, ${rate.toFixed(1)} a second` : `, ${(1 / rate).toFixed(1)} s each`;
  return rows + speed + (remaining === undefined ? '' : `, ${timeText(remaining)} left`);
}

function timeText(seconds: number): string {
  const whole = Math.round(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${whole % 60} s` : `${whole} s`;
}
