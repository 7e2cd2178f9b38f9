import { isCode } from './code.ts';
import { isSlip } from './slips.ts';
import type { WordKnowledge } from './knowledge.ts';

/** A text with a smaller share of ordinary words of English may be of another language. */
const KNOWN = 0.85;
/** The share of ordinary words below which n-grams that say English count only where no other language comes near. */
const MIXED = 0.7;
/** The difference between the scores of two languages, from 0 to 1, below which they count as near each other. */
const NEAR = 0.05;
/** A text with such a share of letters of another script is judged by these letters alone. */
const OTHER_SCRIPT = 0.2;
/**
 * A text counts as misspelt English from `words` words on, if the share `slips` of them is known or one slip from a known word, and the
 * share `known` is known as written.
 */
const MISSPELT = { words: 4, slips: 0.85, known: 0.25 };
/** The commonest words of other languages that are no English ones: nobody misspells English with them. */
const ofOthers = new Set(
  (
    'der das dem ein eine einen und ist nicht ich du er sie wir ihr mit auf zu von sich auch hier immer nach habe haben wird sind ' +
    'el la los las una que por para con mi su lo le les des et je ne pas il elle est dans qui une ce che di non per sono della gli ' +
    'een van niet op aan naar maar ik dat zijn voor och att det som jag um uma os nie jest ja si ale nem egy az ve bir'
  ).split(' '),
);
const word = /\p{L}[\p{L}\p{M}'’]*/gu;
const lower = /^\p{Ll}/u;
const latin = /\p{Script=Latin}/u;
/** Sounds that are written as they are heard, and are in no table. */
const interjection = /^(?:u+h+|u+m+|h+u+h+|h+m+|e+w+|a+w+|o+h+|a+h+|w+h+o+a*|o+ps)$/u;

/** BCP 47 tags for what is no language, and for a language that can't be told. */
const [NO_LANGUAGE, UNDETERMINED] = ['zxx', 'und'];

/**
 * Gives the language of a text that is no English prose as a BCP 47 tag, `zxx` for code; undefined for English, and where nothing tells.
 * Tags and inline code within prose make no code of it.
 * @param isKnown tells whether a lower-case word is an ordinary one of English
 * @param prose the text without its markup, where that is known
 */
export async function unknownLanguage(
  text: string, isKnown: (word: string) => boolean, prose: string = text,
): Promise<string | undefined> {
  return isCode(text) && (isCode(prose) || !isProse(prose, isKnown)) ? NO_LANGUAGE : otherLanguage(text, isKnown);
}

/** The fewest ordinary words in small letters that make a sentence, whatever is between them. */
const LEAST_PROSE = 4;
const isProse = (text: string, isKnown: (word: string) => boolean): boolean =>
  (text.match(word) ?? []).filter((one) => lower.test(one) && isKnown(one)).length >= LEAST_PROSE;

/**
 * Gives the language of a text that is not English, as an ISO 639-1 code; undefined for English, and where nothing tells. Two witnesses
 * have to speak against English: the tables, which names mislead, and n-grams (the package `eld`, fetched when it is needed), which short
 * sentences mislead.
 * @param isKnown tells whether a lower-case word is an ordinary one of English
 */
export async function otherLanguage(text: string, isKnown: (word: string) => boolean): Promise<string | undefined> {
  const strange = ofOtherScript(text);
  const share = strange === undefined ? shareOf(text, isKnown) : 0;
  if (share >= KNOWN || (strange === undefined && isMisspelt(text, isKnown))) return undefined;
  const { eld } = await import('eld/extrasmall');
  const answer = eld.detect(strange ?? text);
  if (strange !== undefined) return answer.language === '' ? UNDETERMINED : answer.language;
  const [first, second] = Object.entries(answer.getScores()).toSorted(([, a], [, b]) => b - a);
  if (first?.[0] !== 'en') return first?.[0];
  return share < MIXED && second && first[1] - second[1] < NEAR ? second[0] : undefined;
}

/** Tells whether a text is English in spite of its spelling. */
function isMisspelt(text: string, isKnown: (word: string) => boolean): boolean {
  const words = (text.match(word) ?? []).map((one) => one.toLowerCase().replace('’', "'"));
  if (words.length < MISSPELT.words || words.some((one) => ofOthers.has(one) || /[^a-z']/u.test(one))) return false;
  const known = words.filter(isKnown);
  const slips = words.filter((one) => !isKnown(one) && isSlip(one, isKnown));
  return known.length >= MISSPELT.known * words.length && known.length + slips.length >= MISSPELT.slips * words.length;
}

/** The letters of other scripts, where they are more than a few. */
function ofOtherScript(text: string): string | undefined {
  const letters = text.match(/\p{L}/gu) ?? [];
  const strange = letters.filter((letter) => !latin.test(letter));
  return strange.length >= OTHER_SCRIPT * letters.length && strange.length > 0
    ? (text.match(word) ?? []).map((one) => one.replace(/\p{Script=Latin}/gu, '')).filter((one) => one !== '').join(' ')
    : undefined;
}

/**
 * Gives the language of a text that a model does not read, as `unknownLanguage` names it; undefined where the model reads it, and where
 * nothing tells.
 * @param languages that the model reads, BCP 47; empty where they are unknown
 * @param prose the text without its markup, where that is known
 */
export async function unreadLanguage(
  text: string, languages: readonly string[], words: Pick<WordKnowledge, 'common'>, prose: string = text,
): Promise<string | undefined> {
  const language = await unknownLanguage(text, (word) => words.common(word), prose);
  const isRead = languages.length === 0 || languages.some((one) => one.split('-')[0]?.toLowerCase() === language);
  return isRead ? undefined : language;
}

/**
 * The share of words that are known. Where there are two, words that can be names are left out; a single word of letters with case gives 1.
 */
function shareOf(text: string, isKnown: (word: string) => boolean): number {
  const words = text.match(word) ?? [];
  const small = words.filter((one) => lower.test(one));
  const candidates = (small.length > 1 ? small : words).map((one) => one.toLowerCase().replace('’', "'"));
  const known = (one: string): boolean => isKnown(one) || isKnown(one.replace(/'.*$/u, '')) || interjection.test(one);
  const tells = words.length > 1 || /\p{Lo}/u.test(text);
  return tells ? candidates.filter(known).length / candidates.length : 1;
}
