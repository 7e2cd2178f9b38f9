/** Most words that the menu of a word offers. */
export const OFFERED = 4;
