import { joinedWords, MARK, STORE, WORDS } from './shared.ts';

/** The longest text that is taken from another app, characters. */
const LONGEST = 100_000;

/** The text and the files that another app shared. */
export interface Shared {
  /** The text; '' when there were no words. */
  readonly text: string;
  /** The files in their order; `lost` when they could not be kept, undefined when none were shared. */
  readonly files: readonly File[] | 'lost' | undefined;
}

/** Takes what was shared (in the page) out of the address, so that a reload does not bring it again, and out of the store. */
export async function takeShared(): Promise<Shared> {
  const address = new URL(location.href);
  const fragment = new URLSearchParams(/^#text=/u.test(address.hash) ? address.hash.slice(1) : '');
  const mark = address.searchParams.get(MARK);
  const text = fragment.get('text') ?? joinedWords((name) => address.searchParams.get(name));
  for (const name of [...WORDS, MARK]) address.searchParams.delete(name);
  if (fragment.size > 0) address.hash = '';
  if (address.href !== location.href) history.replaceState(undefined, '', address);
  return { text: text.slice(0, LONGEST), files: await takeFiles(mark) };
}

async function takeFiles(mark: string | null): Promise<Shared['files']> {
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
