import { fetchedFiles } from '../../engine/files/fetched.ts';
import { listedFiles } from '../../engine/files/listed.ts';

let lexical: ((name: string) => Promise<Uint8Array<ArrayBuffer>>) | undefined;

/**
 * The text of a word table that ships with the models, from the store or the page's own server.
 * @throws OtherwiseError `model-corrupt`, `model-not-found`, `model-download`
 */
export async function fetchTable(name: string): Promise<string> {
  lexical ??= listedFiles(fetchedFiles(new URL('models/lexical/', document.baseURI)));
  return new TextDecoder().decode(await lexical(name));
}
