import type { Calls } from './side.ts';

/** The value of `GPUMapMode.READ`. */
const READ = 1;

/** A method of a prototype, before which something is told. */
function before<T extends object, K extends keyof T>(owner: T, name: K, tell: (self: T, given: readonly unknown[]) => void): void {
  const own = owner[name] as (...given: unknown[]) => unknown;
  Object.assign(owner, {
    [name](this: T, ...given: unknown[]): unknown {
      tell(this, given);
      return own.apply(this, given);
    },
  });
}

/** Counts what anybody on this page asks of its graphics interface. */
export class GraphicsCalls {
  private counted = { mapAsync: 0, dispatches: 0, mapped: 0 };
  private held = 0;
  /** The most bytes that buffers had together. */
  most = 0;

  /** Counts from now on; nothing where the page has no WebGPU. */
  watch(): void {
    if (typeof GPUBuffer === 'undefined') return;
    before(GPUBuffer.prototype, 'mapAsync', (buffer, [mode, offset, size]) => {
      if (((mode as number) & READ) === 0) return;
      this.counted.mapAsync += 1;
      this.counted.mapped += (size as number | undefined) ?? buffer.size - ((offset as number | undefined) ?? 0);
    });
    for (const name of ['dispatchWorkgroups', 'dispatchWorkgroupsIndirect'] as const)
      before(GPUComputePassEncoder.prototype, name, () => { this.counted.dispatches += 1; });
    before(GPUDevice.prototype, 'createBuffer', (_device, [description]) => {
      this.held += (description as GPUBufferDescriptor).size;
      this.most = Math.max(this.most, this.held);
    });
    before(GPUBuffer.prototype, 'destroy', ({ size }) => { this.held -= size; });
  }

  calls(): Calls {
    return { ...this.counted };
  }

  reset(): void {
    this.counted = { mapAsync: 0, dispatches: 0, mapped: 0 };
  }
}
