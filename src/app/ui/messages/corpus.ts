import type { Language } from '../../state/settings/settings.svelte.ts';
import { follow } from '../messages.ts';
import * as en from './en/corpus.ts';
import type { CorpusMessages } from './types.ts';

const others = { de: () => import('./de/corpus.ts') } satisfies Record<Exclude<Language, 'en'>, () => Promise<CorpusMessages>>;

/** The strings of the language the pane of many sentences is shown in. */
export let messages: CorpusMessages = en;

/** A promise that settles when they are those of the page's language. */
export const spoken = follow(async (language) => {
  const strings = language === 'en' ? en : await others[language]();
  return () => (messages = strings);
});
