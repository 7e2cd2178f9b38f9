import type { Language } from '../../state/settings.svelte.ts';
import { follow } from '../messages.ts';
import * as en from './en/hub.ts';
import type { HubMessages } from './types.ts';

const others = { de: () => import('./de/hub.ts') } satisfies Record<Exclude<Language, 'en'>, () => Promise<HubMessages>>;

/** The strings of the language the choice of hub models is shown in. */
export let messages: HubMessages = en;

/** Settled when they are those of the page's language. */
export const spoken = follow(async (language) => {
  const strings = language === 'en' ? en : await others[language]();
  return () => (messages = strings);
});
