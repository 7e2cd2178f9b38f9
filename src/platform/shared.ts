/** Where what another app shares waits for the page: a store of its own, emptied when the page takes it. */
const STORE = 'otherwise-shared-1';
/** Name of the field with the files in the manifest's share target. */
const FILES = 'files';
/** Most files of one share. */
const MOST = 20;
/** Parameter of the page's address after a share with files: `files`, or `lost` when they could not be kept. */
export const SHARED_FILES = 'shared';

/**
 * Takes what another app shares (in the service worker). The text goes into the page's address, files into a store, because no address holds them.
 * @param form fields of the manifest's `share_target`
 * @param page address of the page
 * @returns the address to go to
 */
export async function keepShared(form: FormData, page: URL): Promise<URL> {
  const address = new URL(page);
  const text = form.get('text');
  if (typeof text === 'string' && text !== '') address.searchParams.set('text', text);
  const files = form.getAll(FILES).filter((entry) => typeof entry !== 'string').slice(0, MOST);
  if (files.length === 0) return address;
  try {
    const store = await caches.open(STORE);
    for (const [index, file] of files.entries()) {
      const headers = { 'Content-Type': 'application/octet-stream', 'X-Name': encodeURIComponent(file.name) };
      await store.put(new URL(`shared/${Date.now()}-${index}`, page), new Response(file, { headers }));
    }
    address.searchParams.set(SHARED_FILES, 'files');
  } catch {
    address.searchParams.set(SHARED_FILES, 'lost');
  }
  return address;
}

/**
 * Takes the files of a share out of the store (in the page).
 * @param mark what the page's address said under `SHARED_FILES`
 * @returns the files in their order, `lost` when they could not be kept, undefined when none were shared
 */
export async function takeSharedFiles(mark: string | null): Promise<readonly File[] | 'lost' | undefined> {
  if (mark === null) return undefined;
  if (mark === 'lost') return 'lost';
  try {
    const store = await caches.open(STORE);
    const files: File[] = [];
    for (const request of await store.keys()) {
      const response = await store.match(request);
      if (response !== undefined) files.push(new File([await response.blob()], decodeURIComponent(response.headers.get('X-Name') ?? '')));
      await store.delete(request);
    }
    return files.length > 0 ? files : 'lost';
  } catch {
    return 'lost';
  }
}
