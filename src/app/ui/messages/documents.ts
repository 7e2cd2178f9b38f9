import type { Language } from '../../state/settings/settings.svelte.ts';
import { follow } from '../messages.ts';
import * as en from './en/documents.ts';
import type { DocumentMessages } from './types.ts';

const others = { de: () => import('./de/documents.ts') } satisfies Record<Exclude<Language, 'en'>, () => Promise<DocumentMessages>>;

/** The strings of the language the list of documents and the trouble with files are shown in. */
export let messages: DocumentMessages = en;

/** A promise that settles when they are those of the page's language. */
export const spoken = follow(async (language) => {
  const strings = language === 'en' ? en : await others[language]();
  return () => (messages = strings);
});
