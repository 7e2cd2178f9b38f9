/**
 * The files that lie in the package. Each is named where a bundler finds it, and lies as far from here as it does from the built worker.
 */
import { OtherwiseError } from '../src/core/errors.ts';
import { fetchOwn, fetchPacked } from '../src/engine/files/fetched.ts';
import { listedFiles } from '../src/engine/files/listed.ts';
import type { FileReader, Places } from '../src/engine/model/places.ts';

const lexical: Readonly<Record<string, URL>> = {
  'manifest.json': new URL('../models/lexical/manifest.json', import.meta.url),
  'inflections.tsv': new URL('../models/lexical/inflections.tsv', import.meta.url),
  'idf.tsv': new URL('../models/lexical/idf.tsv', import.meta.url),
  'formality.tsv': new URL('../models/lexical/formality.tsv', import.meta.url),
  'lexicon.tsv': new URL('../models/lexical/lexicon.tsv', import.meta.url),
};
const meaning: Readonly<Record<string, URL>> = {
  'manifest.json': new URL('../models/meaning/manifest.json', import.meta.url),
  'words.bin': new URL('../models/meaning/words.bin', import.meta.url),
  'words.tsv': new URL('../models/meaning/words.tsv', import.meta.url),
  'trigrams.bin': new URL('../models/meaning/trigrams.bin', import.meta.url),
  'trigrams.tsv': new URL('../models/meaning/trigrams.tsv', import.meta.url),
  'human-score.json': new URL('../models/meaning/human-score.json', import.meta.url),
};
const runtime: Readonly<Record<string, URL>> = {
  'ort-wasm-simd-threaded.mjs': new URL('../ort/ort-wasm-simd-threaded.mjs', import.meta.url),
  'ort-wasm-simd-threaded.wasm': new URL('../ort/ort-wasm-simd-threaded.wasm', import.meta.url),
  'ort-wasm-simd-threaded.jspi.mjs': new URL('../ort/ort-wasm-simd-threaded.jspi.mjs', import.meta.url),
  'ort-wasm-simd-threaded.jspi.wasm': new URL('../ort/ort-wasm-simd-threaded.jspi.wasm', import.meta.url),
  'ort-wasm-simd-threaded.asyncify.mjs': new URL('../ort/ort-wasm-simd-threaded.asyncify.mjs', import.meta.url),
  // Packed, because many hosts take no file that is so large.
  'ort-wasm-simd-threaded.asyncify.wasm': new URL('../ort/ort-wasm-simd-threaded.asyncify.wasm.gz', import.meta.url),
};

function placeOf(places: Readonly<Record<string, URL>>, name: string): URL {
  const place = places[name];
  if (place === undefined) throw new OtherwiseError('model-not-found', `The package has no file ${name}.`);
  return place;
}

const readerOf = (places: Readonly<Record<string, URL>>): FileReader =>
  listedFiles({ read: async (name) => new Uint8Array(await (await fetchOwn(placeOf(places, name))).arrayBuffer()) });

/** Word tables and runtime in the package; a model is named by the address of its folder. */
export const packagedPlaces: Places = {
  model: (address) => new URL(address.replace(/\/?$/u, '/')),
  tables: { lexical: readerOf(lexical), meaning: readerOf(meaning) },
  runtime: {
    wasmPaths: (file) => placeOf(runtime, file).href,
    wasmBinary: (file) => fetchPacked(placeOf(runtime, file)),
  },
};
