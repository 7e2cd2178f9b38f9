import type { BenchResult } from './table.ts';

/** A model and the device to measure it on. */
export type BenchTask = Pick<BenchResult, 'model' | 'device'>;

/** A part of the page's address (`device=gpu`) that asks for something unknown. */
export interface UnknownPart {
  readonly unknown: string;
}

const names = ['device', 'model'];
const devices: readonly BenchTask['device'][] = ['webgpu', 'wasm'];

/**
 * Reads the models and devices to measure from the page's address (`?model=tiny&device=wasm`); without them, both models on both devices,
 * the quickest first. Whether there is a model of a name only the engine knows.
 */
export function tasksOf(asked: URLSearchParams): readonly BenchTask[] | UnknownPart {
  const strange = [...asked].find(([name, value]) => !names.includes(name) || (name === 'device' && !devices.some((one) => one === value)));
  if (strange) return { unknown: strange.join('=') };
  const models = asked.has('model') ? asked.getAll('model') : ['small', 'base'];
  const chosen = asked.has('device') ? asked.getAll('device').flatMap((name) => devices.filter((one) => one === name)) : devices;
  return chosen.flatMap((device) => models.map((model) => ({ model, device })));
}
