import type { InferenceSession, Tensor } from 'onnxruntime-web';
import { OtherwiseError, throwIfAborted } from '../../core/errors.ts';
import type { Cache, Memory, ScoreRequest, Scores, StepModel, StepOutput } from '../../core/decoding/step-model.ts';
import type { OrtModule } from '../model/runtime.ts';
import { CachedGraph, type Decoded } from './cached-graph.ts';
import { readHead, readTargets } from './head.ts';
import { RowCache } from './row-cache.ts';
import { type Feeds, floats, int64, logitsAt, ones, takeRows } from './rows.ts';

/** The parts of a model's sequences, by its prompt and its config. */
export interface CausalMarks {
  /** The prompt around every source. */
  readonly before: readonly number[];
  readonly after: readonly number[];
  readonly eos: number;
  readonly reserved: ReadonlySet<number>;
  readonly vocabularySize: number;
  readonly maxPositions: number;
}

/** The keys and values of a prompt that was read. */
class PromptMemory implements Memory {
  /** @param last logits after the prompt, [vocabulary] */
  constructor(readonly length: number, public past: Feeds, readonly last: Float32Array) {}
  dispose(): void {
    this.past = {};
  }
}

/**
 * Language models as the hub has them (SmolLM2, Qwen, LFM and their kin), asked for rewrites in a prompt. The prompt is read once for all
 * samples; but these graphs join the prompt's keys and values to each row's own, so every row carries a copy of them. All logits come back:
 * `readHead` says what that costs. Targets are scored one by one, so that figures depend on nothing beside them, whatever the arithmetic.
 */
export class CausalModel implements StepModel {
  readonly vocabularySize: number;
  readonly eos: number;
  readonly maxPositions: number;
  readonly reserved: ReadonlySet<number>;
  private readonly graph: CachedGraph;

  constructor(
    private readonly ort: OrtModule, session: InferenceSession, readonly marks: CausalMarks, breathe?: () => Promise<void>,
  ) {
    this.graph = new CachedGraph(ort, session, breathe);
    ({ vocabularySize: this.vocabularySize, eos: this.eos, maxPositions: this.maxPositions, reserved: this.reserved } = marks);
  }

  async encode(source: readonly number[], signal?: AbortSignal): Promise<Memory> {
    throwIfAborted(signal);
    const ids = [...this.marks.before, ...source, ...this.marks.after];
    this.checkLength(ids.length);
    const { logits, past } = await this.read(ids, this.graph.emptyPast(), 0, 1);
    return new PromptMemory(ids.length, past, logitsAt(logits, -1));
  }

  async begin(
    memory: Memory, tags: readonly (readonly number[])[],
    options: { capacity: number; probes?: readonly number[]; signal?: AbortSignal },
  ): Promise<{ cache: Cache; output: StepOutput }> {
    throwIfAborted(options.signal);
    if (tags.some((row) => row.length > 0))
      throw new OtherwiseError('bad-request', 'A model without styles has no tokens for one.');
    const prompt = memory as PromptMemory;
    const rows = tags.length;
    const probes = options.probes && options.probes.length > 0 ? options.probes : [this.eos];
    const values = new Float32Array(rows * prompt.last.length);
    for (let row = 0; row < rows; row += 1) values.set(prompt.last, row * prompt.last.length);
    const output = readHead({ values, vocabulary: prompt.last.length }, Int32Array.from(tags.flatMap(() => probes)));
    return { cache: new RowCache(prompt, { past: prompt.past, rows: 1, length: prompt.length }, options.capacity), output };
  }

  async step(
    cache: Cache, parents: Int32Array, ids: Int32Array, options: { probes?: Int32Array; signal?: AbortSignal } = {},
  ): Promise<StepOutput> {
    throwIfAborted(options.signal);
    const batch = cache as RowCache<PromptMemory>;
    const rows = ids.length;
    batch.claim(rows);
    // Before the first step all rows are the prompt's.
    const from = batch.length === batch.memory.length ? new Int32Array(rows) : parents;
    const past = Object.fromEntries(Object.entries(batch.past).map(([name, tensor]) => [name, takeRows(this.ort, tensor, from)]));
    const { logits, past: longer } = await this.read(ids, past, batch.length, rows);
    batch.advance(longer, rows);
    const probes = options.probes && options.probes.length > 0 ? options.probes : new Int32Array(rows).fill(this.eos);
    return readHead({ values: logitsAt(logits, -1), vocabulary: logits.dims[2] ?? 0 }, probes);
  }

  async score(requests: readonly ScoreRequest[], signal?: AbortSignal): Promise<Scores[]> {
    const memories = new Map<string, PromptMemory>();
    const scores: Scores[] = [];
    for (const { source, target } of requests) {
      const key = source.join();
      const memory = memories.get(key) ?? (await this.encode(source, signal) as PromptMemory);
      memories.set(key, memory);
      throwIfAborted(signal);
      this.checkLength(memory.length + target.length);
      const vocabulary = memory.last.length;
      const values = new Float32Array((target.length + 1) * vocabulary);
      values.set(memory.last);
      if (target.length > 0) values.set(floats((await this.read(target, memory.past, memory.length, 1)).logits), vocabulary);
      scores.push({ logProbs: readTargets({ values, vocabulary }, [...target, this.eos]) });
    }
    return scores;
  }

  /** @param ids [rows × positions] behind a past of `start` positions */
  private read(ids: ArrayLike<number>, past: Feeds, start: number, rows: number): Promise<Decoded> {
    const length = ids.length / rows;
    const positions = Array.from({ length: ids.length }, (_, i) => start + (i % length));
    const feeds: Feeds = {
      ...past,
      input_ids: int64(this.ort, ids, [rows, length]),
      attention_mask: ones(this.ort, rows, start + length),
      position_ids: int64(this.ort, positions, [rows, length]),
      num_logits_to_keep: this.scalar(start === 0 ? 1 : length),
    };
    return this.graph.run(feeds);
  }

  private scalar(value: number): Tensor {
    return new this.ort.Tensor('int64', BigInt64Array.of(BigInt(value)), []);
  }

  private checkLength(positions: number): void {
    if (positions > this.maxPositions)
      throw new OtherwiseError(
        'text-too-long', `The text has ${positions} positions with its prompt; the model reads ${this.maxPositions}. Split it.`,
      );
  }

  dispose(): Promise<void> {
    return this.graph.dispose();
  }
}
