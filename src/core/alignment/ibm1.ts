import type { Bitext, BitextSide, Meetings } from './bitext.ts';

/** The assumptions before a corpus is read. */
export interface Ibm1Options {
  /** Share of words that stand for nothing on the other side, 0 to 1 exclusive. */
  readonly nullShare: number;
  /** The number of times that the dictionary says that a word stands for itself, 0 or more. */
  readonly identical: number;
}

/** Lexical probabilities of one direction; those of a given word sum to 1 over its entries, those of the null word over all words. */
export interface LexicalProbabilities {
  /** p(target word | given word) of each entry of the meetings. */
  readonly entries: Float64Array;
  /** p(target word | null word) of each word of the vocabulary; 0 for one the target side lacks. */
  readonly nothing: Float64Array;
}

/** Probabilities of the two directions after an iteration; `[0]` is p(a|b), `[1]` is p(b|a). */
export interface Ibm1 {
  readonly probabilities: readonly [LexicalProbabilities, LexicalProbabilities];
  /** Expected counts of the entries by which `probabilities` were made. */
  readonly counts: readonly [Float64Array, Float64Array];
  /** The log-likelihood in nats of corpus and dictionary, both directions, *before* the iteration; it never falls. */
  readonly logLikelihood: number;
}

/**
 * Trains IBM Model 1 by expectation maximisation, in both directions (Brown et al. 1993; Och & Ney 2003 for the null word with a
 * share of its own):
 *
 *   p(a | b) = Π_i [ν p(a_i | null) + (1 − ν)/|b| Σ_j p(a_i | b_j)]
 *
 * The dictionary of identical words (Wang & Callison-Burch 2011 §3.3) is `identical` one-word sentence pairs of every word
 * that both sides have, whose link is known. An empty side has the null word alone.
 *
 * @param meetings of the bitext, which does not change meanwhile
 * @returns one state after each iteration, without end; the arrays are written anew by the next
 */
export function* ibm1(bitext: Bitext, meetings: Meetings, options: Ibm1Options): Generator<Ibm1, never> {
  const directions = [new Direction(bitext, meetings, 0, options), new Direction(bitext, meetings, 1, options)] as const;
  for (;;) {
    const logLikelihood = directions[0].iterate() + directions[1].iterate();
    yield {
      probabilities: [directions[0].probabilities, directions[1].probabilities],
      counts: [directions[0].counts, directions[1].counts],
      logLikelihood,
    };
  }
}

/** A direction: words of side `target` given those of the other. */
class Direction {
  readonly probabilities: { entries: Float64Array; nothing: Float64Array };
  readonly counts: Float64Array;
  private readonly nullCounts: Float64Array;
  private readonly given: Int32Array;

  constructor(
    private readonly bitext: Bitext,
    private readonly meetings: Meetings,
    private readonly target: BitextSide,
    private readonly options: Ibm1Options,
  ) {
    const words = bitext.words.length;
    this.given = meetings.words[target === 0 ? 1 : 0];
    this.counts = new Float64Array(this.given.length);
    this.nullCounts = new Float64Array(words);
    this.probabilities = { entries: new Float64Array(this.given.length), nothing: new Float64Array(words) };
    this.start();
  }

  /** Sets the first probabilities: uniform over the words met, half on itself for a word of both sides; null by word counts. */
  private start(): void {
    const { counts, nullCounts, bitext, target } = this;
    counts.fill(1);
    for (const sentence of bitext.sentences[target]) for (const word of sentence) nullCounts[word]! += 1;
    const sums = this.sums();
    for (let entry = 0; entry < counts.length; entry += 1)
      if (this.isIdentical(entry)) counts[entry] = Math.max(1, sums[this.given[entry]!]! - 1);
    this.maximise(0);
  }

  private isIdentical(entry: number): boolean {
    return this.meetings.words[0][entry] === this.meetings.words[1][entry];
  }

  /** Sums the expected counts of every given word. */
  private sums(): Float64Array {
    const sums = new Float64Array(this.bitext.words.length);
    for (let entry = 0; entry < this.counts.length; entry += 1) sums[this.given[entry]!]! += this.counts[entry]!;
    return sums;
  }

  /** Makes one iteration. @returns the log-likelihood before it */
  iterate(): number {
    const logLikelihood = this.dictionary() + this.expect();
    this.maximise(this.options.identical);
    return logLikelihood;
  }

  /** Gives the log-likelihood of the dictionary. */
  private dictionary(): number {
    const { identical } = this.options;
    let sum = 0;
    for (let entry = 0; identical > 0 && entry < this.counts.length; entry += 1)
      if (this.isIdentical(entry)) sum += identical * Math.log(this.probabilities.entries[entry]!);
    return sum;
  }

  /** Fills the expected counts. @returns the log-likelihood of the corpus */
  private expect(): number {
    const { counts, nullCounts, bitext, target, meetings: { cells }, probabilities: { entries, nothing } } = this;
    counts.fill(0);
    nullCounts.fill(0);
    let logLikelihood = 0;
    let offset = 0;
    for (let pair = 0; pair < bitext.pairs; pair += 1) {
      const [words, others] = [bitext.sentences[target][pair]!, bitext.sentences[target === 0 ? 1 : 0][pair]!.length];
      // Cells of one target token lie beside each other on side a and a row apart on side b.
      const [step, stride] = target === 0 ? [others, 1] : [1, words.length];
      const share = others === 0 ? 0 : (1 - this.options.nullShare) / others;
      const nullShare = others === 0 ? 1 : this.options.nullShare;
      for (let place = 0; place < words.length; place += 1) {
        const [first, word] = [offset + place * step, words[place]!];
        const fromNull = nullShare * nothing[word]!;
        let sum = 0;
        for (let k = 0, cell = first; k < others; k += 1, cell += stride) sum += entries[cells[cell]!]!;
        const whole = fromNull + share * sum;
        logLikelihood += Math.log(whole);
        nullCounts[word]! += fromNull / whole;
        const factor = share / whole;
        for (let k = 0, cell = first; k < others; k += 1, cell += stride) counts[cells[cell]!]! += factor * entries[cells[cell]!]!;
      }
      offset += words.length * others;
    }
    return logLikelihood;
  }

  /** Makes probabilities of the expected counts; the dictionary counts, too. */
  private maximise(identical: number): void {
    const { counts, nullCounts, probabilities } = this;
    if (identical > 0)
      for (let entry = 0; entry < counts.length; entry += 1) if (this.isIdentical(entry)) counts[entry]! += identical;
    const sums = this.sums();
    for (let entry = 0; entry < counts.length; entry += 1) {
      const sum = sums[this.given[entry]!]!;
      probabilities.entries[entry] = sum > 0 ? counts[entry]! / sum : 0;
    }
    const all = nullCounts.reduce((sum, count) => sum + count, 0);
    for (let word = 0; word < nullCounts.length; word += 1) probabilities.nothing[word] = all > 0 ? nullCounts[word]! / all : 0;
  }
}
