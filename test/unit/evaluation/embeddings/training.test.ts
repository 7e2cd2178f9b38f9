import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Random } from '../../../../src/core/decoding/random.ts';
import { cosine, SentenceEmbeddings } from '../../../../src/core/quality/meaning/embedding.ts';
import { hardestNegatives } from '../../../../src/lab/embeddings/negatives.ts';
import { packedTable } from '../../../../src/lab/embeddings/packed.ts';
import { type EmbeddingPart, epochRows, TrainingCorpus } from '../../../../src/lab/embeddings/training-corpus.ts';
import { TrainedTable } from '../../../../src/lab/embeddings/trained-table.ts';
import { trainEmbeddings, type TrainedModel, type TrainingOptions } from '../../../../src/lab/embeddings/train.ts';

const usual: TrainingOptions = {
  mega: 2, size: 16, epochs: 20, batch: 4, rate: 0.01, margin: 0.4, minCount: 1, examples: 3, seed: 0,
};

function trained(
  corpus: TrainingCorpus, options: Partial<TrainingOptions> = {}, parts: readonly EmbeddingPart[] = ['words'],
): TrainedModel {
  const training = trainEmbeddings(corpus, parts, { ...usual, ...options });
  for (;;) {
    const { done, value } = training.next();
    if (done === true) return value;
  }
}

/** Two words that always stand for each other, in frames that say nothing. */
function synonyms(): TrainingCorpus {
  const corpus = new TrainingCorpus();
  const words = ['big large', 'quick fast', 'begin start', 'ill sick', 'shut close', 'reply answer'];
  for (const frame of ['a % one', 'the % thing', 'very % now', 'it is % here'])
    for (const pair of words) corpus.add(...(pair.split(' ').map((word) => frame.replace('%', word)) as [string, string]));
  return corpus;
}

describe('hardestNegatives', () => {
  it('are those that comparing all sentences finds', () => {
    const batch = fc.integer({ min: 1, max: 6 }).chain((pairs) => fc.record({
      sentences: fc.array(fc.nat(5), { minLength: 2 * pairs, maxLength: 2 * pairs }),
      vectors: fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 2 * pairs * 5, maxLength: 2 * pairs * 5 }),
    }));
    fc.assert(fc.property(batch, ({ sentences, vectors }) => {
      const { rows, cosines } = hardestNegatives({ sentences: Int32Array.from(sentences), vectors: Float32Array.from(vectors), size: 5 });
      const pairs = sentences.length / 2;
      const product = (i: number, j: number): number =>
        vectors.slice(i * 5, i * 5 + 5).reduce((sum, value, k) => sum + value * (vectors[j * 5 + k] ?? 0), 0);
      for (const [i, sentence] of sentences.entries()) {
        const partner = sentences[(i + pairs) % sentences.length];
        const others = sentences.flatMap((other, j) => (other === sentence || other === partner ? [] : [product(i, j)]));
        if (others.length === 0) expect(rows[i]).toBe(-1);
        else expect([cosines[i], product(i, rows[i] ?? 0)]).toEqual([Math.max(...others), Math.max(...others)]);
      }
    }), { numRuns: 300 });
  });
});

describe('TrainedTable', () => {
  it('moves used rows as Adam does, and no others', () => {
    const table = new TrainedTable(2, [1, 1, 1], new Random(1));
    const before = [...table.weights];
    const expected = before.slice(0, 2).map((weight, k) => {
      let [m, v, value] = [0, 0, weight];
      for (const [step, gradient] of [[0.5, -1], [-0.25, 2]].map((one) => one[k] ?? 0).entries()) {
        [m, v] = [0.9 * m + 0.1 * gradient, 0.999 * v + 0.001 * gradient ** 2];
        value -= (0.1 * (m / (1 - 0.9 ** (step + 1)))) / (Math.sqrt(v / (1 - 0.999 ** (step + 1))) + 1e-8);
      }
      return value;
    });
    for (const gradient of [[0.5, -1], [-0.25, 2]]) {
      table.addGradient(Int32Array.of(0), Float32Array.from(gradient), 0);
      table.step(0.1);
    }
    for (const [k, value] of expected.entries()) expect(table.weights[k]).toBeCloseTo(value, 5);
    expect([...table.weights].slice(2)).toEqual(before.slice(2));
  });

  it('shares the gradient of a mean among its rows', () => {
    const table = new TrainedTable(1, [1, 1], new Random(2));
    const mean = new Float32Array(1);
    table.mean(Int32Array.of(0, 1, 1, 1), mean, 0);
    expect(mean[0]).toBeCloseTo(((table.weights[0] ?? 0) + 3 * (table.weights[1] ?? 0)) / 4, 6);
  });
});

describe('trainEmbeddings', () => {
  it('lowers the loss, and brings words together that stand for each other', () => {
    const corpus = synonyms();
    const { parts: [part], losses } = trained(corpus);
    expect(losses).toHaveLength(usual.epochs);
    expect(losses.at(-1)).toBeLessThan(0.5 * (losses[0] ?? 0));
    if (!part) throw new Error('no part');
    const embeddings = SentenceEmbeddings.load({ words: packedTable(part.table, part.rows, corpus.sentences.length) });
    const like = (a: string, b: string): number => cosine(embeddings.embed(a), embeddings.embed(b));
    for (const [a = '', b = ''] of ['big large', 'quick fast', 'ill sick'].map((pair) => pair.split(' ')))
      for (const other of ['begin', 'answer', 'shut']) expect(like(a, b)).toBeGreaterThan(like(a, other) + 0.3);
  });

  it('lowers the loss with every step for words, trigrams and both', () => {
    // Two pairs, one batch of both, a tiny rate, and no word that occurs once: nothing but the steps changes the loss.
    const corpus = new TrainingCorpus();
    corpus.add('red car red car', 'crimson auto crimson auto');
    corpus.add('blue boat blue boat', 'azure ship azure ship');
    for (const parts of [['words'], ['trigrams'], ['words', 'trigrams']] as const) {
      const { losses } = trained(corpus, { epochs: 12, batch: 2, mega: 1, rate: 0.001, margin: 2, minCount: 2 }, parts);
      for (const [at, loss] of losses.entries()) if (at > 0) expect(loss).toBeLessThan(losses[at - 1] ?? 0);
    }
  });

  it('gives the same model from the same seed, and another from another', () => {
    const weights = (seed: number): number[] => [...(trained(synonyms(), { epochs: 2, seed }).parts[0]?.table.weights ?? [])];
    expect(weights(1)).toEqual(weights(1));
    expect(weights(1)).not.toEqual(weights(2));
  });

  it('shows negatives of other pairs', () => {
    const { examples } = trained(synonyms());
    expect(examples).toHaveLength(3);
    for (const { a, b, negative } of examples) expect([a, b]).not.toContain(negative);
  });
});

describe('TrainingCorpus', () => {
  it('stores a sentence once, and refuses a pair of one sentence', () => {
    const corpus = new TrainingCorpus();
    expect([corpus.add('A cat', 'the cat'), corpus.add('the  CAT', 'A dog'), corpus.add('a dog', 'A DOG')]).toEqual([true, true, false]);
    expect(corpus.sentences).toEqual(['a cat', 'the cat', 'a dog']);
    expect(corpus.pairs).toEqual([[0, 1], [1, 2]]);
  });

  it('reads what is rare as unknown, every other time where it occurs once', () => {
    const corpus = new TrainingCorpus();
    corpus.add('a cat', 'a dog');
    const { names, frequencies, sentences } = corpus.rows('words', 2);
    expect([names, frequencies, sentences.map((rows) => [...rows])]).toEqual([['a'], [2], [[1, 0], [1, 0]]]);
    const all = corpus.rows('words', 1);
    const unknown = Array.from({ length: 200 }, (_, seed) => epochRows(all, new Random(seed))[0]?.[1]).filter((row) => row === 0);
    expect(unknown.length).toBeGreaterThan(60);
    expect(unknown.length).toBeLessThan(140);
    expect(() => corpus.rows('words', 3)).toThrow(expect.objectContaining({ code: 'bad-flag' }));
  });
});
