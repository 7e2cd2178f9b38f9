import type { Tensor } from 'onnxruntime-web';
import { CLOSED, Graph, type GraphParts, pastBias } from './graph.ts';
import { judge } from './judge.ts';
import { padded, type ScoredSequence, scoringPasses } from './scoring-passes.ts';
import { OtherwiseError, throwIfAborted } from '../../core/errors.ts';
import type { Cache, Estimates, Memory, ScoreRequest, Scores, StepModel, StepOutput } from '../../core/decoding/step-model.ts';
import { Pools, type SlotPool } from './slots.ts';

/** The parts of the model: a graph, and the device with its pools. */
export interface DecoderParts extends GraphParts {
  /** The device with the keys and values; undefined where they are in ordinary memory. */
  readonly gpu: GPUDevice | undefined;
}

class SourceMemory implements Memory {
  constructor(readonly length: number, readonly prior: Float32Array, readonly feeds: Record<string, Tensor>) {}
  dispose(): void {
    for (const tensor of Object.values(this.feeds)) tensor.dispose();
  }
}

class RowCache implements Cache {
  /** The slots of every row's own past, tags included. */
  past: Int32Array[] = [];
  /** The slots of all rows that were ever computed. */
  readonly known: Int32Array[] = [];
  constructor(
    readonly memory: SourceMemory,
    readonly pool: SlotPool,
    readonly capacity: number,
    private readonly release: (pool: SlotPool) => void,
  ) {}
  get rows(): number {
    return this.past.length;
  }
  add(past: Int32Array[]): void {
    this.past = past;
    this.known.push(...past);
  }
  private open = true;
  dispose(): void {
    if (this.open) this.release(this.pool);
    this.open = false;
  }
}

/**
 * The shipped model family: one causal network used as prefix encoder, decoder step and scorer (`graph.ts` feeds it). Samples share the
 * source's memory; their own past is in slots.
 */
export class PrefixDecoder implements StepModel {
  readonly vocabularySize: number;
  readonly eos: number;
  readonly maxPositions: number;
  readonly reserved: ReadonlySet<number>;
  readonly judge: StepModel['judge'];
  private readonly graph: Graph;
  private readonly pools: Pools;
  private readonly judgingPools: Pools;

  constructor(private readonly parts: DecoderParts) {
    const { architecture, pieces } = parts.manifest;
    this.vocabularySize = architecture.vocabulary;
    this.eos = pieces.eos;
    this.maxPositions = architecture.positions;
    this.reserved = new Set(Array.from({ length: pieces.reserved }, (_, id) => id).filter((id) => id !== pieces.eos));
    this.graph = new Graph(parts);
    const { runtime: { ort }, gpu } = parts;
    const { layers, judgingLayers, width } = this.graph;
    this.pools = new Pools({ ort, gpu, layers, width });
    this.judgingPools = new Pools({ ort, gpu, layers: judgingLayers, width });
    if (this.graph.judges) this.judge = (requests, signal) => this.judged(requests, signal);
  }

  async encode(source: readonly number[], signal?: AbortSignal): Promise<Memory> {
    throwIfAborted(signal);
    const { bos, sep } = this.parts.manifest.pieces;
    const ids = [bos, ...source, sep];
    this.checkLength(ids.length + 8);
    // The position before each piece tells its probability. The graph wants one at least, also of an empty source.
    const { output, kept } = await this.graph.read({
      ids,
      rows: 1,
      length: ids.length,
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
    tags: readonly (readonly number[])[],
    options: { capacity: number; probes?: readonly number[]; signal?: AbortSignal },
  ): Promise<{ cache: Cache; output: StepOutput }> {
    throwIfAborted(options.signal);
    const source = memory as SourceMemory;
    const pool = this.pools.take();
    const rows = tags.length;
    const length = tags[0]?.length ?? 0;
    const cache = new RowCache(source, pool, options.capacity + rows * length, (used) => {
      this.pools.give(used);
    });
    const probes = options.probes && options.probes.length > 0 ? options.probes : [this.eos];
    try {
      const { output, kept } = await this.graph.run(
        {
          ids: tags.flat(),
          rows,
          length,
          select: Int32Array.from(tags, (_, row) => row * length + length - 1),
          probes: Int32Array.from(tags.flatMap(() => probes)),
          keep: true,
        },
        {
          start: source.length,
          bias: pastBias({ memory: source.length, past: 0, length }),
          memory: source.feeds,
          pool: pool.feeds(),
          slots: new Int32Array(rows),
        },
      );
      const first = pool.append(kept, rows * length);
      cache.add(tags.map((_, row) => Int32Array.from({ length }, (_, t) => first + row * length + t)));
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
    const padded = this.parts.runtime.device === 'webgpu' ? Math.ceil(before / 8) * 8 : before;
    const slots = new Int32Array(rows * padded);
    owns.forEach((ownSlots, row) => {
      slots.set(ownSlots, row * padded);
    });
    const bias = new Float32Array(memory.length + padded + 1);
    bias.fill(CLOSED, memory.length + before, memory.length + padded);
    const { output, kept } = await this.graph.run(
      {
        ids,
        rows,
        length: 1,
        select: Int32Array.from({ length: rows }, (_, row) => row),
        probes: options.probes && options.probes.length > 0 ? options.probes : new Int32Array(rows).fill(this.eos),
        keep: true,
      },
      { start: memory.length + before, bias, memory: memory.feeds, pool: pool.feeds(), slots },
    );
    const first = pool.append(kept, rows);
    (cache as RowCache).add(owns.map((slots, row) => {
      const longer = new Int32Array(before + 1);
      longer.set(slots);
      longer[before] = first + row;
      return longer;
    }));
    return output;
  }

  recall(cache: Cache, rows: Int32Array): void {
    const { known } = cache as RowCache;
    (cache as RowCache).past = Array.from(rows, (row) => known[row] as Int32Array);
  }

  async score(requests: readonly ScoreRequest[], signal?: AbortSignal): Promise<Scores[]> {
    const { bos, sep } = this.parts.manifest.pieces;
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

  private async judged(requests: readonly ScoreRequest[], signal?: AbortSignal): Promise<number[]> {
    for (const { source, tags, target } of requests) this.checkLength(source.length + tags.length + target.length + 2);
    const { graph, parts: { manifest: { pieces } } } = this;
    return judge({ graph, pieces, pools: this.judgingPools }, requests, signal);
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
    const { output, estimates } = await this.graph.read({
      ids,
      rows: chunk.length,
      length,
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

  private checkLength(positions: number): void {
    if (positions > this.maxPositions)
      throw new OtherwiseError(
        'text-too-long',
        `The text has ${positions} positions with its rewrite; the model reads ${this.maxPositions}. Split it.`,
      );
  }

  async dispose(): Promise<void> {
    this.pools.dispose();
    this.judgingPools.dispose();
    await this.graph.dispose();
  }
}

/** The means over the positions of a target. @param estimates [positions × 2] */
function meanEstimates(estimates: Float32Array): Estimates {
  const mean = (column: number): number =>
    estimates.reduce((sum, value, i) => (i % 2 === column ? sum + value : sum), 0) / (estimates.length / 2);
  return { rewrite: mean(0), source: mean(1) };
}
