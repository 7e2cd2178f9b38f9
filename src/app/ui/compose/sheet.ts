/** Id of the panel of the sentence in focus, for the button that opens it where it is a sheet. */
export const SENTENCE_SHEET = 'sentence-sheet';
/** Where text, chips and rewrites do not fit side by side. */
export const NARROW = 'max-width: 60rem';
