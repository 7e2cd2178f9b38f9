import data from './data/stop-words.json' with { type: 'json' };

/** The compact English stop list, in its own order. */
export const stopWords: readonly string[] = data.words;

const set: ReadonlySet<string> = new Set(stopWords);

/** Whether a token is on the list, in any casing. */
export const isStopWord = (token: string): boolean => set.has(token.toLowerCase().replaceAll('’', "'"));
