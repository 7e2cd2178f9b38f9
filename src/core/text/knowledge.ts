import type { IdfTable } from './idf.ts';
import type { Inflector } from './inflect.ts';

/** Words outside the inflection table count as ordinary below this IDF (bits): about one sentence in 16,000 has them. */
const COMMON_IDF = 14;
/** Slots of a verb. */
const [PAST, PARTICIPLE] = [0, 1];
const invariant = new Set(['people', 'police', 'news', 'series', 'species', 'means']);

/** The facts that the tables of English have about a lower-case word. */
export interface WordKnowledge {
  /** Tells whether it is an ordinary word: in the inflection table, of a closed class, or frequent. */
  common(word: string): boolean;
  /** Tells whether it, or a word it is a form of, is in the inflection table: a name hardly ever is. */
  listed(word: string): boolean;
  /** Tells whether it is of a closed class (articles, pronouns, prepositions, auxiliaries …). */
  closed(word: string): boolean;
  /** Tells the number of a word that can only be a noun's singular or only its plural; undefined when it may be both or no noun. */
  number(word: string): 'singular' | 'plural' | undefined;
  /** Tells whether it is a verb's past tense and nothing else, its participle being another form (knew, went). */
  onlyPast(word: string): boolean;
  /** Tells whether it can be an order: the base form of a verb. */
  order(word: string): boolean;
  adjective(word: string): boolean;
  /** The base form of a word that is a verb and nothing else (explains, resolved). */
  verb(word: string): string | undefined;
}

/** Looks up single lower-case words in the inflection and IDF tables, for checks on rewrites. */
export function wordKnowledge(inflector: Inflector, idf: IdfTable): WordKnowledge {
  return {
    common: (word) => inflector.knows(word) || inflector.isClosed(word) || (idf.idf(word) ?? Infinity) < COMMON_IDF,
    listed: (word) => inflector.knows(word),
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
