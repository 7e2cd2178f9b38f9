import type { Language } from '../state/settings/settings.svelte.ts';
import * as en from './messages/en/index.ts';
import type { Messages } from './messages/types.ts';

const others = { de: () => import('./messages/de/index.ts') } satisfies Record<Exclude<Language, 'en'>, () => Promise<Messages>>;

/** The strings of the language the page is shown in. Components read them when they are made: another language makes them anew. */
export let messages: Messages = en;
/** The language of `messages`. */
export let spoken: Language = 'en';
let wanted: Language = 'en';

/** Fetches strings of a part of the page. @returns what puts them in their place */
type Part = (language: Language) => Promise<() => void>;
const parts: Part[] = [];

/**
 * Waits for a part of the page that is fetched when it is needed, and for the strings it speaks. Rejects where one of
 * them can't be had.
 */
export async function withStrings<T>(part: Promise<T>, ...strings: readonly Promise<{ readonly spoken: Promise<void> }>[]): Promise<T> {
  const [found] = await Promise.all([part, ...strings.map(async (one) => (await one).spoken)]);
  return found;
}

/** Has a part of the page speak the page's language, now and whenever it changes. */
export async function follow(part: Part): Promise<void> {
  const at = spoken;
  parts.push(part);
  const take = await part(at);
  if (spoken === at) take();
}

/**
 * Takes another language; its strings are fetched when they are first needed. @throws when they can't be had: the page
 * keeps those it has
 */
export async function speak(language: Language): Promise<void> {
  wanted = language;
  const strings: Messages = language === 'en' ? en : await others[language]();
  const takes = await Promise.all(parts.map((part) => part(language)));
  // Somebody changed their mind while the strings were on their way.
  if (wanted !== language) return;
  [messages, spoken] = [strings, language];
  for (const take of takes) take();
}
