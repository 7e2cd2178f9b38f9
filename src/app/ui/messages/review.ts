import type { Language } from '../../state/settings/settings.svelte.ts';
import { follow } from '../messages.ts';
import * as en from './en/review.ts';
import type { ReviewMessages } from './types.ts';

const others = { de: () => import('./de/review.ts') } satisfies Record<Exclude<Language, 'en'>, () => Promise<ReviewMessages>>;

/** The strings of the language the review is shown in. */
export let messages: ReviewMessages = en;

/** A promise that settles when they are those of the page's language. */
export const spoken = follow(async (language) => {
  const strings = language === 'en' ? en : await others[language]();
  return () => (messages = strings);
});
