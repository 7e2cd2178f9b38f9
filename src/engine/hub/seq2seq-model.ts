import type { InferenceSession, Tensor } from 'onnxruntime-web';
import { OtherwiseError, throwIfAborted } from '../../core/errors.ts';
import type { Cache, Memory, ScoreRequest, Scores, StepModel, StepOutput } from '../../core/decoding/step-model.ts';
import type { OrtModule } from '../model/runtime.ts';
import { CachedGraph } from './cached-graph.ts';
import { readHead, readTargets } from './head.ts';
import { RowCache } from './row-cache.ts';
import { type Feeds, floats, int64, logitsAt, ones, repeated, takeRows } from './rows.ts';

/** The parts of a model's sequences, by its tokenizer and its config. */
export interface Seq2SeqMarks {
  /** Tokens around every source: a task's prefix, marks of begin and end, a language. */
  readonly before: readonly number[];
  readonly after: readonly number[];
  /** Tokens that every target begins with, before its first own one. */
  readonly start: readonly number[];
  readonly eos: number;
  readonly reserved: ReadonlySet<number>;
  readonly vocabularySize: number;
  readonly maxPositions: number;
}

/** Sessions of an export. In a merged one both decoders are the same. */
export interface Seq2SeqSessions {
  readonly encoder: InferenceSession;
  readonly first: InferenceSession;
  readonly next: InferenceSession;
}

/** An encoded source: its states, and the keys and values that the decoder made of them, once a decoding began. */
class SourceMemory implements Memory {
  /** The cross-attention of all layers, [1, heads, source, width]. */
  attention: Feeds = {};
  private readonly wider = new Map<number, Feeds>();

  constructor(readonly length: number, readonly states: Tensor) {}

  /** The memory for a number of rows: one for all, where the graph lets rows share it. */
  feeds(ort: OrtModule, rows: number, isShared: boolean): Feeds {
    const wide = isShared ? 1 : rows;
    const known = this.wider.get(wide) ?? {
      encoder_hidden_states: repeated(ort, this.states, wide),
      ...Object.fromEntries(Object.entries(this.attention).map(([name, tensor]) => [name, repeated(ort, tensor, wide)])),
    };
    this.wider.set(wide, known);
    return { ...known, encoder_attention_mask: ones(ort, rows, this.length) };
  }

  dispose(): void {
    this.attention = {};
    this.wider.clear();
  }
}

const isOwn = (input: string): boolean => !input.includes('.encoder.');

/**
 * Encoder–decoder models as the hub has them (Marian, T5, BART, Pegasus and their kin). The encoder reads a sentence once. Its
 * cross-attention is shared by all rows where the graph allows it (`isShared`), else repeated for each; the rows' own past is reordered by
 * copying, and not copied where rows go on as they are. All logits come back: `readHead` says what that costs. Targets are scored one by
 * one, so that figures depend on nothing beside them, whatever the arithmetic.
 */
export class Seq2SeqModel implements StepModel {
  readonly vocabularySize: number;
  readonly eos: number;
  readonly maxPositions: number;
  readonly reserved: ReadonlySet<number>;
  /** Tells whether rows read one memory; a comparison finds out when the model is loaded. */
  isShared = false;
  private readonly first: CachedGraph;
  private readonly next: CachedGraph;

  constructor(
    private readonly ort: OrtModule, private readonly sessions: Seq2SeqSessions, readonly marks: Seq2SeqMarks,
    private readonly breathe?: () => Promise<void>,
  ) {
    this.first = new CachedGraph(ort, sessions.first, breathe);
    this.next = sessions.next === sessions.first ? this.first : new CachedGraph(ort, sessions.next, breathe);
    ({ vocabularySize: this.vocabularySize, eos: this.eos, maxPositions: this.maxPositions, reserved: this.reserved } = marks);
  }

  async encode(source: readonly number[], signal?: AbortSignal): Promise<Memory> {
    throwIfAborted(signal);
    const ids = [...this.marks.before, ...source, ...this.marks.after];
    this.checkLength(ids.length);
    const { encoder } = this.sessions;
    const feeds = { input_ids: int64(this.ort, ids, [1, ids.length]), attention_mask: ones(this.ort, 1, ids.length) };
    const outputs = await encoder.run(Object.fromEntries(Object.entries(feeds).filter(([name]) => encoder.inputNames.includes(name))));
    await this.breathe?.();
    return new SourceMemory(ids.length, (outputs['last_hidden_state'] ?? Object.values(outputs)[0]) as Tensor);
  }

  async begin(
    memory: Memory, tags: readonly (readonly number[])[],
    options: { capacity: number; probes?: readonly number[]; signal?: AbortSignal },
  ): Promise<{ cache: Cache; output: StepOutput }> {
    throwIfAborted(options.signal);
    const source = memory as SourceMemory;
    const [first = []] = tags;
    if (tags.some((row) => row.join() !== first.join()))
      throw new OtherwiseError('bad-request', 'Rows of a model without styles begin with the same tokens.');
    const ids = [...this.marks.start, ...first];
    const { logits, past } = await this.teach(source, ids);
    source.attention = Object.fromEntries(Object.entries(past).filter(([name]) => !isOwn(name)));
    const rows = tags.length;
    const all = new Int32Array(rows);
    const tensors = Object.fromEntries(Object.entries(past).filter(([name]) => isOwn(name)).map(([name, tensor]) =>
      [name, takeRows(this.ort, tensor, all)]));
    const probes = options.probes && options.probes.length > 0 ? options.probes : [this.eos];
    const last = logitsAt(logits, -1);
    const values = new Float32Array(rows * last.length);
    for (let row = 0; row < rows; row += 1) values.set(last, row * last.length);
    const output = readHead({ values, vocabulary: last.length }, Int32Array.from(tags.flatMap(() => probes)));
    return { cache: new RowCache(source, { past: tensors, rows, length: ids.length }, options.capacity), output };
  }

  async step(
    cache: Cache, parents: Int32Array, ids: Int32Array, options: { probes?: Int32Array; signal?: AbortSignal } = {},
  ): Promise<StepOutput> {
    throwIfAborted(options.signal);
    const batch = cache as RowCache<SourceMemory>;
    const rows = ids.length;
    batch.claim(rows);
    const past = Object.fromEntries(Object.entries(batch.past).map(([name, tensor]) => [name, takeRows(this.ort, tensor, parents)]));
    const { logits, past: longer } = await this.next.run(
      {
        ...batch.memory.feeds(this.ort, rows, this.isShared),
        ...past,
        input_ids: int64(this.ort, ids, [rows, 1]),
        use_cache_branch: this.flag(true),
      },
      isOwn,
    );
    batch.advance(longer, rows);
    const probes = options.probes && options.probes.length > 0 ? options.probes : new Int32Array(rows).fill(this.eos);
    return readHead({ values: logitsAt(logits, -1), vocabulary: logits.dims[2] ?? 0 }, probes);
  }

  async score(requests: readonly ScoreRequest[], signal?: AbortSignal): Promise<Scores[]> {
    const memories = new Map<string, SourceMemory>();
    const scores: Scores[] = [];
    for (const { source, tags, target } of requests) {
      throwIfAborted(signal);
      const key = source.join();
      const memory = memories.get(key) ?? (await this.encode(source, signal) as SourceMemory);
      memories.set(key, memory);
      const start = [...this.marks.start, ...tags];
      this.checkLength(start.length + target.length);
      const { logits } = await this.teach(memory, [...start, ...target], () => false);
      const vocabulary = logits.dims[2] ?? 0;
      const values = floats(logits).subarray((start.length - 1) * vocabulary);
      scores.push({ logProbs: readTargets({ values, vocabulary }, [...target, this.eos]) });
    }
    return scores;
  }

  /** Reads a target's beginning for scoring, in one row and without a past. */
  private teach(memory: SourceMemory, ids: readonly number[], keep?: (input: string) => boolean): ReturnType<CachedGraph['run']> {
    return this.first.run(
      {
        ...this.first.emptyPast(),
        input_ids: int64(this.ort, ids, [1, ids.length]),
        encoder_hidden_states: memory.states,
        encoder_attention_mask: ones(this.ort, 1, memory.length),
        use_cache_branch: this.flag(false),
      },
      keep,
    );
  }

  private flag(value: boolean): Tensor {
    return new this.ort.Tensor('bool', [value], [1]);
  }

  private checkLength(positions: number): void {
    if (positions > this.maxPositions)
      throw new OtherwiseError('text-too-long', `The text has ${positions} positions; the model reads ${this.maxPositions}. Split it.`);
  }

  async dispose(): Promise<void> {
    await this.sessions.encoder.release();
    await this.first.dispose();
    if (this.next !== this.first) await this.next.dispose();
  }
}
