import { VectorTable, type TableFiles } from './embedding-table.ts';
import { baseForms, characterTrigrams, embeddingWords, foldText, trigramStretches } from './embedding-text.ts';

/** Tables of embeddings, of one part or both; each line of a list is a word or trigram, that of a word with a tab and its IDF in nats. */
export interface EmbeddingFiles {
  readonly words?: TableFiles;
  readonly trigrams?: TableFiles;
}

/** A text with its unit vector. */
export interface Embedding {
  readonly words: readonly string[];
  /** The row of each word, 0 for an unknown one. */
  readonly ids: readonly number[];
  /** The vector, of length 1; the words' part first, the trigrams' after it. */
  readonly vector: Float32Array;
  readonly wordSize: number;
}

/** A table whose rows have names, all but row 0, which every other name shares. */
interface NamedRows {
  readonly table: VectorTable;
  readonly ids: ReadonlyMap<string, number>;
}

const namedRows = (bytes: Uint8Array, names: readonly string[]): NamedRows => ({
  table: VectorTable.read(bytes, names.length),
  ids: new Map(names.map((name, at) => [name, at + 1])),
});

const idsOf = ({ ids }: NamedRows, names: readonly string[]): number[] => names.map((name) => ids.get(name) ?? 0);

/** The most sums of stretches that are cached, about 1.5 KB each. */
const KEPT = 1024;

const lines = (list: string): string[] => list.split('\n').filter((line) => line !== '');

/**
 * Paraphrastic sentence embeddings: mean of word vectors and mean of character-trigram vectors, joined end to end and scaled to length 1
 * (ParaNMT-50M §4, WORD and TRIGRAM by concatenation).
 */
export class SentenceEmbeddings {
  /** The trigram sums of the words met lately: few words make up most of a corpus. */
  private readonly stretches = new Map<string, Sum>();

  private constructor(
    private readonly words: NamedRows | undefined,
    private readonly trigrams: NamedRows | undefined,
    /** The IDF of every row of the words. */
    private readonly idfs: Float32Array,
  ) {}

  /** @throws OtherwiseError `model-corrupt` when a table does not fit its list */
  static load(files: EmbeddingFiles): SentenceEmbeddings {
    const words = lines(files.words?.list ?? '').map((line) => line.split('\t'));
    const trigrams = lines(files.trigrams?.list ?? '').map((line) => line.split('\t', 1)[0] ?? '');
    const idfs = Float32Array.from([0, ...words.map(([, idf]) => Number(idf))]);
    idfs[0] = words.length > 0 ? (idfs[words.length] ?? 0) : 0;
    return new SentenceEmbeddings(
      files.words && namedRows(files.words.table, words.map(([word]) => word ?? '')),
      files.trigrams && namedRows(files.trigrams.table, trigrams),
      idfs,
    );
  }

  /** The vector of a text in any casing; unknown words and trigrams share one trained vector each. */
  embed(text: string): Embedding {
    const folded = foldText(text);
    const words = embeddingWords(folded);
    const ids = this.words ? idsOf(this.words, words) : [];
    const wordSize = this.words?.table.dimension ?? 0;
    const vector = new Float32Array(this.size);
    if (this.words) writeMean(sumOf(this.words.table, ids.length > 0 ? ids : [0]), vector, 0);
    if (this.trigrams) writeMean(this.trigramSum(folded, this.trigrams), vector, wordSize);
    return { words, ids, vector: toUnitLength(vector), wordSize };
  }

  get size(): number {
    return (this.words?.table.dimension ?? 0) + (this.trigrams?.table.dimension ?? 0);
  }

  private trigramSum(folded: string, trigrams: NamedRows): Sum {
    const whole = { values: new Float64Array(trigrams.table.dimension), rows: 0 };
    for (const stretch of trigramStretches(folded)) {
      const { values, rows } = this.stretchSum(stretch, trigrams);
      for (let at = 0; at < values.length; at++) whole.values[at] = (whole.values[at] as number) + (values[at] as number);
      whole.rows += rows;
    }
    return whole;
  }

  private stretchSum(stretch: string, trigrams: NamedRows): Sum {
    const known = this.stretches.get(stretch);
    if (known) return known;
    const sum = sumOf(trigrams.table, idsOf(trigrams, characterTrigrams(stretch)));
    // The oldest goes: a common word is soon back.
    const [oldest] = this.stretches.size >= KEPT ? this.stretches.keys() : [];
    if (oldest !== undefined) this.stretches.delete(oldest);
    this.stretches.set(stretch, sum);
    return sum;
  }

  /** Gives the cosine of two texts, −1 to 1. */
  cosine(a: string, b: string): number {
    return cosine(this.embed(a), this.embed(b));
  }

  /** Gives the cosine of two words' rows (numbers of `Embedding.ids`); 0 when one is unknown. */
  wordSimilarity(one: number, other: number): number {
    return one === 0 || other === 0 || !this.words ? 0 : this.words.table.cosine(one, other);
  }

  /** Gives the rows of a lower-case word and of the words that it may be a form of (*departs*: *depart*), those that are known. */
  rowsOf(word: string): number[] {
    const ids = this.words?.ids;
    return baseForms(word).flatMap((form) => ids?.get(form) ?? []);
  }

  /** Gives the inverse document frequency in nats over the training sentences; an unknown word counts as the rarest. */
  idf(id: number): number {
    return this.idfs[id] ?? 0;
  }
}

/** The sum of some rows of a table. */
interface Sum {
  readonly values: Float64Array;
  rows: number;
}

function sumOf(table: VectorTable, ids: readonly number[]): Sum {
  const values = new Float64Array(table.dimension);
  table.addRows(ids, values);
  return { values, rows: ids.length };
}

function writeMean({ values, rows }: Sum, target: Float32Array, offset: number): void {
  for (let at = 0; at < values.length; at++) target[offset + at] = (values[at] as number) / Math.max(1, rows);
}

/** Scales a vector to length 1 in place; a zero one stays. */
function toUnitLength(vector: Float32Array): Float32Array {
  let squares = 0;
  for (let at = 0; at < vector.length; at++) squares += (vector[at] as number) ** 2;
  const length = Math.sqrt(squares);
  for (let at = 0; length > 0 && at < vector.length; at++) vector[at] = (vector[at] as number) / length;
  return vector;
}

/** Returns the cosine of two embeddings of one model, −1 to 1. */
export const cosine = (a: Embedding, b: Embedding): number => partCosine(a.vector, b.vector);

/** Returns the cosine of the words' parts alone, −1 to 1. */
export const wordCosine = (a: Embedding, b: Embedding): number =>
  partCosine(a.vector.subarray(0, a.wordSize), b.vector.subarray(0, b.wordSize));

/** Returns the cosine of the trigrams' parts alone, −1 to 1. */
export const trigramCosine = (a: Embedding, b: Embedding): number =>
  partCosine(a.vector.subarray(a.wordSize), b.vector.subarray(b.wordSize));

function partCosine(a: Float32Array, b: Float32Array): number {
  let [dot, left, right] = [0, 0, 0];
  for (let k = 0; k < a.length; k++) {
    const [x, y] = [a[k] as number, b[k] as number];
    dot += x * y;
    left += x * x;
    right += y * y;
  }
  return left === 0 || right === 0 ? 0 : Math.max(-1, Math.min(1, dot / Math.sqrt(left * right)));
}
