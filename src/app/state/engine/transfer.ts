/** Share of the newest measurement in the running mean of the rate. */
const WEIGHT = 0.2;
/** The rate is measured over stretches of at least this length, ms. */
const STRETCH = 250;

interface FileProgress {
  readonly loaded: number;
  readonly total: number;
  readonly cached: boolean;
}

/** Adds up the files of a download and measures its rate. */
export class Transfer {
  readonly #files = new Map<string, FileProgress>();
  #rate = 0;
  #since: { readonly time: number; readonly loaded: number } | undefined;

  /** Takes in how far a file has come, bytes; `now` in ms. */
  add(file: string, progress: FileProgress, now: number): void {
    this.#files.set(file, progress);
    if (progress.cached) return;
    const sum = this.#sum((entry) => (entry.cached ? 0 : entry.loaded));
    this.#since ??= { time: now, loaded: sum };
    const elapsed = now - this.#since.time;
    if (elapsed < STRETCH) return;
    const rate = ((sum - this.#since.loaded) / elapsed) * 1000;
    this.#rate = this.#rate === 0 ? rate : this.#rate + WEIGHT * (rate - this.#rate);
    this.#since = { time: now, loaded: sum };
  }

  /** `cached`: nothing that came so far had to be fetched; `rate` in bytes a second, 0 when unknown. */
  view(): { loaded: number; total: number; cached: boolean; rate: number; secondsLeft: number | undefined } {
    const loaded = this.#sum((entry) => entry.loaded);
    const total = this.#sum((entry) => Math.max(entry.total, entry.loaded));
    const secondsLeft = this.#rate > 0 ? (total - loaded) / this.#rate : undefined;
    const begun = [...this.#files.values()].filter((entry) => entry.loaded > 0);
    return { loaded, total, cached: begun.length > 0 && begun.every((entry) => entry.cached), rate: this.#rate, secondsLeft };
  }

  #sum(value: (entry: FileProgress) => number): number {
    let sum = 0;
    for (const entry of this.#files.values()) sum += value(entry);
    return sum;
  }
}
