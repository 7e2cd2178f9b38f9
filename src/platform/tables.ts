/** The text of a word table that ships with the models, from the store or the page's own server. @throws Error when it can't be had */
export async function fetchTable(name: string): Promise<string> {
  const response = await fetch(new URL(`models/lexical/${name}`, document.baseURI));
  if (!response.ok) throw new Error(`The table ${name} could not be loaded (${response.status}).`);
  return response.text();
}
