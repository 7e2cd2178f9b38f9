import type { InferenceSession, Tensor } from 'onnxruntime-web';
import { padded, type ScoredSequence, scoringPasses } from './scoring-passes.ts';
import { OtherwiseError, throwIfAborted } from '../../src/errors.ts';
import type { Cache, Estimates, Memory, ScoreRequest, Scores, StepModel, StepOutput } from '../../src/decoding/step-model.ts';
import type { Manifest } from '../../src/files/manifest.ts';
import type { Runtime } from './runtime.ts';
import { CpuSlotPool, GpuSlotPool, type SlotPool } from './slots.ts';
import type { EmbeddingTable } from './weights.ts';

/** "May not look": added to an attention score. */
const CLOSED = -1e9;
class SourceMemory implements Memory {
  constructor(readonly length: number, readonly prior: Float32Array, readonly feeds: Record<string, Tensor>) {}
  dispose(): void {
    for (const tensor of Object.values(this.feeds)) tensor.dispose();
  }
}

class RowCache implements Cache {
  /** For every row the slots of its own past, tags included. */
  past: Int32Array[] = [];
  constructor(
    readonly memory: SourceMemory,
    readonly pool: SlotPool,
    readonly capacity: number,
    private readonly release: (pool: SlotPool) => void,
  ) {}
  get rows(): number {
    return this.past.length;
  }
  private open = true;
  dispose(): void {
    if (this.open) this.release(this.pool);
    this.open = false;
  }
}

interface Pass {
  /** Piece ids [rows × length], row by row. */
  readonly ids: ArrayLike<number>;
  readonly rows: number;
  readonly length: number;
  /** Position of the first column. */
  readonly start: number;
  /** f32 [length × (memory + past + length)] */
  readonly bias: Float32Array;
  readonly memory: Record<string, Tensor>;
  readonly pool: Record<string, Tensor>;
  /** [rows × past] */
  readonly slots: Int32Array;
  /** Flat positions that go through the head. */
  readonly select: Int32Array;
  /** [select × probes] */
  readonly probes: Int32Array;
  readonly keep: boolean;
}

/**
 * The shipped model family: one causal network used as prefix encoder, decoder step and scorer
 * (models/recipe/export_graph.py has the graph's inputs and outputs). Samples share the source's memory; their own past lies in slots.
 */
export class PrefixDecoder implements StepModel {
  readonly vocabularySize: number;
  readonly eos: number;
  readonly maxPositions: number;
  readonly reserved: ReadonlySet<number>;
  private readonly layers: number;
  private readonly width: number;
  private readonly blank: Record<string, Tensor>;
  private readonly noPast: Record<string, Tensor>;
  private spare: SlotPool | undefined;
  private readonly newNames: string[];
  private readonly estimators: Tensor;
  private turn: Promise<void> = Promise.resolve();

  constructor(
    private readonly manifest: Manifest,
    private readonly runtime: Runtime,
    private readonly session: InferenceSession,
    private readonly embedding: EmbeddingTable,
    private readonly gpu: GPUDevice | undefined,
    private readonly breathe?: () => Promise<void>,
  ) {
    const { architecture, pieces } = manifest;
    this.vocabularySize = architecture.vocabulary;
    this.eos = pieces.eos;
    this.maxPositions = architecture.positions;
    this.reserved = new Set(Array.from({ length: pieces.reserved }, (_, id) => id).filter((id) => id !== pieces.eos));
    this.layers = architecture.layers;
    this.width = 2 * architecture.kv_heads * architecture.head;
    this.newNames = Array.from({ length: this.layers }, (_, i) => `new_${i}`);
    const { hidden } = architecture;
    const { rewrite = [], source = [] } = manifest.estimator?.probes ?? {};
    this.estimators = new runtime.ort.Tensor(
      'float32',
      Float32Array.from({ length: 2 * hidden }, (_, i) => (i % 2 === 0 ? rewrite : source)[i >> 1] ?? 0),
      [hidden, 2],
    );
    const zeros = (name: string): [string, Tensor] => [
      name,
      new runtime.ort.Tensor('float32', new Float32Array(this.width), [1, this.width]),
    ];
    this.blank = Object.fromEntries(this.newNames.map((_, i) => zeros(`memory_${i}`)));
    this.noPast = Object.fromEntries(this.newNames.map((_, i) => zeros(`past_${i}`)));
  }

  /** Memory and own past are one masked column each when a whole sequence is read in one causal pass. */
  private causalBias(length: number): Float32Array {
    const bias = new Float32Array(length * (2 + length)).fill(CLOSED);
    for (let t = 0; t < length; t += 1) bias.fill(0, t * (2 + length) + 2, t * (2 + length) + 3 + t);
    return bias;
  }

  async encode(source: readonly number[], signal?: AbortSignal): Promise<Memory> {
    throwIfAborted(signal);
    const { bos, sep } = this.manifest.pieces;
    const ids = [bos, ...source, sep];
    this.checkLength(ids.length + 8);
    // The position before each piece tells its probability. The graph wants one at least, also of an empty source.
    const { output, kept } = await this.run({
      ids,
      rows: 1,
      length: ids.length,
      start: 0,
      bias: this.causalBias(ids.length),
      memory: this.blank,
      pool: this.noPast,
      slots: new Int32Array(1),
      select: Int32Array.from({ length: Math.max(1, source.length) }, (_, t) => t),
      probes: Int32Array.from(ids.slice(1, Math.max(1, source.length) + 1)),
      keep: true,
    });
    return new SourceMemory(
      ids.length,
      output.probeLogProbs.slice(0, source.length),
      Object.fromEntries(kept.map((tensor, i) => [`memory_${i}`, tensor])),
    );
  }

  async begin(
    memory: Memory,
    tags: readonly number[],
    options: { capacity: number; probes?: readonly number[]; signal?: AbortSignal },
  ): Promise<{ cache: Cache; output: StepOutput }> {
    throwIfAborted(options.signal);
    const source = memory as SourceMemory;
    const pool = this.takePool();
    const cache = new RowCache(source, pool, options.capacity + tags.length, (used) => {
      this.returnPool(used);
    });
    try {
      const length = tags.length;
      const columns = source.length + 1 + length;
      const bias = new Float32Array(length * columns).fill(CLOSED);
      for (let t = 0; t < length; t += 1) {
        bias.fill(0, t * columns, t * columns + source.length);
        bias.fill(0, t * columns + source.length + 1, t * columns + source.length + 2 + t);
      }
      const probes = options.probes && options.probes.length > 0 ? options.probes : [this.eos];
      const { output, kept } = await this.run({
        ids: tags,
        rows: 1,
        length,
        start: source.length,
        bias,
        memory: source.feeds,
        pool: pool.feeds(),
        slots: new Int32Array(1),
        select: Int32Array.of(length - 1),
        probes: Int32Array.from(probes),
        keep: true,
      });
      const first = pool.append(kept, length);
      cache.past = [Int32Array.from({ length }, (_, t) => first + t)];
      return { cache, output };
    } catch (cause) {
      cache.dispose();
      throw cause;
    }
  }

  async step(
    cache: Cache,
    parents: Int32Array,
    ids: Int32Array,
    options: { probes?: Int32Array; signal?: AbortSignal } = {},
  ): Promise<StepOutput> {
    throwIfAborted(options.signal);
    const { memory, pool, past, capacity } = cache as RowCache;
    const rows = ids.length;
    if (pool.used + rows > capacity) throw new OtherwiseError('runtime', `The batch was opened for ${capacity} pieces and needs more.`);
    const owns = Array.from(parents, (parent) => past[parent] as Int32Array);
    const before = (owns[0] as Int32Array).length;
    const padded = this.gpu ? Math.ceil(before / 8) * 8 : before;
    const slots = new Int32Array(rows * padded);
    owns.forEach((own, row) => {
      slots.set(own, row * padded);
    });
    const bias = new Float32Array(memory.length + padded + 1);
    bias.fill(CLOSED, memory.length + before, memory.length + padded);
    const { output, kept } = await this.run({
      ids,
      rows,
      length: 1,
      start: memory.length + before,
      bias,
      memory: memory.feeds,
      pool: pool.feeds(),
      slots,
      select: Int32Array.from({ length: rows }, (_, row) => row),
      probes: options.probes && options.probes.length > 0 ? options.probes : new Int32Array(rows).fill(this.eos),
      keep: true,
    });
    const first = pool.append(kept, rows);
    (cache as RowCache).past = owns.map((own, row) => {
      const longer = new Int32Array(before + 1);
      longer.set(own);
      longer[before] = first + row;
      return longer;
    });
    return output;
  }

  async score(requests: readonly ScoreRequest[], signal?: AbortSignal): Promise<Scores[]> {
    const { bos, sep } = this.manifest.pieces;
    const results: Scores[] = [];
    const sequences = requests.map(({ source, tags, target, prior }, index): ScoredSequence => ({
      index,
      ids: [bos, ...source, sep, ...tags, ...target],
      prior: prior === true ? source : undefined,
      wanted: [...target, this.eos],
    }));
    for (const { ids } of sequences) this.checkLength(ids.length);
    for (const chunk of scoringPasses(sequences)) {
      throwIfAborted(signal);
      const scores = await this.scoreChunk(chunk);
      chunk.forEach(({ index }, i) => {
        results[index] = scores[i] as Scores;
      });
    }
    return results;
  }

  private async scoreChunk(chunk: readonly ScoredSequence[]): Promise<Scores[]> {
    const length = Math.min(this.maxPositions, ...chunk.map(padded));
    const ids = new Int32Array(chunk.length * length).fill(this.eos);
    const select: number[] = [];
    chunk.forEach((sequence, row) => {
      ids.set(sequence.ids, row * length);
      const first = row * length + sequence.ids.length - sequence.wanted.length;
      for (let t = 0; t < (sequence.prior?.length ?? 0); t += 1) select.push(row * length + t);
      for (let t = 0; t < sequence.wanted.length; t += 1) select.push(first + t);
    });
    const { output, estimates } = await this.run({
      ids,
      rows: chunk.length,
      length,
      start: 0,
      bias: this.causalBias(length),
      memory: this.blank,
      pool: this.noPast,
      slots: new Int32Array(chunk.length),
      select: Int32Array.from(select),
      probes: Int32Array.from(chunk.flatMap(({ prior = [], wanted }) => [...prior, ...wanted])),
      keep: false,
    });
    let at = 0;
    return chunk.map(({ prior, wanted }) => {
      const [start, from, to] = [at, (at += prior?.length ?? 0), (at += wanted.length)];
      return {
        logProbs: output.probeLogProbs.slice(from, to),
        ...(prior && { prior: output.probeLogProbs.slice(start, from) }),
        ...(estimates && { estimates: meanEstimates(estimates.subarray(2 * from, 2 * to)) }),
      };
    });
  }

  /** `estimates`: [select × 2], of rewrites and of sources; undefined for a model without estimators. */
  private async run(pass: Pass): Promise<{ output: StepOutput; estimates: Float32Array | undefined; kept: Tensor[] }> {
    const { ort } = this.runtime;
    const { rows, length, start, select } = pass;
    const heads = select.length;
    const probes = pass.probes.length / heads;
    const columns = pass.bias.length / length;
    const groups = this.vocabularySize / this.manifest.group;
    const own: Record<string, Tensor> = {
      embeddings: new ort.Tensor('float32', this.embedding.rows(pass.ids), [rows, length, this.embedding.hidden]),
      positions: new ort.Tensor(
        'int64',
        BigInt64Array.from({ length: rows * length }, (_, i) => BigInt(start + (i % length))),
        [rows, length],
      ),
      bias: new ort.Tensor('float32', pass.bias, [length, columns]),
      slots: new ort.Tensor('int32', pass.slots, [rows, pass.slots.length / rows]),
      select: new ort.Tensor('int32', select, [heads]),
      offsets: new ort.Tensor(
        'int32',
        Int32Array.from({ length: heads }, (_, n) => n * groups),
        [heads, 1],
      ),
      probes: new ort.Tensor('int32', pass.probes, [heads, probes]),
    };
    const feeds = { ...own, ...pass.memory, ...pass.pool, estimators: this.estimators };
    const results = await this.inTurn(() => this.session.run(feeds, pass.keep ? ['packed', ...this.newNames] : ['packed']));
    for (const tensor of Object.values(own)) tensor.dispose();
    await this.breathe?.();
    const packed = results['packed'] as Tensor;
    const { output, estimates } = unpack(packed.data as Float32Array, heads, this.manifest.top, probes);
    packed.dispose();
    const kept = pass.keep ? this.newNames.map((name) => results[name] as Tensor) : [];
    if (!this.manifest.estimator) return { output, estimates: undefined, kept };
    return { output: { ...output, estimates: estimates.filter((_, i) => i % 2 === 0) }, estimates, kept };
  }

  /** A session runs once at a time; scoring pairs may fall between the steps of a request. */
  private inTurn<T>(run: () => Promise<T>): Promise<T> {
    const running = this.turn.then(run);
    this.turn = running.then(() => undefined, () => undefined);
    return running;
  }

  private checkLength(positions: number): void {
    if (positions > this.maxPositions)
      throw new OtherwiseError(
        'text-too-long',
        `The text has ${positions} positions with its rewrite; the model reads ${this.maxPositions}. Split it.`,
      );
  }

  private takePool(): SlotPool {
    const pool =
      this.spare ??
      (this.gpu
        ? new GpuSlotPool(this.runtime.ort, this.gpu, this.layers, this.width)
        : new CpuSlotPool(this.runtime.ort, this.layers, this.width));
    this.spare = undefined;
    return pool;
  }

  private returnPool(pool: SlotPool): void {
    pool.reset();
    if (this.spare) pool.dispose();
    else this.spare = pool;
  }

  async dispose(): Promise<void> {
    this.spare?.dispose();
    this.spare = undefined;
    await this.session.release();
  }
}

/**
 * The graph's `packed` output, row by row [log-probs of the top, their ids, probes, log-sum-exp, estimates of a rewrite
 * and of a source].
 */
function unpack(data: Float32Array, rows: number, top: number, probes: number): { output: StepOutput; estimates: Float32Array } {
  const stride = 2 * top + probes + 3;
  const topIds = new Int32Array(rows * top);
  const topLogProbs = new Float32Array(rows * top);
  const probeLogProbs = new Float32Array(rows * probes);
  const estimates = new Float32Array(rows * 2);
  for (let row = 0; row < rows; row += 1) {
    const at = row * stride;
    topLogProbs.set(data.subarray(at, at + top), row * top);
    topIds.set(data.subarray(at + top, at + 2 * top), row * top);
    probeLogProbs.set(data.subarray(at + 2 * top, at + 2 * top + probes), row * probes);
    estimates.set(data.subarray(at + stride - 2, at + stride), row * 2);
  }
  return { output: { rows, top, topIds, topLogProbs, probes, probeLogProbs }, estimates };
}

/** Means over the positions of a target. @param estimates [positions × 2] */
function meanEstimates(estimates: Float32Array): Estimates {
  const mean = (column: number): number =>
    estimates.reduce((sum, value, i) => (i % 2 === column ? sum + value : sum), 0) / (estimates.length / 2);
  return { rewrite: mean(0), source: mean(1) };
}
