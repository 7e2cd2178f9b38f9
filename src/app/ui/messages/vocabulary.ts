import type { Language } from '../../state/settings/settings.svelte.ts';
import { follow } from '../messages.ts';
import * as en from './en/vocabulary.ts';
import type { VocabularyMessages } from './types.ts';

const others = { de: () => import('./de/vocabulary.ts') } satisfies Record<Exclude<Language, 'en'>, () => Promise<VocabularyMessages>>;

/** The strings of the language the list of words is shown in. */
export let messages: VocabularyMessages = en;

/** A promise that settles when they are those of the page's language. */
export const spoken = follow(async (language) => {
  const strings = language === 'en' ? en : await others[language]();
  return () => (messages = strings);
});
