/** Lets through so many requests a minute on average, and as many at once after a pause: a bucket that fills steadily. */
export class Rate {
  #left: number;
  #then: number;

  /** @param perMinute requests a minute @param now milliseconds, rising */
  constructor(private readonly perMinute: number, private readonly now: () => number) {
    this.#left = perMinute;
    this.#then = now();
  }

  /** Takes one. @returns 0, or the seconds after which the next one will be let through */
  take(): number {
    const now = this.now();
    this.#left = Math.min(this.perMinute, this.#left + ((now - this.#then) / 60_000) * this.perMinute);
    this.#then = now;
    if (this.#left < 1) return Math.ceil(((1 - this.#left) * 60) / this.perMinute);
    this.#left -= 1;
    return 0;
  }
}
