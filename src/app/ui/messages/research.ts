import type { Language } from '../../state/settings/settings.svelte.ts';
import { follow } from '../messages.ts';
import * as en from './en/research.ts';
import type { ResearchMessages } from './types.ts';

const others = { de: () => import('./de/research.ts') } satisfies Record<Exclude<Language, 'en'>, () => Promise<ResearchMessages>>;

/** The strings of the language what is for research is shown in. */
export let messages: ResearchMessages = en;

/** A promise that settles when they are those of the page's language. */
export const spoken = follow(async (language) => {
  const strings = language === 'en' ? en : await others[language]();
  return () => (messages = strings);
});
