import type { Language } from '../state/settings.svelte.ts';
import * as en from './messages/en/index.ts';
import type { Messages } from './messages/types.ts';

const others = { de: () => import('./messages/de/index.ts') } satisfies Record<Exclude<Language, 'en'>, () => Promise<Messages>>;

/** The strings of the language the page is shown in. Components read them when they are made: another language makes them anew. */
export let messages: Messages = en;
/** The language of `messages`. */
export let spoken: Language = 'en';
let wanted: Language = 'en';

/**
 * Takes another language; its strings are fetched when they are first needed. @throws when they can't be had: the page
 * keeps those it has
 */
export async function speak(language: Language): Promise<void> {
  wanted = language;
  const strings: Messages = language === 'en' ? en : await others[language]();
  // Somebody changed their mind while the strings were on their way.
  if (wanted === language) [messages, spoken] = [strings, language];
}
