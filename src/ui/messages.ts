import * as en from './messages/en/index.ts';

/** Every string of the page; a second language is a second value of this type. */
export type Messages = typeof en;

const languages = { en } satisfies Record<string, Messages>;

/** The strings of the language the page is shown in. */
export const messages: Messages = languages.en;
