import { articleFor } from '../../text/articles.ts';
import type { WordKnowledge } from '../../text/knowledge.ts';
import { foldWord, wordTokens } from '../../text/words.ts';
import { type Finding, found } from '../finding.ts';
import type { Reading } from '../reading/reading.ts';

/** Counts the words from `at` on that are wrong together; 0 where nothing is. Acronyms are in capitals, other words folded. */
type Fault = (words: readonly string[], at: number, known: WordKnowledge) => number;

const before: Readonly<Record<'singular' | 'plural', ReadonlySet<string>>> = {
  singular: new Set(['a', 'an', 'this', 'each', 'every', 'another', 'much']),
  plural: new Set(['these', 'those', 'many', 'several', 'few']),
};

/** Finds a determiner before a noun of another number. A noun before a further open-class word is right (“these discount offers”). */
const disagrees: Fault = (words, at, known) => {
  const [word = '', noun, next] = words.slice(at, at + 3);
  const wanted = before.singular.has(word) ? 'singular' : before.plural.has(word) ? 'plural' : undefined;
  if (wanted === undefined || noun === undefined || (next !== undefined && !known.closed(next))) return 0;
  const number = known.number(noun);
  return number !== undefined && number !== wanted ? 2 : 0;
};

/** Finds `an` before a consonant or `a` before a vowel. Words with h are left alone: some say an historic event. */
const wrongArticle: Fault = (words, at) => {
  const [word, next = ''] = words.slice(at, at + 2);
  if ((word !== 'a' && word !== 'an') || next.length < 3 || next.startsWith('h')) return 0;
  const right = articleFor(next);
  return right === undefined || right === word ? 0 : 2;
};

const isPast = (word: string, known: WordKnowledge): boolean => known.onlyPast(word) && !known.closed(word);
const auxiliary = /^(?:ha(?:ve|s|d|ving)|do|does|did|can|could|will|would|shall|should|may|might|must)$|['’](?:ve|ll)$|n['’]t$/u;

/** Finds an auxiliary with a past tense (“I've knew”, “did you hid”), with or without a subject between them. */
const wrongForm: Fault = (words, at, known) => {
  const [word = '', next = '', third = ''] = words.slice(at, at + 3);
  const subject = /^(?:i|you|he|she|it|we|they)$/u.test(next);
  return auxiliary.test(word) && isPast(subject ? third : next, known) ? (subject ? 3 : 2) : 0;
};

const faults = [disagrees, wrongArticle, wrongForm];

const isAcronym = (word: string): boolean => /^\p{Lu}{2,}$/u.test(word);
const wordsOf = ({ text }: Reading): string[] => wordTokens(text).map(({ text: word }) => (isAcronym(word) ? word : foldWord(word)));

/** Finds neighbours that no English sentence has, unless the source has them. */
export function grammarFaults(source: Reading, rewrite: Reading, known: WordKnowledge): Finding[] {
  const [sourceWords, words] = [wordsOf(source), wordsOf(rewrite)];
  const there = ` ${sourceWords.join(' ')} `;
  const wrong = words
    .map((_, at) => words.slice(at, at + Math.max(...faults.map((fault) => fault(words, at, known)))).join(' '))
    .find((phrase) => phrase !== '' && !there.includes(` ${phrase} `));
  return wrong === undefined ? [] : [found('word', [], [wrong])];
}

/** Finds words that neither a table nor the source has: most are made up (“postpane”). */
export function inventedWords(source: Reading, rewrite: Reading, known: WordKnowledge): Finding[] {
  const sourceWords = new Set(wordTokens(source.text).map(({ text }) => foldWord(text)));
  const unknownWords = wordTokens(rewrite.text)
    .map(({ text }) => text)
    .filter((text) => /^\p{L}\p{Ll}{2,}$/u.test(text) && !sourceWords.has(foldWord(text)) && !known.common(foldWord(text)));
  return unknownWords.length > 0 ? [found('word', [], unknownWords)] : [];
}

/**
 * Finds derivations of avoided words (“postponement” for an avoided “postpone”): an avoided word covers inflections only, but its user
 * wants derivations last. A derivation is a longer word that begins with the avoided one, its final e aside.
 * @param banned avoided words as the user wrote them; short ones and phrases have no derivations here
 */
export function derivations(rewrite: string, banned: readonly string[]): string[] {
  const stems = banned.map((word) => foldWord(word).replace(/e$/u, '')).filter((stem) => /^\p{Ll}{5,}$/u.test(stem));
  return wordTokens(rewrite).map(({ text }) => text).filter((text) => stems.some((stem) => foldWord(text).startsWith(stem)));
}
