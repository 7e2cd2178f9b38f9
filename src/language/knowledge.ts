import type { IdfTable } from './idf.ts';
import type { Inflector } from './inflect.ts';

/** Words outside the inflection table count as ordinary below this IDF (bits): about one sentence in 16,000 has them. */
const COMMON_IDF = 14;
/** Slots of a verb. */
const [PAST, PARTICIPLE] = [0, 1];
const invariant = new Set(['people', 'police', 'news', 'series', 'species', 'means']);

/** What the inflection and IDF tables know of single lower-case words, for checks on rewrites. */
export function wordKnowledge(inflector: Inflector, idf: IdfTable): {
  common(word: string): boolean; closed(word: string): boolean; number(word: string): 'singular' | 'plural' | undefined;
  onlyPast(word: string): boolean; order(word: string): boolean; adjective(word: string): boolean; verb(word: string): string | undefined;
} {
  return {
    common: (word) => inflector.knows(word) || inflector.isClosed(word) || (idf.idf(word) ?? Infinity) < COMMON_IDF,
    closed: (word) => inflector.isClosed(word),
    number: (word) => {
      if (invariant.has(word)) return undefined;
      const nouns = inflector.readings(word).filter(({ pos }) => pos === 'N');
      const singular = nouns.some(({ slot }) => slot === -1);
      const plural = nouns.some(({ slot }) => slot !== -1);
      return singular === plural ? undefined : singular ? 'singular' : 'plural';
    },
    onlyPast: (word) => {
      const readings = inflector.readings(word);
      return (
        readings.length > 0 &&
        readings.every(({ pos, slot, paradigm }) => pos === 'V' && slot === PAST && !paradigm.slots[PARTICIPLE]?.includes(word))
      );
    },
    order: (word) => inflector.readings(word).some(({ pos, slot }) => pos === 'V' && slot === -1),
    adjective: (word) => inflector.readings(word).some(({ pos }) => pos === 'A'),
    verb: (word) => {
      const readings = inflector.knows(word) ? inflector.readings(word) : [];
      return readings.every(({ pos }) => pos === 'V') ? readings[0]?.lemma : undefined;
    },
  };
}
