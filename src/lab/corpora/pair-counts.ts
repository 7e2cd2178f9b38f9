/** The measures. `cross`: across a pair; `single`: within a sentence; `adjusted`: the first less the second (ParaNMT-50M, A.1). */
export const pmiMeasures = ['adjusted', 'cross', 'single'] as const;
export type PmiMeasure = (typeof pmiMeasures)[number];

/** Two words with how often they meet and the measure of their association in nats. */
export interface WordAssociation {
  readonly a: string;
  readonly b: string;
  readonly count: number;
  readonly score: number;
}

type Side = 0 | 1;
const sides: readonly Side[] = [0, 1];

/**
 * Word counts of sentence pairs and the pointwise mutual information made from them (ParaNMT-50M, appendix A.1).
 *
 * A word counts once a sentence. Both directions of a pair are counted, so the total is twice the number of pairs:
 *   cross(u, v) = ln #(u, v) · 2n / (#u · #v), where #(u, v) counts directions with u in the first and v in the second sentence
 *   single(u, v) = mean over both sides of ln #side(u, v) · n / (#side u · #side v); a side where u and v never meet gives 0
 *   adjusted = cross − single: words that belong to the same topic meet in one sentence, words that replace each other across the pair only
 */
export class PairCounts {
  private readonly ids = new Map<string, number>();
  private readonly words: string[] = [];
  /** Distinct word ids of each sentence, by side. */
  private readonly sentences: readonly [Int32Array[], Int32Array[]] = [[], []];

  /** The number of pairs. */
  get pairs(): number {
    return this.sentences[0].length;
  }

  /** Adds a pair of sentences in words, compared as they are. */
  add(reference: readonly string[], translation: readonly string[]): void {
    this.sentences[0].push(this.distinct(reference));
    this.sentences[1].push(this.distinct(translation));
  }

  /**
   * All pairs of different words that meet at least `minCount` times (1 or more), best first; ties by count, then by
   * name. `cross` and `adjusted` count meetings across the pair and give each pair once, `a` before `b` in string
   * order; `single` counts meetings in one sentence and gives both orders.
   *
   * Time grows with the sum over pairs of the product of their lengths, memory with the words and what is returned.
   */
  associations(measure: PmiMeasure, minCount: number): WordAssociation[] {
    const counts = sides.map((side) => this.occurrences(side)) as [Int32Array, Int32Array];
    const total = (id: number): number => (counts[0][id] ?? 0) + (counts[1][id] ?? 0);
    const places = this.places();
    const found: WordAssociation[] = [];
    const across = new Int32Array(this.words.length);
    const within = [new Int32Array(this.words.length), new Int32Array(this.words.length)] as const;
    const single = (u: number, v: number): number => sides.reduce<number>((sum, side) => {
      const joint = within[side][v] ?? 0;
      return joint === 0 ? sum : sum + Math.log((joint * this.pairs) / ((counts[side][u] ?? 0) * (counts[side][v] ?? 0))) / 2;
    }, 0);
    const cross = (u: number, v: number): number => Math.log(((across[v] ?? 0) * 2 * this.pairs) / (total(u) * total(v)));
    for (const [u, word] of this.words.entries()) {
      // A word that is rarer than that meets none often enough.
      if (total(u) < minCount) continue;
      [across, ...within].forEach((row) => row.fill(0));
      for (const side of sides) {
        for (const place of places[side][u] ?? []) {
          bump(across, this.sentences[side === 0 ? 1 : 0][place]);
          if (measure !== 'cross') bump(within[side], this.sentences[side][place]);
        }
      }
      for (let v = 0; v < this.words.length; v += 1) {
        const count = measure === 'single' ? (within[0][v] ?? 0) + (within[1][v] ?? 0) : across[v] ?? 0;
        if (u === v || count < minCount) continue;
        const other = this.words[v] ?? '';
        if (measure !== 'single' && other < word) continue;
        const score = measure === 'single' ? single(u, v) : cross(u, v) - (measure === 'adjusted' ? single(u, v) : 0);
        found.push({ a: word, b: other, count, score });
      }
    }
    return found.sort((x, y) => y.score - x.score || y.count - x.count || order(x.a, y.a) || order(x.b, y.b));
  }

  private distinct(sentence: readonly string[]): Int32Array {
    return Int32Array.from(new Set(sentence), (word) => {
      const known = this.ids.get(word);
      if (known !== undefined) return known;
      this.ids.set(word, this.words.length);
      return this.words.push(word) - 1;
    });
  }

  private occurrences(side: Side): Int32Array {
    const counts = new Int32Array(this.words.length);
    for (const sentence of this.sentences[side]) bump(counts, sentence);
    return counts;
  }

  /** Gives, for each side and word, the numbers of the pairs that have it there. */
  private places(): readonly [number[][], number[][]] {
    const lists = sides.map(() => this.words.map((): number[] => [])) as [number[][], number[][]];
    for (const side of sides) {
      for (const [place, sentence] of this.sentences[side].entries()) {
        for (const id of sentence) lists[side][id]?.push(place);
      }
    }
    return lists;
  }
}

function bump(counts: Int32Array, ids: Int32Array | undefined): void {
  for (const id of ids ?? []) counts[id] = (counts[id] as number) + 1;
}

const order = (x: string, y: string): number => (x < y ? -1 : x > y ? 1 : 0);
