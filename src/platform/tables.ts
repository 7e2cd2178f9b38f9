import { readListed } from '../files/list.ts';
import { sha256 } from '../files/hash.ts';

/**
 * The text of a word table that ships with the models, from the store or the page's own server. @throws Error when it
 * can't be had or is damaged
 */
export async function fetchTable(name: string): Promise<string> {
  const [list, table] = await Promise.all([fetchLexical('manifest.json'), fetchLexical(name)]);
  const listed = readListed(JSON.parse(new TextDecoder().decode(list))).get(name);
  if (listed?.bytes !== table.byteLength || listed.sha256 !== (await sha256(table))) throw new Error(`The table ${name} is damaged.`);
  return new TextDecoder().decode(table);
}

async function fetchLexical(name: string): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(new URL(`models/lexical/${name}`, document.baseURI));
  if (!response.ok) throw new Error(`The table ${name} could not be loaded (${response.status}).`);
  return new Uint8Array(await response.arrayBuffer());
}
