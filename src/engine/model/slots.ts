import type { Tensor } from 'onnxruntime-web';
import type { OrtModule } from './runtime.ts';

/**
 * The keys and values of one batch: for every layer an append-only pool of slots, one for each token that was ever computed. Rows only name
 * slots, so dropping, doubling and reordering rows moves nothing. Layout of a layer: f32 [slots, width], width = keys and values of all
 * heads.
 */
export interface SlotPool {
  readonly used: number;
  /** The pools as feeds `past_i`; valid until the next `append`. */
  feeds(): Record<string, Tensor>;
  /** Copies the `new_i` outputs of a run (each [count, width]) into the next slots, and disposes of them. @returns the first slot */
  append(outputs: readonly Tensor[], count: number): number;
  /** Empties the pools, and keeps their memory for the next batch. */
  reset(): void;
  dispose(): void;
}

const FIRST_SLOTS = 256;

/** Pools in ordinary memory, for WASM. The runtime gets only the used slots. */
export class CpuSlotPool implements SlotPool {
  used = 0;
  private layers: Float32Array[];

  constructor(private readonly ort: OrtModule, layers: number, private readonly width: number) {
    this.layers = Array.from({ length: layers }, () => new Float32Array(FIRST_SLOTS * width));
  }

  feeds(): Record<string, Tensor> {
    const rows = Math.max(1, this.used);
    return Object.fromEntries(
      this.layers.map((layer, i) => [
        `past_${i}`,
        new this.ort.Tensor('float32', layer.subarray(0, rows * this.width), [rows, this.width]),
      ]),
    );
  }

  append(outputs: readonly Tensor[], count: number): number {
    const first = this.used;
    const end = (first + count) * this.width;
    this.layers = this.layers.map((layer, i) => {
      const room = layer.length >= end ? layer : grown(layer, Math.max(end, 2 * layer.length));
      const output = outputs[i] as Tensor;
      room.set(output.data as Float32Array, first * this.width);
      output.dispose();
      return room;
    });
    this.used += count;
    return first;
  }

  reset(): void {
    this.used = 0;
  }

  dispose(): void {
    this.layers = [];
  }
}

function grown(layer: Float32Array, length: number): Float32Array {
  const room = new Float32Array(length);
  room.set(layer);
  return room;
}

/** Pools in GPU buffers of ours; new keys and values are copied there on the GPU, one copy a layer and step. */
export class GpuSlotPool implements SlotPool {
  used = 0;
  private slots = FIRST_SLOTS;
  private buffers: GPUBuffer[];
  private tensors: Tensor[] = [];

  constructor(private readonly ort: OrtModule, private readonly device: GPUDevice, layers: number, private readonly width: number) {
    this.buffers = Array.from({ length: layers }, () => this.buffer(this.slots));
  }

  private buffer(slots: number): GPUBuffer {
    // STORAGE | COPY_SRC | COPY_DST by number: the constants' global is missing in some worker typings and all values
    // are fixed by the standard.
    return this.device.createBuffer({ size: slots * this.width * 4, usage: 0x80 | 0x4 | 0x8 });
  }

  feeds(): Record<string, Tensor> {
    if (this.tensors.length === 0) {
      this.tensors = this.buffers.map((buffer) =>
        this.ort.Tensor.fromGpuBuffer(buffer as never, { dataType: 'float32', dims: [this.slots, this.width] }),
      );
    }
    return Object.fromEntries(this.tensors.map((tensor, i) => [`past_${i}`, tensor]));
  }

  append(outputs: readonly Tensor[], count: number): number {
    const first = this.used;
    if (first + count > this.slots) this.grow(Math.max(first + count, 2 * this.slots));
    const encoder = this.device.createCommandEncoder();
    const row = this.width * 4;
    this.buffers.forEach((buffer, i) => {
      encoder.copyBufferToBuffer((outputs[i] as Tensor).gpuBuffer, 0, buffer, first * row, count * row);
    });
    this.device.queue.submit([encoder.finish()]);
    for (const output of outputs) output.dispose();
    this.used += count;
    return first;
  }

  private grow(slots: number): void {
    const old = this.buffers;
    this.releaseTensors();
    const encoder = this.device.createCommandEncoder();
    this.buffers = old.map((buffer) => {
      const room = this.buffer(slots);
      encoder.copyBufferToBuffer(buffer, 0, room, 0, buffer.size);
      return room;
    });
    this.device.queue.submit([encoder.finish()]);
    for (const buffer of old) buffer.destroy();
    this.slots = slots;
  }

  reset(): void {
    this.used = 0;
  }

  private releaseTensors(): void {
    for (const tensor of this.tensors) tensor.dispose();
    this.tensors = [];
  }

  dispose(): void {
    this.releaseTensors();
    for (const buffer of this.buffers) buffer.destroy();
    this.buffers = [];
  }
}

export interface PoolParts {
  readonly ort: OrtModule;
  /** The device of the slots; undefined for ordinary memory. */
  readonly gpu: GPUDevice | undefined;
  readonly layers: number;
  /** The count of numbers of a token in a layer. */
  readonly width: number;
}

/** Lends pools; a pool that comes back is lent again. */
export class Pools {
  private spare: SlotPool | undefined;

  constructor(private readonly parts: PoolParts) {}

  take(): SlotPool {
    const { spare, parts: { ort, gpu, layers, width } } = this;
    this.spare = undefined;
    return spare ?? (gpu ? new GpuSlotPool(ort, gpu, layers, width) : new CpuSlotPool(ort, layers, width));
  }

  give(pool: SlotPool): void {
    pool.reset();
    if (this.spare) pool.dispose();
    else this.spare = pool;
  }

  /** Lends a task a pool. @throws what the task throws */
  async with<T>(task: (pool: SlotPool) => Promise<T>): Promise<T> {
    const pool = this.take();
    try {
      return await task(pool);
    } finally {
      this.give(pool);
    }
  }

  dispose(): void {
    this.spare?.dispose();
    this.spare = undefined;
  }
}
