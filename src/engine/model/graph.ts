import type { InferenceSession, Tensor } from 'onnxruntime-web';
import type { StepOutput } from '../../core/decoding/step-model.ts';
import type { Manifest } from '../files/manifest.ts';
import type { Runtime } from './runtime.ts';
import type { EmbeddingTable } from './weights.ts';

/** The value that closes an attention score when it is added. */
export const CLOSED = -1e9;

/** Some rows with equally many tokens, and the outputs that are wanted for them. */
export interface Batch {
  /** Token ids [rows × length], row by row. */
  readonly ids: ArrayLike<number>;
  readonly rows: number;
  readonly length: number;
  /** Flat positions that go through the head, one at least. */
  readonly select: Int32Array;
  /** The ids of the probes [select × probes]. */
  readonly probes: Int32Array;
  /** Tells whether the keys and values of the tokens are wanted. */
  readonly keep: boolean;
  /** Tells whether the adapter takes part; then `judgement` is given. */
  readonly judging?: boolean;
}

/** The keys and values that the rows of a batch attend to. */
export interface Context {
  readonly start: number;
  /** The attention bias, f32 [length × (memory + past + length)]. */
  readonly bias: Float32Array;
  readonly memory: Readonly<Record<string, Tensor>>;
  readonly pool: Readonly<Record<string, Tensor>>;
  /** The rows' places in the pool [rows × past]. */
  readonly slots: Int32Array;
}

/** The results of one run. */
export interface GraphOutput {
  readonly output: StepOutput;
  /** The estimates [select × 2], of rewrites and of sources; undefined for a model without estimators. */
  readonly estimates: Float32Array | undefined;
  /** [rows · length × 3] the adapter's evidence at each position (models/recipe/judge/adapter.py), where it takes part. */
  readonly judgement: Float32Array | undefined;
  /**
   * The layers' keys and values, each [rows · length, width], where they are wanted; the caller disposes of them. A run with the adapter
   * gives those of the layers up to the adapter's end.
   */
  readonly kept: readonly Tensor[];
}

/** The parts that a graph runs with. */
export interface GraphParts {
  readonly manifest: Manifest;
  readonly runtime: Runtime;
  /** The session of one of the manifest's graphs. */
  readonly session: InferenceSession;
  readonly embedding: EmbeddingTable;
  /** Pauses after every run, which waits for it. */
  readonly breathe?: (() => Promise<void>) | undefined;
}

/** Runs a session of the graph: feeds it and reads its output (models/recipe/export/export_graph.py has its inputs and outputs). */
export class Graph {
  /** The number of layers of keys and values. */
  readonly layers: number;
  /** The count of numbers of a token in a layer: its keys and values. */
  readonly width: number;
  private readonly parts: GraphParts;
  private readonly newNames: readonly string[];
  private readonly estimators: Tensor;
  /** The number of layers that the adapter reads; 0 without an adapter. */
  readonly judgingLayers: number;
  /** Feeds that open the adapter's gate, and spare the layers beyond it work that nobody needs. */
  private readonly judging: Readonly<Record<string, Tensor>>;
  private readonly closed: Tensor;
  /** A memory and a past of one masked column each, for rows that have none. */
  readonly blank: Pick<Context, 'memory' | 'pool'>;
  private turn: Promise<void> = Promise.resolve();

  constructor(parts: GraphParts) {
    this.parts = parts;
    const { layers, kv_heads, head } = parts.manifest.architecture;
    this.layers = layers;
    this.width = 2 * kv_heads * head;
    this.newNames = Array.from({ length: layers }, (_, i) => `new_${i}`);
    this.estimators = this.estimatorWeights();
    this.judgingLayers = parts.manifest.architecture.adapter?.high ?? 0;
    this.closed = this.floats(Float32Array.of(CLOSED), [1]);
    this.blank = { memory: this.zeros('memory'), pool: this.zeros('past') };
    this.judging = {
      ...this.blank.memory, ...this.blank.pool, gate: this.floats(Float32Array.of(0), [1]),
      deep: this.integers(new Int32Array(1), [1, 1]), deep_slots: this.integers(new Int32Array(1), [1, 1]),
      deep_positions: this.places(new BigInt64Array(1), [1, 1]),
      deep_bias: this.floats(Float32Array.of(CLOSED, CLOSED, 0), [1, 3]),
    };
  }

  private floats(data: Float32Array, dims: readonly number[]): Tensor {
    return new this.parts.runtime.ort.Tensor('float32', data, dims);
  }

  private integers(data: Int32Array, dims: readonly number[]): Tensor {
    return new this.parts.runtime.ort.Tensor('int32', data, dims);
  }

  private places(data: BigInt64Array, dims: readonly number[]): Tensor {
    return new this.parts.runtime.ort.Tensor('int64', data, dims);
  }

  /** Returns the probes of quality estimation as columns [hidden × 2]; zeros for a model without them. */
  private estimatorWeights(): Tensor {
    const { architecture: { hidden }, estimator } = this.parts.manifest;
    const { rewrite = [], source = [] } = estimator?.probes ?? {};
    return this.floats(Float32Array.from({ length: 2 * hidden }, (_, i) => (i % 2 === 0 ? rewrite : source)[i >> 1] ?? 0), [hidden, 2]);
  }

  private zeros(name: string): Record<string, Tensor> {
    return Object.fromEntries(
      this.newNames.map((_, i) => [`${name}_${i}`, this.floats(new Float32Array(this.width), [1, this.width])]),
    );
  }

  /** Reads whole sequences in one causal pass, without memory or past. */
  read(batch: Batch): Promise<GraphOutput> {
    return this.run(batch, { ...this.blank, start: 0, bias: causalBias(batch.length), slots: new Int32Array(batch.rows) });
  }

  get judges(): boolean {
    return this.judgingLayers > 0;
  }

  /** Runs the graph once. Runs do not overlap: each begins when the ones before it have ended. */
  async run(batch: Batch, context: Context): Promise<GraphOutput> {
    const { manifest, session, breathe } = this.parts;
    const { select, keep, judging = false } = batch;
    const ownFeeds = this.feeds(batch, context);
    const deeper = judging ? this.judging : this.judges ? this.beyond(batch, ownFeeds) : {};
    const feeds = { ...deeper, ...ownFeeds, ...context.memory, ...context.pool, estimators: this.estimators };
    const news = keep ? this.newNames.slice(0, judging ? this.judgingLayers : this.layers) : [];
    const wanted = ['packed', ...(judging ? ['judgement'] : []), ...news];
    const results = await this.inTurn(() => session.run(feeds, wanted));
    for (const tensor of Object.values(ownFeeds)) tensor.dispose();
    await breathe?.();
    const packed = results['packed'] as Tensor;
    const probes = batch.probes.length / select.length;
    const { output, estimates } = unpack(packed.data as Float32Array, select.length, manifest.top, probes);
    packed.dispose();
    const rest = { judgement: taken(results['judgement']), kept: news.map((name) => results[name] as Tensor) };
    if (!manifest.estimator) return { output, estimates: undefined, ...rest };
    return { output: { ...output, estimates: estimates.filter((_, i) => i % 2 === 0) }, estimates, ...rest };
  }

  /** Gives the feeds that belong to one run alone. */
  private feeds(batch: Batch, { start, bias, slots }: Context): Record<string, Tensor> {
    const { ids, rows, length, select, probes } = batch;
    const { manifest, embedding } = this.parts;
    const heads = select.length;
    const groups = manifest.architecture.vocabulary / manifest.group;
    // Positions behind the last one only fill up.
    const last = manifest.architecture.positions - 1;
    const positions = BigInt64Array.from({ length: rows * length }, (_, i) => BigInt(Math.min(last, start + (i % length))));
    return {
      embeddings: this.floats(embedding.rows(ids), [rows, length, embedding.hidden]),
      positions: this.places(positions, [rows, length]),
      bias: this.floats(bias, [length, bias.length / length]),
      slots: this.integers(slots, [rows, slots.length / rows]),
      select: this.integers(select, [heads]),
      offsets: this.integers(Int32Array.from({ length: heads }, (_, n) => n * groups), [heads, 1]),
      probes: this.integers(probes, [heads, probes.length / heads]),
    };
  }

  /** Gives the feeds of the layers beyond the adapter: the same as those before. */
  private beyond({ rows, length }: Batch, feeds: Record<string, Tensor>): Record<string, Tensor> {
    const deep = this.integers(Int32Array.from({ length: rows * length }, (_, i) => i), [rows, length]);
    const same = ['positions', 'bias', 'slots'].map((name) => [`deep_${name}`, feeds[name] as Tensor] as const);
    return { gate: this.closed, deep, ...Object.fromEntries(same) };
  }

  /** Runs one task at a time, as a session must; scoring pairs may fall between the steps of a request. */
  private inTurn<T>(run: () => Promise<T>): Promise<T> {
    const running = this.turn.then(run);
    this.turn = running.then(() => undefined, () => undefined);
    return running;
  }

  async dispose(): Promise<void> {
    await this.parts.session.release();
  }
}

/** Takes the numbers of a tensor and disposes of it. */
function taken(tensor: Tensor | undefined): Float32Array | undefined {
  const data = (tensor?.data as Float32Array | undefined)?.slice();
  tensor?.dispose();
  return data;
}

/** The number of positions that are attended to, and of those that attend. */
export interface Columns {
  readonly memory: number;
  /** The positions of each row's own past; 0 stands for one masked column. */
  readonly past: number;
  readonly length: number;
}

/**
 * Returns the attention bias [length × (memory + past + length)] of positions behind a memory and a past: they see both, and those of their
 * own that precede them.
 */
export function pastBias({ memory, past, length }: Columns): Float32Array {
  const before = memory + Math.max(1, past);
  const columns = before + length;
  const bias = new Float32Array(length * columns).fill(CLOSED);
  for (let t = 0; t < length; t += 1) {
    bias.fill(0, t * columns, t * columns + memory + past);
    bias.fill(0, t * columns + before, t * columns + before + 1 + t);
  }
  return bias;
}

/** Returns the attention bias [length × (2 + length)] of a causal pass over whole sequences: memory and past are one masked column each. */
function causalBias(length: number): Float32Array {
  const bias = new Float32Array(length * (2 + length)).fill(CLOSED);
  for (let t = 0; t < length; t += 1) bias.fill(0, t * (2 + length) + 2, t * (2 + length) + 3 + t);
  return bias;
}

/**
 * Unpacks the graph's `packed` output, row by row [log-probs of the top, their ids, probes, log-sum-exp, estimates of a rewrite and of a
 * source].
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
