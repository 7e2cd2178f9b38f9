import { OtherwiseError } from '../errors.ts';
import type { Link } from './lcs.ts';

/**
 * The counts of words that were aligned in a corpus. `pairs` holds [target word, source word, times], `words` [source word, times].
 */
export interface AssociationCounts {
  readonly pairs: readonly (readonly [w1: string, w2: string, n: number])[];
  readonly words: readonly (readonly [w2: string, n: number])[];
  readonly total: number;
}

/** The answer for one target word: its initial value, and the source token it is linked to, if any. */
export interface Association {
  readonly value: number;
  readonly j: number | undefined;
}

/**
 * Lexical association of words (Wang & Callison-Burch 2011 §3.3, after Munteanu & Marcu 2006).
 *
 * A target word w1 that was ever aligned with a word w2 of the source side is linked to the one with the greatest p(w1|w2) =
 * n(w1,w2)/n(w2), which is its value (0 to 1). One that was not takes the least unlikely of −p(w1|¬w2) = −(n(w1) − n(w1,w2))/(total −
 * n(w2)), between −1 and 0. n(w1) is the sum over its pairs; a word without pairs starts at −1. Ties go to the lower source index.
 */
export class AssociationModel {
  private constructor(
    private readonly joint: ReadonlyMap<string, ReadonlyMap<string, number>>,
    private readonly targets: ReadonlyMap<string, number>,
    private readonly sources: ReadonlyMap<string, number>,
    private readonly total: number,
  ) {}

  /**
   * @throws OtherwiseError `bad-request` for negative counts, a source word of a pair without a count of its own, one seen less often than
   *   its pairs say, or more often than the total
   */
  static from({ pairs, words, total }: AssociationCounts): AssociationModel {
    const fail = (why: string): never => {
      throw new OtherwiseError('bad-request', `The association counts contradict each other: ${why}.`);
    };
    const [joint, targets, sources] = [new Map<string, Map<string, number>>(), new Map<string, number>(), new Map<string, number>()];
    for (const [word, n] of words) sources.set(word, (sources.get(word) ?? 0) + n);
    for (const [w1, w2, n] of pairs) {
      const row = joint.get(w1) ?? new Map<string, number>();
      joint.set(w1, row.set(w2, (row.get(w2) ?? 0) + n));
      targets.set(w1, (targets.get(w1) ?? 0) + n);
      if (n < 0) fail(`the pair ${w1} / ${w2} has a negative count`);
      if (n > 0 && (sources.get(w2) ?? 0) < (row.get(w2) ?? 0)) fail(`'${w2}' is counted less often than it is paired with '${w1}'`);
    }
    for (const [word, n] of sources) if (n < 0 || n > total) fail(`'${word}' is counted ${n} times of ${total}`);
    return new AssociationModel(joint, targets, sources, total);
  }

  /** The identical-word dictionary alone: a word is associated with itself and unseen otherwise. */
  static identical(source: readonly string[]): AssociationModel {
    const words = [...new Set(source)];
    return AssociationModel.from({
      pairs: words.map((word) => [word, word, 1] as const),
      words: words.map((word) => [word, 1] as const),
      total: words.length,
    });
  }

  /** Gives p(w1|w2), 0 when they were never aligned. */
  positive(w1: string, w2: string): number {
    const n = this.joint.get(w1)?.get(w2) ?? 0;
    return n === 0 ? 0 : n / (this.sources.get(w2) ?? n);
  }

  /** Gives −p(w1|¬w2): −1 for a word that was never seen. */
  negative(w1: string, w2: string): number {
    const n = this.targets.get(w1) ?? 0;
    const others = this.total - (this.sources.get(w2) ?? 0);
    if (n === 0) return -1;
    return others <= 0 ? 0 : -Math.min(1, (n - (this.joint.get(w1)?.get(w2) ?? 0)) / others);
  }

  /** The best link and initial value of a target word beside the given source tokens. */
  associate(w1: string, source: readonly string[]): Association {
    let [value, j]: [number, number | undefined] = [0, undefined];
    for (const [place, w2] of source.entries()) {
      const strength = this.positive(w1, w2);
      if (strength > value) [value, j] = [strength, place];
    }
    if (j !== undefined) return { value, j };
    return { value: source.reduce((least, w2) => Math.max(least, this.negative(w1, w2)), -1), j };
  }

  /** Links and initial values of all target tokens. */
  align(target: readonly string[], source: readonly string[]): { links: Link[]; values: number[] } {
    const links = target.map((word) => this.associate(word, source));
    return { links: links.flatMap(({ j }, i): Link[] => (j === undefined ? [] : [[i, j]])), values: links.map(({ value }) => value) };
  }
}
