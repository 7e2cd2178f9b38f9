import { OtherwiseError } from '../../core/errors.ts';
import type { DeviceChoice } from '../../core/protocol.ts';
import type { PageDevice } from '../model/runtime.ts';

/** The device that computes in a browser, by its name, and the reason why it is not the graphics adapter where it is not. */
export interface ChosenDevice {
  readonly device: PageDevice;
  readonly name: string;
  readonly reason?: string;
}

/** Chooses WebAssembly, with the reason. Models of a hub run only there: their logits would have to come back from a graphics adapter. */
export const onWasm = (reason?: string): ChosenDevice => ({ device: 'wasm', name: '', ...(reason !== undefined && { reason }) });

/**
 * Finds the device of a choice: `auto` takes a real graphics adapter, because one that is made of software is slower than WebAssembly.
 * @throws OtherwiseError `no-webgpu`
 */
export async function chooseDevice(choice: DeviceChoice, isSoftware: (info: GPUAdapterInfo) => boolean): Promise<ChosenDevice> {
  if (choice === 'wasm') return onWasm();
  const adapter = await navigator.gpu?.requestAdapter({ powerPreference: 'high-performance' });
  if (!adapter) {
    if (choice === 'auto') return onWasm('This browser offers no WebGPU.');
    throw new OtherwiseError(
      'no-webgpu', 'WebGPU was asked for but no graphics adapter answers. Choose “automatic” or WASM in the settings.',
    );
  }
  const { vendor, architecture, description } = adapter.info;
  const name = description || [vendor, architecture].filter(Boolean).join(' ') || 'graphics adapter';
  return choice === 'auto' && isSoftware(adapter.info)
    ? onWasm(`The only graphics adapter is software (${name}).`)
    : { device: 'webgpu', name };
}
