import type { Counts } from '../protocol.ts';
import type { FindingKind } from '../quality/finding.ts';
import type { Round } from './round.ts';

/** The step at which a new candidate left the path, or that it was accepted. */
export type Fate = 'banned' | 'unmet' | 'unlikely' | 'aboveThreshold' | 'unscored' | 'accepted' | { readonly broken: FindingKind };

/** Accounts for every sampled row of a request: each has one fate, and the counts sum up. */
export class Tally {
  private sampled = 0;
  private unfinished = 0;
  private copies = 0;
  private duplicates = 0;
  private unmet = 0;
  /** The number of recombined texts that were scored. They do not count as samples. */
  recombined = 0;
  /** The fate of a candidate by its key; a later one replaces an earlier one. */
  private readonly fates = new Map<string, Fate>();

  /** Counts the samples of a round: those that are no candidates at once, the others one by one. */
  rows({ rows, candidates, unmet }: Round): void {
    this.sampled += rows;
    this.unfinished += rows - candidates.length - unmet;
    this.unmet += unmet;
  }

  /** Counts a candidate without a word as an unfinished sample. */
  empty(): void {
    this.unfinished += 1;
  }

  copy(): void {
    this.copies += 1;
  }

  /** Tells whether a candidate is new; one that is not is counted as a duplicate. */
  isNew(key: string): boolean {
    const known = this.fates.has(key);
    if (known) this.duplicates += 1;
    else this.fates.set(key, 'unscored');
    return !known;
  }

  /** Tells whether a sample has this key. */
  has(key: string): boolean {
    return this.fates.has(key);
  }

  /** Sets the fate of a sample. It ignores a text that was not sampled. */
  set(key: string, fate: Fate): void {
    if (this.fates.has(key)) this.fates.set(key, fate);
  }

  get counts(): Counts {
    const fates = [...this.fates.values()];
    const of = (wanted: Fate): number => fates.filter((fate) => fate === wanted).length;
    const invariants: Partial<Record<FindingKind, number>> = {};
    for (const fate of fates) if (typeof fate === 'object') invariants[fate.broken] = (invariants[fate.broken] ?? 0) + 1;
    return {
      sampled: this.sampled, unfinished: this.unfinished, copies: this.copies, duplicates: this.duplicates, banned: of('banned'),
      unmet: this.unmet + of('unmet'), invariants, unlikely: of('unlikely'), aboveThreshold: of('aboveThreshold'),
      unscored: of('unscored'), accepted: of('accepted'), unique: this.sampled - this.unfinished - this.copies - this.duplicates,
      ...(this.recombined > 0 && { recombined: this.recombined }),
    };
  }
}

/** Adds up the counts of several sentences. */
export function sumCounts(all: readonly Counts[]): Counts {
  const sum = (pick: (counts: Counts) => number): number => all.reduce((total, counts) => total + pick(counts), 0);
  const recombined = sum((counts) => counts.recombined ?? 0);
  const invariants: Partial<Record<FindingKind, number>> = {};
  for (const { invariants: broken } of all)
    for (const [kind, count] of Object.entries(broken) as [FindingKind, number][]) invariants[kind] = (invariants[kind] ?? 0) + count;
  return {
    sampled: sum((c) => c.sampled), unfinished: sum((c) => c.unfinished), copies: sum((c) => c.copies),
    duplicates: sum((c) => c.duplicates), banned: sum((c) => c.banned), unmet: sum((c) => c.unmet), invariants,
    unlikely: sum((c) => c.unlikely), aboveThreshold: sum((c) => c.aboveThreshold), unscored: sum((c) => c.unscored),
    accepted: sum((c) => c.accepted), unique: sum((c) => c.unique), ...(recombined > 0 && { recombined }),
  };
}
