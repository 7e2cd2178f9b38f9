import { OtherwiseError } from '../../core/errors.ts';
import type { Random } from '../../core/decoding/random.ts';
import { characterTrigrams, embeddingWords, foldText, trigramStretches } from '../../core/quality/meaning/embedding-text.ts';

/** The parts of a text that have vectors: words, or character trigrams (ParaNMT-50M §4, WORD and TRIGRAM). */
export const embeddingParts = ['words', 'trigrams'] as const;
export type EmbeddingPart = (typeof embeddingParts)[number];

const unitsOf: Readonly<Record<EmbeddingPart, (folded: string) => string[]>> = {
  words: embeddingWords,
  trigrams: (folded) => trigramStretches(folded).flatMap(characterTrigrams),
};

/** Sentences as the rows of a table: row 0 is what stands for every unknown word or trigram. */
export interface PartRows {
  /** Name of row i + 1. */
  readonly names: readonly string[];
  /** Sentences that have name i. */
  readonly frequencies: readonly number[];
  /** Rows of each sentence, at least one. */
  readonly sentences: readonly Int32Array[];
  /** The mark of each row: 1 for the rows of names that occur once. */
  readonly single: Uint8Array;
}

/** Pairs of sentences, the same sentence (casing aside) stored once. */
export class TrainingCorpus {
  /** Numbers of the two sentences of each pair. */
  readonly pairs: (readonly [number, number])[] = [];
  /** The different sentences, folded. */
  readonly sentences: string[] = [];
  private readonly ids = new Map<string, number>();

  /** Adds a pair. @returns false for one whose sides are the same, which teaches nothing */
  add(a: string, b: string): boolean {
    const [one, other] = [this.idOf(foldText(a)), this.idOf(foldText(b))];
    if (one === other) return false;
    this.pairs.push([one, other]);
    return true;
  }

  /** The sentences in words or trigrams. @param minCount rarer names are unknown @throws OtherwiseError `bad-flag` when no name is left */
  rows(part: EmbeddingPart, minCount: number): PartRows {
    const units = this.sentences.map(unitsOf[part]);
    const counts = new Map<string, { all: number; sentences: number }>();
    for (const sentence of units) {
      for (const name of sentence) {
        const count = counts.get(name) ?? { all: 0, sentences: 0 };
        counts.set(name, count);
        count.all += 1;
      }
      for (const name of new Set(sentence)) counts.get(name)!.sentences += 1;
    }
    const kept = [...counts].filter(([, { all }]) => all >= minCount).sort(([a, x], [b, y]) => y.all - x.all || (a < b ? -1 : 1));
    if (kept.length === 0) {
      const names = `${part === 'words' ? 'words' : 'character trigrams'}`;
      throw new OtherwiseError('bad-flag', `The pairs have no ${names} that occur ${minCount} times: nothing to learn vectors of.`);
    }
    const ids = new Map(kept.map(([name], at) => [name, at + 1]));
    return {
      names: kept.map(([name]) => name),
      frequencies: kept.map(([, { sentences }]) => sentences),
      sentences: units.map((names) => Int32Array.from(names.length > 0 ? names : [''], (name) => ids.get(name) ?? 0)),
      single: Uint8Array.from([0, ...kept.map(([, { all }]) => (all === 1 ? 1 : 0))]),
    };
  }

  private idOf(folded: string): number {
    const known = this.ids.get(folded);
    if (known !== undefined) return known;
    this.ids.set(folded, this.sentences.length);
    return this.sentences.push(folded) - 1;
  }
}

/**
 * Returns the rows of the sentences for an epoch: a name that occurs once is unknown every other time, so that the unknown one is learnt.
 */
export function epochRows({ sentences, single }: PartRows, random: Random): Int32Array[] {
  return sentences.map((rows) => (rows.some((row) => single[row] === 1)
    ? rows.map((row) => (single[row] === 1 && random.uniform() < 0.5 ? 0 : row)) : rows));
}
