import type { Language } from '../../state/settings/settings.svelte.ts';
import { follow } from '../messages.ts';
import * as en from './en/settings.ts';
import type { SettingsMessages } from './types.ts';

const others = { de: () => import('./de/settings.ts') } satisfies Record<Exclude<Language, 'en'>, () => Promise<SettingsMessages>>;

/** The strings of the language the settings and the list of keys are shown in. */
export let messages: SettingsMessages = en;

/** A promise that settles when they are those of the page's language. */
export const spoken = follow(async (language) => {
  const strings = language === 'en' ? en : await others[language]();
  return () => (messages = strings);
});
