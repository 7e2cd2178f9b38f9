import { Random } from '../../src/core/decoding/random.ts';
import type { Cache, Memory, ScoreRequest, Scores, StepModel, StepOutput } from '../../src/core/decoding/step-model.ts';

interface ToyCache extends Cache {
  sequences: number[][];
  /** The tokens of all rows that were ever computed. */
  readonly known: number[][];
  appended: number;
  readonly capacity: number;
}

export interface ToyShape {
  readonly vocabularySize: number;
  readonly eos: number;
  /** The number of the most probable pieces that it gives. */
  readonly top: number;
  readonly seed: number;
  /** The factor of the logits, 3 where it is not said. */
  readonly sharpness?: number;
  readonly reserved?: readonly number[];
  /** Tells whether its distributions depend on the tags, which then stand before the prefix. */
  readonly readsTags?: boolean;
}

/**
 * A small deterministic model: the distribution after a prefix is drawn from a generator seeded by the prefix. It keeps
 * whole prefixes a row, so wrong parents show as wrong log-probabilities.
 */
export class ToyModel implements StepModel {
  readonly vocabularySize: number;
  readonly eos: number;
  readonly maxPositions = 512;
  readonly reserved: ReadonlySet<number>;
  private readonly top: number;
  private readonly seed: number;
  private readonly sharpness: number;
  private readonly readsTags: boolean;
  /** Rows asked for in each step. */
  readonly rowCounts: number[] = [];
  disposed = 0;

  constructor(shape: ToyShape) {
    this.vocabularySize = shape.vocabularySize;
    this.eos = shape.eos;
    this.top = shape.top;
    this.seed = shape.seed;
    this.sharpness = shape.sharpness ?? 3;
    this.readsTags = shape.readsTags ?? false;
    this.reserved = new Set(shape.reserved);
  }

  encode(source: readonly number[]): Promise<Memory> {
    return Promise.resolve({ length: source.length, dispose: () => undefined });
  }

  /** Log-softmax over the vocabulary after a prefix. */
  logProbs(prefix: readonly number[]): number[] {
    const random = new Random(this.seed, ...prefix);
    const logits = Array.from({ length: this.vocabularySize }, () => this.sharpness * random.uniform());
    const norm = Math.log(logits.reduce((sum, logit) => sum + Math.exp(logit), 0));
    return logits.map((logit) => logit - norm);
  }

  begin(
    _memory: Memory,
    tags: readonly (readonly number[])[],
    options: { capacity: number; probes?: readonly number[] },
  ): Promise<{ cache: Cache; output: StepOutput }> {
    const sequences = tags.map((some) => (this.readsTags ? [...some] : []));
    const cache: ToyCache = {
      rows: tags.length,
      sequences,
      known: [...sequences],
      appended: 0,
      capacity: options.capacity,
      dispose: () => {
        this.disposed += 1;
      },
    };
    if (tags.flat().some((tag) => tag < 0)) throw new RangeError('bad tag');
    return Promise.resolve({ cache, output: this.output(cache.sequences, tags.flatMap(() => options.probes ?? [])) });
  }

  step(cache: Cache, parents: Int32Array, ids: Int32Array, options: { probes?: Int32Array } = {}): Promise<StepOutput> {
    const toy = cache as ToyCache;
    this.rowCounts.push(parents.length);
    toy.appended += parents.length;
    if (toy.appended > toy.capacity) throw new RangeError(`capacity ${toy.capacity} exceeded`);
    toy.sequences = Array.from(parents, (parent, r) => {
      const sequence = toy.sequences[parent];
      if (!sequence) throw new RangeError(`no parent ${parent}`);
      return [...sequence, ids[r] ?? -1];
    });
    toy.known.push(...toy.sequences);
    return Promise.resolve(this.output(toy.sequences, [...(options.probes ?? [])]));
  }

  recall(cache: Cache, rows: Int32Array): void {
    const toy = cache as ToyCache;
    toy.sequences = Array.from(rows, (row) => toy.known[row] as number[]);
  }

  score(requests: readonly ScoreRequest[]): Promise<Scores[]> {
    return Promise.resolve(
      requests.map(({ target }) => ({
        logProbs: Float32Array.from([...target, this.eos], (id, k) => this.logProbs(target.slice(0, k))[id] ?? NaN),
      })),
    );
  }

  private output(sequences: readonly number[][], probes: readonly number[]): StepOutput {
    const perRow = probes.length / sequences.length;
    if (!Number.isInteger(perRow)) throw new RangeError(`${probes.length} probes for ${sequences.length} rows`);
    const top = Math.min(this.top, this.vocabularySize);
    const topIds: number[] = [];
    const topLogProbs: number[] = [];
    const probeLogProbs: number[] = [];
    sequences.forEach((sequence, row) => {
      const logProbs = this.logProbs(sequence);
      const order = logProbs
        .map((_, id) => id)
        .sort((a, b) => (logProbs[b] ?? 0) - (logProbs[a] ?? 0) || a - b)
        .slice(0, top);
      topIds.push(...order);
      topLogProbs.push(...order.map((id) => logProbs[id] ?? NaN));
      probeLogProbs.push(...probes.slice(row * perRow, (row + 1) * perRow).map((id) => logProbs[id] ?? NaN));
    });
    return {
      rows: sequences.length,
      top,
      topIds: Int32Array.from(topIds),
      topLogProbs: Float32Array.from(topLogProbs),
      probes: perRow,
      probeLogProbs: Float32Array.from(probeLogProbs),
    };
  }
}
