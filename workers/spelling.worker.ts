/** Looks up words in the dictionaries of American and British English: what either has is right. */
import { expose } from 'comlink';
import nspell from 'nspell';
import { fetchedFiles } from '../src/engine/files/fetched.ts';
import { listedFiles } from '../src/engine/files/listed.ts';
import { reply, type SpellingWorkerApi } from '../src/core/protocol.ts';
import { IdfTable } from '../src/core/text/idf.ts';
import { misspellings, type Dictionary } from '../src/core/text/spelling.ts';

const root = new URL('../', import.meta.url);
const reader = (folder: string): ((name: string) => Promise<string>) => {
  const files = listedFiles(fetchedFiles(new URL(`${folder}/`, root)));
  return async (name) => new TextDecoder().decode(await files(name));
};
const [dictionary, lexical] = [reader('dictionaries'), reader('models/lexical')];

const open = async (name: string): Promise<Dictionary> => {
  const [affixes, words] = await Promise.all([dictionary(`${name}.aff`), dictionary(`${name}.dic`)]);
  return nspell(affixes, words);
};

type Known = readonly [readonly Dictionary[], IdfTable];
let known: Promise<Known> | undefined;

/** Loaded once; what failed may be there at the next try. */
function load(): Promise<Known> {
  known ??= Promise.all([Promise.all(['en', 'en-gb'].map(open)), lexical('idf.tsv').then((table) => IdfTable.from(table))]);
  known.catch(() => {
    known = undefined;
  });
  return known;
}

const api: SpellingWorkerApi = {
  misspellings: (text) =>
    reply(async () => {
      const [dictionaries, idf] = await load();
      return misspellings(text, dictionaries, (word) => idf.idf(word));
    }),
};

expose(api);
