import type { Language } from '../../state/settings.svelte.ts';
import * as en from './en/measure.ts';
import type { MeasureMessages } from './types.ts';

const others = { de: () => import('./de/measure.ts') } satisfies Record<Exclude<Language, 'en'>, () => Promise<MeasureMessages>>;

/** The strings of the language the Measure pane is shown in. */
export let messages: MeasureMessages = en;

/** Takes the language of the page, before the pane is made. */
export async function speak(language: Language): Promise<void> {
  messages = language === 'en' ? en : await others[language]();
}
