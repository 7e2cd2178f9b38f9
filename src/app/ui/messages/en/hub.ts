import { bytes } from './formats.ts';

export const hub = {
  heading: 'Models from a hub',
  hint:
    'Any model that rewrites English: a Marian, T5 or BART export in ONNX, or a small chat model. Only when you look one up the page ' +
    'speaks to its host, which learns your address and the model’s name, and nothing of what you write.',
  id: 'Id or address of a model',
  idHint: 'Two translators rewrite by way of another language: pair:<to that language>,<back>.',
  idExample: 'owner/name',
  host: 'Hub',
  ask: 'Look up',
  asking: 'Asking the hub …',
  loading: 'Loading the model …',
  storing: 'Reading the folder …',
  licence: (licence: string | undefined) => (licence === undefined ? 'Licence: not told' : `Licence: ${licence}`),
  languages: (languages: readonly string[]) => (languages.length === 0 ? 'Languages: not told' : `Languages: ${languages.join(', ')}`),
  fit: 'It runs on the processor (WASM), and its rewrites are not judged by an estimator: nobody measured how good they are.',
  exports: 'Export',
  size: (dtype: string, size: number) => `${dtype}, ${bytes(size)}`,
  load: (size: number) => `Load it (${bytes(size)})`,
  failed: 'This model is not loaded. The one before goes on answering.',
  stored: 'Stored on this machine',
  storedSize: (size: number, licence: string | undefined) => (licence === undefined ? bytes(size) : `${bytes(size)}, ${licence}`),
  unfinished: 'incomplete',
  use: (name: string) => `Use ${name}`,
  used: 'answers now',
  remove: (name: string) => `Delete ${name}`,
  folder: 'Choose a folder',
  folderHint: 'Or drop the folder of an export here.',
};
