import { Random } from '../../core/decoding/random.ts';
import { hardestNegatives, type Negatives } from './negatives.ts';
import { type EmbeddingPart, epochRows, type PartRows, type TrainingCorpus } from './training-corpus.ts';
import { TrainedTable } from './trained-table.ts';

/** The options of training embeddings; the defaults of `embed --train` are ParaNMT-50M's (§5.2). */
export interface TrainingOptions {
  /** Batches that are pooled to look for negatives; 1 looks in the batch itself. */
  readonly mega: number;
  /** Numbers of the vector of each part. */
  readonly size: number;
  readonly epochs: number;
  /** Pairs of a batch. */
  readonly batch: number;
  readonly rate: number;
  readonly margin: number;
  /** Names that occur less often are unknown. */
  readonly minCount: number;
  /** The number of examples of negatives that are kept. */
  readonly examples: number;
  readonly seed: number;
}

/** A pair with the negative of its first side, as a table of examples shows them (ParaNMT-50M, Table 7). */
export interface NegativeExample {
  readonly a: string;
  readonly b: string;
  readonly negative: string;
  /** The cosine of `a` and `negative`, −1 to 1. */
  readonly cosine: number;
}

/** A trained model: means of its parts' vectors, joined end to end. */
export interface TrainedModel {
  readonly parts: readonly { readonly part: EmbeddingPart; readonly rows: PartRows; readonly table: TrainedTable }[];
  /** Mean loss of each epoch. */
  readonly losses: readonly number[];
  /** The examples of negatives, from the first mega-batch of the last epoch. */
  readonly examples: readonly NegativeExample[];
}

/** The progress of a training: pairs of the epoch that are done, and their mean loss. */
export interface TrainingProgress {
  readonly epoch: number;
  readonly pairs: number;
  readonly loss: number;
}

/** Frequent words begin short: a / (a + p) with this a and p the share of sentences (smooth inverse frequency, Arora et al. 2017). */
const SMOOTHING = 0.01;

/**
 * Trains sentence embeddings on pairs that mean the same (ParaNMT-50M §4 and §5.2, the loss of two terms of ParaBank 2 §3.7):
 *
 *   max(0, δ − cos(s, s') + cos(s, t)) + max(0, δ − cos(s, s') + cos(s', t'))
 *
 * t and t' are the hardest negatives of the mega-batch, chosen once before its updates. Vectors begin at random, as there are
 * no pretrained ones here. Adam moves the rows that a batch used. Pairs come in the same order whatever is trained and however
 * many batches are pooled, so that the examples of two models are of the same pairs.
 *
 * @returns the model; it halts after each mega-batch, so that a caller breathes and reports
 * @throws OtherwiseError `bad-flag` when no word or trigram is left to learn
 */
export function* trainEmbeddings(
  corpus: TrainingCorpus, parts: readonly EmbeddingPart[], options: TrainingOptions,
): Generator<TrainingProgress, TrainedModel> {
  const random = new Random(options.seed);
  const model = parts.map((part, at) => {
    const rows = corpus.rows(part, options.minCount);
    return { part, rows, table: new TrainedTable(options.size, startLengths(part, rows, corpus.sentences.length), random.fork(at)) };
  });
  const losses: number[] = [];
  let examples: NegativeExample[] = [];
  for (let epoch = 1; epoch <= options.epochs; epoch += 1) {
    const parted = model.map(({ rows, table }, at) => ({ table, sentences: epochRows(rows, random.fork(epoch, 1, at)) }));
    const trainer = new EpochTrainer(parted, options);
    const order = shuffled(corpus.pairs, random.fork(epoch, 0));
    let [sum, done] = [0, 0];
    for (let from = 0; from < order.length; from += options.batch * options.mega) {
      const pool = order.slice(from, from + options.batch * options.mega);
      const negatives = trainer.negatives(pool);
      if (epoch === options.epochs && from === 0) examples = examplesOf(corpus, pool, negatives).slice(0, options.examples);
      sum += trainer.pass(pool, negatives);
      done += pool.length;
      yield { epoch, pairs: done, loss: sum / done };
    }
    losses.push(sum / Math.max(1, done));
  }
  return { parts: model, losses, examples };
}

/** Gives the length that each row's vector begins with; row 0, the unknown, begins as long as the rarest. */
function startLengths(part: EmbeddingPart, { frequencies }: PartRows, sentences: number): number[] {
  return [1, ...frequencies.map((count) => (part === 'words' ? SMOOTHING / (SMOOTHING + count / sentences) : 1))];
}

type Pair = readonly [number, number];

function shuffled(pairs: readonly Pair[], random: Random): Pair[] {
  const order = [...pairs];
  for (let at = order.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random.uniform() * (at + 1));
    [order[at], order[other]] = [order[other]!, order[at]!];
  }
  return order;
}

function examplesOf({ sentences }: TrainingCorpus, pool: readonly Pair[], { rows, cosines }: Negatives): NegativeExample[] {
  const both = [...pool.map(([a]) => a), ...pool.map(([, b]) => b)];
  return pool.flatMap(([a, b], at): NegativeExample[] => {
    const row = rows[at] ?? -1;
    return row < 0 ? [] : [{
      a: sentences[a] ?? '', b: sentences[b] ?? '', negative: sentences[both[row] ?? 0] ?? '', cosine: cosines[at] ?? 0,
    }];
  });
}

interface EpochPart {
  readonly table: TrainedTable;
  readonly sentences: readonly Int32Array[];
}

/** The updates of one epoch. */
class EpochTrainer {
  private readonly size: number;
  /** Unit vectors of s, s', t, t', and the gradients of these. */
  private readonly vectors: readonly Float32Array[];
  private readonly gradients: readonly Float32Array[];

  constructor(private readonly parts: readonly EpochPart[], private readonly options: TrainingOptions) {
    this.size = parts.length * options.size;
    this.vectors = Array.from({ length: 4 }, () => new Float32Array(this.size));
    this.gradients = this.vectors.map(() => new Float32Array(this.size));
  }

  negatives(pool: readonly Pair[]): Negatives {
    const sentences = Int32Array.from([...pool.map(([a]) => a), ...pool.map(([, b]) => b)]);
    const vectors = new Float32Array(sentences.length * this.size);
    for (const [row, sentence] of sentences.entries()) this.embed(sentence, vectors.subarray(row * this.size, (row + 1) * this.size));
    return hardestNegatives({ sentences, vectors, size: this.size });
  }

  /** Updates the vectors once for each batch of a mega-batch. @returns the sum of the pairs' losses */
  pass(pool: readonly Pair[], { rows }: Negatives): number {
    const sentenceOf = (row: number): number => pool[row % pool.length]![row < pool.length ? 0 : 1];
    let sum = 0;
    for (let from = 0; from < pool.length; from += this.options.batch) {
      const batch = pool.slice(from, from + this.options.batch);
      for (const [at, [a, b]] of batch.entries()) {
        const [left, right] = [rows[from + at]!, rows[pool.length + from + at]!];
        // A pool whose sentences are all of one pair has no negatives.
        if (left >= 0 && right >= 0) sum += this.add([a, b, sentenceOf(left), sentenceOf(right)], batch.length);
      }
      for (const { table } of this.parts) table.step(this.options.rate);
    }
    return sum;
  }

  /** Writes the unit vector of a sentence. @returns its length before */
  private embed(sentence: number, target: Float32Array): number {
    for (const [at, { table, sentences }] of this.parts.entries()) table.mean(sentences[sentence]!, target, at * this.options.size);
    const length = Math.sqrt(dot(target, target)) || 1;
    for (let k = 0; k < target.length; k += 1) target[k]! /= length;
    return length;
  }

  /** Adds the gradients of one pair with its negatives. @returns its loss */
  private add(sentences: readonly [number, number, number, number], batch: number): number {
    const lengths = sentences.map((sentence, at) => this.embed(sentence, this.vectors[at]!));
    const [s, other, t, u] = this.vectors as [Float32Array, Float32Array, Float32Array, Float32Array];
    const { margin } = this.options;
    const same = dot(s, other);
    const [first, second] = [Math.max(0, margin - same + dot(s, t)), Math.max(0, margin - same + dot(other, u))];
    const [one, two] = [first > 0 ? 1 / batch : 0, second > 0 ? 1 / batch : 0];
    if (one + two === 0) return 0;
    const [ds, dother, dt, du] = this.gradients as [Float32Array, Float32Array, Float32Array, Float32Array];
    for (let k = 0; k < this.size; k += 1) {
      ds[k] = one * t[k]! - (one + two) * other[k]!;
      dother[k] = two * u[k]! - (one + two) * s[k]!;
      dt[k] = one * s[k]!;
      du[k] = two * other[k]!;
    }
    for (const [at, sentence] of sentences.entries()) this.pull(sentence, at, lengths[at]!);
    return first + second;
  }

  /** Hands a unit vector's gradient on to the rows of its sentence: (d − v (v · d)) / length. */
  private pull(sentence: number, at: number, length: number): void {
    const [vector, gradient] = [this.vectors[at]!, this.gradients[at]!];
    const along = dot(vector, gradient);
    for (let k = 0; k < this.size; k += 1) gradient[k] = (gradient[k]! - vector[k]! * along) / length;
    for (const [part, { table, sentences }] of this.parts.entries())
      table.addGradient(sentences[sentence]!, gradient, part * this.options.size);
  }
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let k = 0; k < a.length; k += 1) sum += a[k]! * b[k]!;
  return sum;
}
