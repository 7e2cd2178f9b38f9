import * as en from './en/measure.ts';

/** The strings of the Measure pane, which come with it and not with the page; a second language is a second value of this type. */
export type MeasureMessages = typeof en;

const languages = { en } satisfies Record<string, MeasureMessages>;

export const messages: MeasureMessages = languages.en;
