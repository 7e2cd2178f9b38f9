import { Random } from '../../../src/core/decoding/random.ts';
import type { Cache, StepModel, StepOutput } from '../../../src/core/decoding/step-model.ts';
import { constrainedTopK, draw } from '../../../src/core/decoding/top-k.ts';
import { type Contestant, DRAW, type Sampled, type Task } from './contestant.ts';

/** The candidates that a step tells of a row. */
function candidatesOf({ top, topIds, topLogProbs }: StepOutput, row: number): { id: number; logProb: number }[] {
  return Array.from({ length: top }, (_, k) => ({
    id: topIds[row * top + k] as number, logProb: topLogProbs[row * top + k] as number,
  }));
}

/** Samples under one set of bans each, and the row of the last step that each continues. */
interface Samples {
  readonly pieces: readonly number[][];
  rows: Int32Array;
}

/**
 * The engine's own steps: one memory for all rows, one row until the first piece is drawn. Samples that begin alike share a row, as in
 * `sampleBatch`, unless each shall have one of its own.
 */
export class Ours implements Contestant {
  private readonly random = new Random(0);

  /** @param parts.shared whether samples share rows, @param parts.end closes the engine */
  constructor(
    private readonly model: StepModel, private readonly task: Task,
    private readonly parts: { readonly shared: boolean; readonly end: () => Promise<void> },
  ) {}

  async sample(batch: number, steps: number): Promise<Sampled> {
    const began = performance.now();
    const { tags, source } = this.task;
    const memory = await this.model.encode(source);
    const { cache, output: opening } = await this.model.begin(memory, [tags], { capacity: batch * steps });
    try {
      const samples: Samples = { pieces: Array.from({ length: batch }, () => []), rows: new Int32Array(batch) };
      let output = opening;
      for (let step = 1; step <= steps; step += 1) {
        samples.pieces.forEach((pieces, i) => pieces.push(this.drawn(output, samples.rows[i] as number, i)));
        if (step < steps) output = await this.step(cache, samples);
      }
      return { rows: samples.pieces, first: performance.now() - began };
    } finally {
      cache.dispose();
      memory.dispose();
    }
  }

  /** Appends the last piece of each sample. */
  private step(cache: Cache, samples: Samples): Promise<StepOutput> {
    const known = new Map<string, number>();
    const parents: number[] = [];
    const ids: number[] = [];
    samples.rows = Int32Array.from(samples.pieces, (pieces, i) => {
      const [parent = 0, id = 0] = [samples.rows[i], pieces.at(-1)];
      const key = this.parts.shared ? `${parent} ${id}` : `${i}`;
      const row = known.get(key) ?? ids.length;
      if (row === ids.length) {
        known.set(key, row);
        parents.push(parent);
        ids.push(id);
      }
      return row;
    });
    return this.model.step(cache, Int32Array.from(parents), Int32Array.from(ids));
  }

  /** @param at the row of the output, @param row the sample */
  private drawn(output: StepOutput, at: number, row: number): number {
    const { bans, pieces: { eos } } = this.task;
    const banned = bans[row % bans.length] ?? [];
    const blocked = (id: number): boolean => id === eos || banned.includes(id) || this.model.reserved.has(id);
    return draw(constrainedTopK(candidatesOf(output, at), blocked, DRAW.topK, DRAW.temperature), this.random.uniform()) ?? eos;
  }

  async score(candidates: readonly (readonly number[])[]): Promise<readonly (readonly number[])[]> {
    const { source: target, tags } = this.task;
    const scores = await this.model.score(candidates.map((source) => ({ source, tags, target })));
    return scores.map(({ logProbs }) => [...logProbs]);
  }

  async follow(target: readonly number[]): Promise<readonly number[]> {
    const memory = await this.model.encode(this.task.source);
    const { cache, output } = await this.model.begin(memory, [this.task.tags], { capacity: target.length, probes: target.slice(0, 1) });
    try {
      const found = [output.probeLogProbs[0] as number];
      for (const [t, id] of target.slice(0, -1).entries()) {
        const probes = Int32Array.of(target[t + 1] as number);
        found.push((await this.model.step(cache, Int32Array.of(0), Int32Array.of(id), { probes })).probeLogProbs[0] as number);
      }
      return found;
    } finally {
      cache.dispose();
      memory.dispose();
    }
  }

  dispose(): Promise<void> {
    return this.parts.end();
  }
}
