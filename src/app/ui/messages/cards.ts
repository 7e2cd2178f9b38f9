import type { Language } from '../../state/settings/settings.svelte.ts';
import { follow } from '../messages.ts';
import * as en from './en/cards.ts';
import type { CardMessages } from './types.ts';

const others = { de: () => import('./de/cards.ts') } satisfies Record<Exclude<Language, 'en'>, () => Promise<CardMessages>>;

/** The strings of the language the cards of rewrites are shown in. */
export let messages: CardMessages = en;

/** A promise that settles when they are those of the page's language. */
export const spoken = follow(async (language) => {
  const strings = language === 'en' ? en : await others[language]();
  return () => (messages = strings);
});
