/** The store in which files that another app shares wait for the page; it is emptied when the page takes them. */
export const STORE = 'otherwise-shared-1';
/** Name of the field with the files in the manifest's share target. */
const FILES = 'files';
/** The most files of one share. */
const MOST = 20;
/** Parameter of the page's address after a share with files: `files`, or `lost` when they could not be kept. */
export const MARK = 'shared';
/** Fields of the manifest's share target that hold words, in the order in which they are put together. */
export const WORDS = ['title', 'text', 'url'];

/**
 * Takes what another app shares (in the service worker). The words go into the fragment of the page's address, which no
 * browser sends to a host, files into a store, because no address holds them.
 * @param form fields of the manifest's `share_target`
 * @param page address of the page
 * @returns the address to go to
 */
export async function keepShared(form: FormData, page: URL): Promise<URL> {
  const address = new URL(page);
  const text = joinedWords((name) => form.get(name));
  if (text !== '') address.hash = new URLSearchParams({ text }).toString();
  const files = form.getAll(FILES).filter((entry) => typeof entry !== 'string').slice(0, MOST);
  if (files.length === 0) return address;
  try {
    const store = await caches.open(STORE);
    for (const [index, file] of files.entries()) {
      const headers = { 'Content-Type': 'application/octet-stream', 'X-Name': encodeURIComponent(file.name) };
      await store.put(new URL(`shared/${Date.now()}-${index}`, page), new Response(file, { headers }));
    }
    address.searchParams.set(MARK, 'files');
  } catch {
    address.searchParams.set(MARK, 'lost');
  }
  return address;
}

/** Returns title, text and address as one text; apps repeat one in the other. */
export function joinedWords(field: (name: string) => unknown): string {
  const words = WORDS.map(field).map((value) => (typeof value === 'string' ? value.trim() : '')).filter((value) => value !== '');
  return words
    .filter((value, index) => !words.some((other, at) => at !== index && other.includes(value) && (other !== value || at < index)))
    .join('\n\n');
}
