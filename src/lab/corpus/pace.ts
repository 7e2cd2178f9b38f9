/** The pace of a run, and the time that it still takes. */
export interface Paced {
  readonly done: number;
  /** The number of rows; undefined where the end of the input is not known. */
  readonly total: number | undefined;
  /** Rows a second, of those that this run has made; undefined before the first. */
  readonly rate: number | undefined;
  /** Seconds left at this rate. */
  readonly remaining: number | undefined;
}

/** Counts the rows of a run. What a checkpoint had counts as done, but not for the rate. */
export class Pace {
  private done = 0;
  private made = 0;

  /** @param began seconds, on any clock @param total rows */
  constructor(private readonly began: number, private readonly total?: number) {}

  /** Counts another row that is done. @param kept it was made by an earlier run */
  add(kept: boolean): void {
    this.done += 1;
    if (!kept) this.made += 1;
  }

  /** @param now seconds, on the same clock */
  at(now: number): Paced {
    const seconds = now - this.began;
    const rate = this.made > 0 && seconds > 0 ? this.made / seconds : undefined;
    const remaining = rate === undefined || this.total === undefined ? undefined : (this.total - this.done) / rate;
    return { done: this.done, total: this.total, rate, remaining };
  }
}
