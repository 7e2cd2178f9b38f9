import type * as Library from '@huggingface/transformers';
import { type Contestant, DRAW, promptOf, type Sampled, type System, type Task } from './contestant.ts';
import { Drawer, logSumExp } from './logits.ts';

/** @huggingface/transformers, as far as the benchmark uses it. */
export type Transformers = typeof Library;
type Tensor = Library.Tensor;
type Past = Record<string, Tensor>;

/** A causal model of the library: `generate` and one forward pass. */
export interface CausalModel {
  generate(options: Record<string, unknown>): Promise<Tensor>;
  forward(inputs: Record<string, unknown>): Promise<Record<string, Tensor>>;
  dispose(): Promise<unknown>;
}

/** Sequences of a forward pass that scores: all their logits come back. */
const SCORED = 30;
/** A logit above any other. */
const CHOSEN = 1e9;

/** The part that all ways of asking the library have in common. */
abstract class Theirs implements Contestant {
  constructor(protected readonly library: Transformers, protected readonly model: CausalModel, protected readonly task: Task) {}

  abstract sample(batch: number, steps: number): Promise<Sampled>;

  protected ids(rows: readonly (readonly number[])[]): Tensor {
    const width = rows[0]?.length ?? 0;
    return new this.library.Tensor('int64', BigInt64Array.from(rows.flat(), BigInt), [rows.length, width]);
  }

  protected readonly prompt = (): number[] => promptOf(this.task, this.task.source);

  /** Gives the pieces that `generate` appended. */
  protected appended(sequences: Tensor, steps: number): number[][] {
    return (sequences.tolist() as bigint[][]).map((row) => row.slice(-steps).map(Number));
  }

  /** Gives the options of `generate` for forced steps, drawn by its own sampler. */
  protected drawing(steps: number, banned: readonly number[]): Record<string, unknown> {
    return {
      max_new_tokens: steps, min_new_tokens: steps, do_sample: true, top_k: DRAW.topK, temperature: DRAW.temperature,
      bad_words_ids: banned.map((id) => [id]),
    };
  }

  async follow(target: readonly number[]): Promise<readonly number[]> {
    const found: number[] = [];
    const list = this.processors((logits) => {
      const id = target[found.length] as number;
      found.push((logits[id] as number) - logSumExp(logits));
      logits[id] = CHOSEN;
    });
    await this.model.generate({
      inputs: this.ids([this.prompt()]), max_new_tokens: target.length, do_sample: false, eos_token_id: null, logits_processor: list,
    });
    return found;
  }

  /** A list with one processor, which gets the logits of each row. */
  protected processors(change: (logits: Float32Array, row: number) => void): unknown {
    const { LogitsProcessor, LogitsProcessorList } = this.library;
    class Own extends LogitsProcessor {
      override _call(_ids: bigint[][], logits: Tensor): Tensor {
        const [rows = 0, width = 0] = logits.dims;
        const data = logits.data as Float32Array;
        for (let row = 0; row < rows; row += 1) change(data.subarray(row * width, (row + 1) * width), row);
        return logits;
      }
    }
    const list = new LogitsProcessorList();
    list.push(new Own());
    return list;
  }

  /** The number of sequences of a forward pass that scores, and whether it hands over no more logits than are wanted. */
  protected readonly scoring: { readonly rows: number; readonly few: boolean } = { rows: SCORED, few: false };

  async score(candidates: readonly (readonly number[])[]): Promise<readonly (readonly number[])[]> {
    const { source: target, pieces } = this.task;
    const wanted = [...target, pieces.eos];
    const found: number[][] = [];
    for (let at = 0; at < candidates.length; at += this.scoring.rows) {
      const rows = candidates.slice(at, at + this.scoring.rows).map((candidate) => [...promptOf(this.task, candidate), ...target]);
      found.push(...await this.read(rows, wanted));
    }
    return found;
  }

  /** @param rows sequences of one length, @param wanted the pieces after their last ones */
  private async read(rows: readonly (readonly number[])[], wanted: readonly number[]): Promise<number[][]> {
    const ids = this.ids(rows);
    const few = this.scoring.few && { num_logits_to_keep: new this.library.Tensor('int64', BigInt64Array.of(BigInt(wanted.length)), []) };
    const outputs = await this.model.forward({ input_ids: ids, attention_mask: this.library.ones_like(ids), ...few });
    const { data, dims: [, length = 0, width = 0] } = outputs['logits'] as Tensor;
    const row = (r: number, t: number): Float32Array => {
      const from = (r * length + length - wanted.length + t) * width;
      return (data as Float32Array).subarray(from, from + width);
    };
    Object.values(outputs).forEach(freed);
    return rows.map((_, r) => wanted.map((id, t) => (row(r, t)[id] as number) - logSumExp(row(r, t))));
  }

  async dispose(): Promise<void> {
    await this.model.dispose();
  }
}

/** Frees what lies on a graphics card. */
function freed(tensor: Tensor): void {
  if (tensor.location === 'gpu-buffer') tensor.dispose();
}

/** The way with as many calls of `generate` as rows are wanted, one input each. */
class Loop extends Theirs {
  protected override readonly scoring = { rows: 1, few: false };

  async sample(batch: number, steps: number): Promise<Sampled> {
    const began = performance.now();
    const rows: number[][] = [];
    let first = 0;
    for (let row = 0; row < batch; row += 1) {
      const banned = this.task.bans[row % this.task.bans.length] ?? [];
      const inputs = this.ids([this.prompt()]);
      rows.push(...this.appended(await this.model.generate({ inputs, ...this.drawing(steps, banned) }), steps));
      first ||= performance.now() - began;
    }
    return { rows, first };
  }
}

/** The way with one call and the same prompt in every row; bans are one list for all rows there. */
class Repeated extends Theirs {
  async sample(batch: number, steps: number): Promise<Sampled> {
    const began = performance.now();
    const inputs = this.ids(Array.from({ length: batch }, this.prompt));
    const rows = this.appended(await this.model.generate({ inputs, ...this.drawing(steps, this.task.bans[0] ?? []) }), steps);
    return { rows, first: performance.now() - began };
  }
}

/**
 * The prompt's past is computed once and copied for each row; `generate` takes it as `past_key_values`, reads the last piece of the prompt
 * in every row and draws by a processor of its own, which keeps each row's bans and spares the library's sampler its top-k runs.
 */
class Best extends Theirs {
  protected override readonly scoring = { rows: SCORED, few: true };

  async sample(batch: number, steps: number): Promise<Sampled> {
    const began = performance.now();
    const past = await this.tiled(batch);
    const drawer = new Drawer(this.task.bans, this.task.pieces.eos);
    const list = this.processors((logits, row) => {
      logits[drawer.drawn(logits, row)] = CHOSEN;
    });
    const inputs = this.ids(Array.from({ length: batch }, this.prompt));
    const sequences = await this.model.generate({
      inputs, attention_mask: this.library.ones_like(inputs), past_key_values: past,
      max_new_tokens: steps, do_sample: false, eos_token_id: null, logits_processor: list,
    });
    for (const tensor of Object.values(past)) freed(tensor);
    return { rows: this.appended(sequences, steps), first: performance.now() - began };
  }

  /** The past of all pieces of the prompt but its last one, `batch` times. */
  private async tiled(batch: number): Promise<Library.DynamicCache> {
    const ids = this.ids([this.prompt().slice(0, -1)]);
    const keep = new this.library.Tensor('int64', BigInt64Array.of(1n), []);
    const outputs = await this.model.forward({ input_ids: ids, attention_mask: this.library.ones_like(ids), num_logits_to_keep: keep });
    const entries: Past = {};
    for (const [name, tensor] of Object.entries(outputs)) {
      if (!name.startsWith('present')) continue;
      const one = await (tensor.ort_tensor.getData() as Promise<Float32Array>);
      const all = new Float32Array(batch * one.length);
      for (let row = 0; row < batch; row += 1) all.set(one, row * one.length);
      entries[name.replace('present', 'past_key_values')] = new this.library.Tensor('float32', all, [batch, ...tensor.dims.slice(1)]);
    }
    Object.values(outputs).forEach(freed);
    return new this.library.DynamicCache(entries);
  }
}

const kinds = { loop: Loop, repeated: Repeated, best: Best };

/** Gives one of the ways of asking the library for rewrites. */
export function theirs(system: Exclude<System, 'unshared' | 'ours'>, library: Transformers, model: CausalModel, task: Task): Contestant {
  return new kinds[system](library, model, task);
}
