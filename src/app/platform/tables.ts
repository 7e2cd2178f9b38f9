import { listedIn } from '../../engine/files/listed.ts';

let lexical: ReturnType<typeof listedIn> | undefined;

/**
 * Fetches the text of a word table that ships with the models, from the store or the page's own server.
 * @throws OtherwiseError `model-corrupt`, `model-not-found`, `model-download`
 */
export async function fetchTable(name: string): Promise<string> {
  lexical ??= listedIn(new URL('models/lexical/', document.baseURI));
  return new TextDecoder().decode(await lexical(name));
}
