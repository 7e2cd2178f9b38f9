import { OtherwiseError } from '../errors.ts';

/** The two sides of a bitext: `a` is the target of `align`, `b` its source. */
export type BitextSide = 0 | 1;

/**
 * The words that meet in a bitext. An *entry* is a word of side a with a word of side b that it shares a sentence pair with; every word
 * that both sides have is an entry with itself.
 */
export interface Meetings {
  /** Entry of token i of side a and token j of side b, for every sentence pair in turn: m·n numbers, row i after row. */
  readonly cells: Int32Array;
  /** The word of each entry on either side; entries with one word of side a stand together. */
  readonly words: readonly [a: Int32Array, b: Int32Array];
}

/** The most cells of a corpus: the numbers of more fill over two gigabytes. */
const MOST_CELLS = 500_000_000;

/** A corpus of sentence pairs in word numbers, one vocabulary for both sides. */
export class Bitext {
  readonly words: string[] = [];
  /** Word numbers of each sentence, by side. */
  readonly sentences: readonly [Int32Array[], Int32Array[]] = [[], []];
  private readonly ids = new Map<string, number>();
  private cells = 0;

  /** The number of sentence pairs. */
  get pairs(): number {
    return this.sentences[0].length;
  }

  /**
   * Adds a sentence pair in words, compared as they are.
   * @throws OtherwiseError `text-too-long` when the products of the lengths add up to more than half a billion
   */
  add(a: readonly string[], b: readonly string[]): void {
    if (this.cells + a.length * b.length > MOST_CELLS)
      throw new OtherwiseError('text-too-long', 'The corpus has too many pairs of words to be aligned at once. Take a part of it.');
    this.cells += a.length * b.length;
    this.sentences[0].push(this.numbers(a));
    this.sentences[1].push(this.numbers(b));
  }

  /** Finds the words that meet. It takes O(cells) time and four bytes a cell. */
  meetings(): Meetings {
    const [left, right] = this.sentences;
    const offsets = new Float64Array(this.pairs);
    for (let at = 1; at < this.pairs; at += 1)
      offsets[at] = offsets[at - 1]! + left[at - 1]!.length * right[at - 1]!.length;
    const cells = new Int32Array(this.cells);
    const onBoth = this.onBothSides();
    // entryOf[v]: the entry of the word of side a in hand with v, valid where stamp[v] names that word
    const [stamp, entryOf] = [new Int32Array(this.words.length).fill(-1), new Int32Array(this.words.length)];
    const words: [number[], number[]] = [[], []];
    const enter = (word: number, other: number): number => {
      if (stamp[other] !== word) {
        [stamp[other], entryOf[other]] = [word, words[0].push(word) - 1];
        words[1].push(other);
      }
      return entryOf[other]!;
    };
    for (const { word, places } of this.placesOfWords()) {
      if (onBoth[word]) enter(word, word);
      for (const { pair, i } of places) {
        const other = right[pair]!;
        const row = offsets[pair]! + i * other.length;
        for (let j = 0; j < other.length; j += 1) cells[row + j] = enter(word, other[j]!);
      }
    }
    return { cells, words: [Int32Array.from(words[0]), Int32Array.from(words[1])] };
  }

  /** Gives a flag for each word: 1 for those that both sides have. */
  private onBothSides(): Uint8Array {
    const seen = this.sentences.map((sentences) => {
      const flags = new Uint8Array(this.words.length);
      for (const sentence of sentences) for (const word of sentence) flags[word] = 1;
      return flags;
    }) as [Uint8Array, Uint8Array];
    return seen[0].map((flag, word) => flag & seen[1][word]!);
  }

  /** Gives each word of side a with its places, in the order of the words; a word that side a lacks has none. */
  private *placesOfWords(): Generator<{ word: number; places: Iterable<{ pair: number; i: number }> }> {
    const left = this.sentences[0];
    const starts = new Int32Array(this.words.length + 1);
    for (const sentence of left) for (const word of sentence) starts[word + 1]! += 1;
    for (let word = 0; word < this.words.length; word += 1) starts[word + 1]! += starts[word]!;
    const [next, pairs, tokens] = [starts.slice(), new Int32Array(starts.at(-1)!), new Int32Array(starts.at(-1)!)];
    for (const [pair, sentence] of left.entries()) {
      for (const [i, word] of sentence.entries()) {
        const place = next[word]!;
        next[word] = place + 1;
        pairs[place] = pair;
        tokens[place] = i;
      }
    }
    const places = function* (from: number, to: number) {
      for (let at = from; at < to; at += 1) yield { pair: pairs[at]!, i: tokens[at]! };
    };
    for (let word = 0; word < this.words.length; word += 1) yield { word, places: places(starts[word]!, starts[word + 1]!) };
  }

  private numbers(sentence: readonly string[]): Int32Array {
    return Int32Array.from(sentence, (word) => {
      const known = this.ids.get(word);
      if (known !== undefined) return known;
      this.ids.set(word, this.words.length);
      return this.words.push(word) - 1;
    });
  }
}
