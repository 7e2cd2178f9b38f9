/** The fixed cost of a sentence of any length, as so many characters. */
const FIXED = 30;
/** The weight of the newest sentence against those before it. */
const NEWEST = 0.3;

/** The pace at which sentences are done: a moving average, so that what slows the machine now counts more than what was. */
export class QueuePace {
  /** Milliseconds for a character; undefined before the first sentence is done. */
  readonly #rate: number | undefined;

  constructor(rate?: number) {
    this.#rate = rate;
  }

  /** Gives the pace after a sentence of so many characters that took so long, ms. */
  after(took: number, characters: number): QueuePace {
    const rate = took / (characters + FIXED);
    return new QueuePace(this.#rate === undefined ? rate : NEWEST * rate + (1 - NEWEST) * this.#rate);
  }

  /** Gives the seconds for sentences of so many characters each; undefined before the first one is done. */
  secondsFor(lengths: readonly number[]): number | undefined {
    const work = lengths.reduce((sum, length) => sum + length + FIXED, 0);
    return this.#rate === undefined ? undefined : (work * this.#rate) / 1000;
  }
}
