import type { BundledEngine } from '../../../src/engine/model/engine.ts';
import { tagsFor } from '../../../src/engine/model/engine.ts';
import type { Contestant, System, Task } from './contestant.ts';
import type { Counter } from './counter.ts';
import { Ours } from './ours.ts';
import { type CausalModel, theirs, type Transformers } from './transformers.ts';

/** The device that a system runs on. */
export type Device = 'wasm' | 'webgpu';

/** Arithmetics that both exports have. */
export type Form = 'int8' | 'blocks';
/** The library's name for the export's file of an arithmetic, and the file's. */
export const exported = { int8: { dtype: 'int8', file: 'model_int8' }, blocks: { dtype: 'uint8', file: 'model_uint8' } } as const;

/** The model, device and sentence that a process or page is told to open. */
export interface Opening {
  readonly system: System;
  /** A bundled model, and its export in the hub's layout. */
  readonly model: string;
  readonly device: Device;
  /** The arithmetic of both. */
  readonly form: Form;
  readonly threads: number;
  readonly sentence: string;
  /** Tells whether our session tells where its nodes run. */
  readonly verbose?: boolean;
}

/** Calls of the graphics interface since the last reset; zero on WASM. */
export interface Calls {
  readonly mapAsync: number;
  readonly dispatches: number;
  /** Bytes of buffers that were mapped for reading. */
  readonly mapped: number;
}

/** The functions that a process or page offers. */
export interface Place {
  readonly counter: Counter;
  /** Opens our engine on the counted runtime. */
  engine(opening: Opening): Promise<BundledEngine>;
  /** Opens the same weights with the library, on the same runtime. */
  library(opening: Opening): Promise<{ library: Transformers; model: CausalModel }>;
  /** Gives the processor time of this process so far, milliseconds; undefined where it can't be told. */
  processor(): number | undefined;
  /** The most memory that was held so far, bytes. */
  peak(): number;
  calls(): Calls;
  resetCalls(): void;
}

/** The time and memory that a job took. */
export interface Measured extends Calls {
  readonly milliseconds: number;
  readonly processorMilliseconds: number | undefined;
  /** The time at which the first rewrite was complete, milliseconds. */
  readonly first: number;
  readonly runs: number;
  readonly bytes: number;
  readonly peak: number;
}

/** The pieces of five content words, banned in turn: the sets of bans differ from row to row. */
const BANNED = 5;

/** A system in a process or page of its own, asked from outside. */
export class Side {
  private contestant: Contestant | undefined;

  constructor(private readonly place: Place) {}

  /** Opens a system and says what is to be done: ours by its manifest, the others by what they are told. */
  async open(opening: Opening, told?: Task): Promise<Task> {
    const { system } = opening;
    if (system === 'ours' || system === 'unshared') {
      const engine = await this.place.engine(opening);
      const task = taskOf(engine, opening.sentence);
      this.contestant = new Ours(engine.model, task, { shared: system === 'ours', end: () => engine.dispose() });
      return task;
    }
    if (!told) throw new Error('The library is told what to do by our engine.');
    const { library, model } = await this.place.library(opening);
    this.contestant = theirs(system, library, model, told);
    return told;
  }

  private get open_(): Contestant {
    if (!this.contestant) throw new Error('Nothing is open here.');
    return this.contestant;
  }

  async sample(batch: number, steps: number): Promise<{ measured: Measured; rows: readonly (readonly number[])[] }> {
    const { value, measured } = await this.timed(() => this.open_.sample(batch, steps));
    return { measured: { ...measured, first: value.first }, rows: value.rows };
  }

  async score(candidates: readonly (readonly number[])[]): Promise<{ measured: Measured; logProbs: readonly (readonly number[])[] }> {
    const { value, measured } = await this.timed(() => this.open_.score(candidates));
    return { measured, logProbs: value };
  }

  follow(target: readonly number[]): Promise<readonly number[]> {
    return this.open_.follow(target);
  }

  async close(): Promise<void> {
    await this.contestant?.dispose();
    this.contestant = undefined;
  }

  private async timed<T>(job: () => Promise<T>): Promise<{ value: T; measured: Measured }> {
    const { counter } = this.place;
    counter.reset();
    this.place.resetCalls();
    const before = this.place.processor();
    const began = performance.now();
    const value = await job();
    const milliseconds = performance.now() - began;
    const after = this.place.processor();
    const processorMilliseconds = before === undefined || after === undefined ? undefined : after - before;
    const told = { ...counter.counts(), ...this.place.calls(), peak: this.place.peak() };
    return { value, measured: { milliseconds, processorMilliseconds, first: milliseconds, ...told } };
  }
}

function taskOf(engine: BundledEngine, sentence: string): Task {
  const source = engine.tokenizer.encode(sentence);
  const { eos, bos, sep } = engine.manifest.pieces;
  const bans = Array.from({ length: BANNED }, (_, i) => source.filter((_piece, at) => at % BANNED === i));
  return { source, tags: tagsFor(engine.manifest, { distance: 2 }), bans, pieces: { eos, bos, sep } };
}
