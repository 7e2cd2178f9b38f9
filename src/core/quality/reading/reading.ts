import { contractedWords } from '../../text/contractions.ts';
import functionWords from '../data/function-words.json' with { type: 'json' };
import { stem } from './stem.ts';

/** One word, number, address or mark of a text, as invariants and observations read it. */
export interface Token {
  readonly kind: 'word' | 'number' | 'address' | 'mark';
  /** The token as the text has it. */
  readonly form: string;
  /** The word in lower case, with straight apostrophes and without a possessive's 's; `can't` is written out as `can` and `not`. */
  readonly word: string;
  readonly stem: string;
  /** The UTF-16 offsets; the parts of a contraction share theirs. */
  readonly start: number;
  readonly end: number;
  /** Tells whether its first letter is a capital. */
  readonly capital: boolean;
  /** Tells whether it is the first word of a sentence or of a quotation. */
  readonly first: boolean;
  readonly possessive: boolean;
}

export interface Reading {
  readonly text: string;
  readonly tokens: readonly Token[];
  /** The words alone, folded, for looking up phrases; marks are left out. */
  readonly words: readonly string[];
  readonly stems: ReadonlySet<string>;
  /** Each word's places in `words`. */
  readonly places: ReadonlyMap<string, readonly number[]>;
  /** Tells whether nearly all letters are capitals, so that capitals say nothing. */
  readonly shouted: boolean;
}

const functionWordSet = new Set(functionWords.words.split(' '));

/** Tells whether a word is an article, a pronoun, an auxiliary, a preposition or the like. */
export const isFunctionWord = (word: string): boolean => functionWordSet.has(word);

/** Tells whether a token carries content, as nouns, verbs, adjectives, names and numbers do. */
export const isContent = (token: Token): boolean => token.kind !== 'mark' && !isFunctionWord(token.word);

const pattern = new RegExp([
  '(?<address>(?:https?:\\/\\/|www\\.)[^\\s]+[^\\s.,;:!?)\\]”"’\']|[\\w.+-]+@[\\w-]+(?:\\.[\\w-]+)+)',
  '(?<number>\\d+(?:[.,:\\/]\\d+)*)(?:st|nd|rd|th|s)?(?![\\p{L}\\d])',
  "(?<word>[\\p{L}\\p{N}][\\p{L}\\p{M}\\p{N}]*(?:['’][\\p{L}]+)*)",
  '(?<mark>\\S)',
].join('|'), 'gu');

const beforeIs = new Set('it he she that there here what who where how why when this everything nobody everybody'.split(' '));

/** The parts a written word stands for: `won't` → will, not; `I'm` → i, am; `plan's` → plan (possessive). */
function expand(form: string): { words: readonly string[]; possessive: boolean } {
  const folded = form.toLowerCase().normalize('NFC').replaceAll('’', "'");
  const words = contractedWords(folded);
  if (words) return { words, possessive: false };
  const base = /^(.+)'s$/u.exec(folded)?.[1];
  if (base === undefined) return { words: [folded], possessive: false };
  return beforeIs.has(base) ? { words: [base, 'is'], possessive: false } : { words: [base], possessive: true };
}

/** Reads a text for invariants and observations. Pure and linear in its length. */
export function read(text: string): Reading {
  const tokens: Token[] = [];
  let first = true;
  for (const match of text.matchAll(pattern)) {
    const [form, start] = [match[0], match.index];
    const kind = match.groups?.['address'] ? 'address' : match.groups?.['number'] ? 'number' : match.groups?.['word'] ? 'word' : 'mark';
    const { words, possessive } = kind === 'word' ? expand(form) : { words: [form.toLowerCase()], possessive: false };
    const capital = /^\p{Lu}/u.test(form);
    for (const [place, word] of words.entries()) {
      tokens.push({
        kind, form, word, possessive, start, end: start + form.length, stem: stem(word),
        capital: capital && place === 0, first: first && kind !== 'mark' && place === 0,
      });
    }
    if (kind !== 'mark') first = false;
    else if (/[.!?:;"“”«»„‘(\u2014]/u.test(form)) first = true;
  }
  const words = tokens.filter((token) => token.kind !== 'mark').map((token) => token.word);
  const places = new Map<string, number[]>();
  for (const [at, word] of words.entries()) places.set(word, [...(places.get(word) ?? []), at]);
  const letters = text.match(/\p{L}/gu) ?? [];
  const capitals = text.match(/\p{Lu}/gu) ?? [];
  return {
    text, tokens, words, places,
    stems: new Set(tokens.map((token) => token.stem)),
    shouted: letters.length > 3 && capitals.length > 0.6 * letters.length,
  };
}

/** Tells whether a text ends as a question, further marks behind its own or not. */
export const isQuestion = ({ text }: Reading): boolean => /\?[.!?…"”'’)\s]*$/u.test(text);

/** Finds the places (indices into `words`) where a phrase of folded words starts. */
export function phraseAt({ words, places }: Reading, phrase: readonly string[]): readonly number[] {
  const starts = places.get(phrase[0] ?? '') ?? [];
  return phrase.length === 1 ? starts : starts.filter((at) => phrase.every((word, offset) => words[at + offset] === word));
}
