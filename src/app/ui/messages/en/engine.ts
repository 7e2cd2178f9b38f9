import type { FirstLoad } from '../../../state/engine/first-load.ts';
import { bytes, counted, duration, oneDigit } from './formats.ts';

/** The sizes of the models that a first visit loads, as the middle of a sentence. */
const sizes: Readonly<Record<FirstLoad, string>> = {
  small: ' (27 MB)', base: ' (84 MB)', both: ', 27 MB for quick drafts, then 84 MB for better ones',
};
const unpacked = ', where it takes up to 330 MB unpacked,';

export const engine = {
  idle: 'Starting',
  ready: 'Ready',
  loadingShort: (percent: number | undefined) => (percent === undefined ? 'Loading' : `Loading ${percent} %`),
  failed: 'No model',
  stopped: 'Loading stopped',
  consent: 'Model not loaded',
  heading: 'The model',
  loadTitle: 'Getting the model ready',
  /** `models`: the bundled ones that are coming, if they are. */
  firstTime: (models?: FirstLoad) =>
    `Loaded once${models ? sizes[models] : ''}. Then it is on your machine${models ? unpacked : ''} and works offline.`,
  fromStore: 'From the store on your machine.',
  connect: 'Starting',
  download: 'Downloading the model',
  reading: 'Reading the model',
  unpack: 'Setting up (1 of 3)',
  compile: 'Setting up (2 of 3)',
  selfTest: 'Setting up (3 of 3)',
  bytes: (loaded: number, total: number) => `${bytes(loaded)} of ${bytes(total)}`,
  rate: (perSecond: number) => `${bytes(perSecond)}/s`,
  left: (seconds: number) => `${duration(seconds)} left`,
  consentTitle: 'Load the model?',
  consentText: (size: number) =>
    `Your connection seems to be metered. The model${size > 0 ? ` (${bytes(size)})` : ''} is loaded once and then kept on your machine.`,
  load: 'Load the model',
  device: 'Device',
  webgpu: 'WebGPU',
  wasm: 'WASM',
  /** `name` is the graphics adapter's; `threads` are the processor's. */
  deviceName: (device: 'webgpu' | 'wasm', name: string, threads: number) =>
    device === 'wasm' ? counted(threads, 'thread', 'threads') : name,
  model: 'Model',
  budget: 'Budget',
  budgetValue: (sets: number, samples: number) => `${sets} × ${samples} samples a sentence, some more that avoid nothing`,
  loadTime: 'Loaded in',
  seconds: (seconds: number) => `${oneDigit.format(seconds)} s`,
  fallback: (reason: string) => `WebGPU is not used: ${reason}`,
};
