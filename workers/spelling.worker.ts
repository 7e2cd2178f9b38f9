/** Looks up words in the dictionaries of American and British English: what either has is right. */
import { expose } from 'comlink';
import nspell from 'nspell';
import { once } from '../src/core/waiting.ts';
import { reply, type SpellingWorkerApi } from '../src/core/protocol.ts';
import { type Dictionary, misspellings } from '../src/core/text/spelling.ts';
import { IdfTable } from '../src/core/text/idf.ts';
import { listedIn } from '../src/engine/files/listed.ts';

const root = new URL('../', import.meta.url);
const dictionary = listedIn(new URL('dictionaries/', root));
const lexical = listedIn(new URL('models/lexical/', root));
const text = async (bytes: Promise<Uint8Array>): Promise<string> => new TextDecoder().decode(await bytes);

const open = async (name: string): Promise<Dictionary> =>
  nspell(...await Promise.all([text(dictionary(`${name}.aff`)), text(dictionary(`${name}.dic`))]));

const known = once(async () => {
  const [idf, ...dictionaries] = await Promise.all([text(lexical('idf.tsv')), open('en'), open('en-gb')]);
  return { idf: IdfTable.from(idf), dictionaries };
});

const api: SpellingWorkerApi = {
  misspellings: (asked) => reply(async () => {
    const { idf, dictionaries } = await known();
    return misspellings(asked, dictionaries, (word) => idf.idf(word));
  }),
};

expose(api);
