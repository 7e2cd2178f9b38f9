import type { Language } from '../../state/settings/settings.svelte.ts';
import { follow } from '../messages.ts';
import * as en from './en/measure.ts';
import type { MeasureMessages } from './types.ts';

const others = { de: () => import('./de/measure.ts') } satisfies Record<Exclude<Language, 'en'>, () => Promise<MeasureMessages>>;

/** The strings of the language the Measure pane is shown in. */
export let messages: MeasureMessages = en;

/** A promise that settles when they are those of the page's language. */
export const spoken = follow(async (language) => {
  const strings = language === 'en' ? en : await others[language]();
  return () => (messages = strings);
});
