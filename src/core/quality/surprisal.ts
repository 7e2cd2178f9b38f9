import { diffChars } from 'diff';
import { OtherwiseError } from '../errors.ts';
import { foldWord, wordTokens } from '../text/words.ts';

/** The surprisal of a text as the model scored or wrote it: the end of each of its tokens, and each token's −log p in nats. */
export interface Surprise {
  readonly text: string;
  /** The UTF-16 offsets, rising; a token that ends within a character ends where that character begins. */
  readonly ends: readonly number[];
  readonly nats: readonly number[];
  /** The reading of the model's estimator given the other text: a logit, higher for good rewrites; 0 where there is none. */
  readonly estimate: number;
  /** The −log p of the text on its own, in nats: how unusual it is as English; 0 where it was not scored. */
  readonly prior: number;
}

/** The text of tokens, which tells where they end in a text. */
export interface TokenTexts {
  /** The text of a sequence of tokens; bytes that make no character become U+FFFD. */
  decode(ids: readonly number[]): string;
  /** The text of one token, its space included. */
  pieceText(id: number): string;
}

/**
 * Finds where the tokens of a text end in it. A character may be written in several tokens (’ — 😀), and a tokenizer may read other
 * characters than the text has (half-width for full-width ones); the places are found all the same.
 * @param text its tokens are `ids`, a space before it aside
 */
export function tokenEnds(text: string, ids: readonly number[], tokens: TokenTexts): number[] {
  const texts = ids.map((id) => tokens.pieceText(id));
  const joined = texts.join('');
  let at = 0;
  if (joined === text || joined === ` ${text}`) return texts.map((one) => Math.max(0, (at += one.length) - (joined.length - text.length)));
  // Bytes become characters in a sequence: a character that a beginning of the sequence does not complete ends where it begins.
  const lengths = ids.map((_, i) => (at = Math.max(at, tokens.decode(ids.slice(0, i + 1)).replace(/\ufffd+$/u, '').length)));
  return inOther(tokens.decode(ids), text, lengths);
}

/** Finds the ends of tokens that are known by their texts alone. Within a character of several tokens the places are near, not exact. */
export const endsOfTexts = (text: string, texts: readonly string[]): number[] =>
  tokenEnds(text, [...texts.keys()], { pieceText: (at) => texts[at] ?? '', decode: (ids) => ids.map((at) => texts[at] ?? '').join('') });

/** Maps rising offsets of one text to another that is nearly the same; the last one is its end. */
function inOther(from: string, to: string, offsets: readonly number[]): number[] {
  const places: number[] = [];
  let [was, is] = [0, 0];
  const changes = from === to ? [{ added: false, removed: false, value: from }] : diffChars(from, to);
  for (const { added, removed, value } of changes) {
    for (let k = 0; k < value.length; k += 1) {
      if (!added) places[was++] = is;
      if (!removed) is += 1;
    }
  }
  return offsets.map((offset, i) => (i === offsets.length - 1 ? to.length : places[offset] ?? to.length));
}

/** Makes the surprisal of a text. @param ends of its tokens @param logProbs natural, of its tokens; may go on with that of the end token */
export function surpriseOf(
  text: string,
  ends: readonly number[],
  logProbs: ArrayLike<number>,
  { estimate = 0, prior = 0 }: { readonly estimate?: number | undefined; readonly prior?: number } = {},
): Surprise {
  return { text, ends, nats: ends.map((_, i) => -(logProbs[i] ?? 0)), estimate, prior };
}

/** The knowledge that tells two words apart: forms of one lemma are the same detail; words of closed classes are none. */
export interface DetailWords {
  forms(word: string): readonly string[];
  closed(word: string): boolean;
}

/** The kinship of a word to another text: it is there, in another form, or not at all (and then: of a closed class, or content). */
export type Kinship = 'same' | 'form' | 'closed' | 'content';

export interface SurprisingWord {
  readonly word: string;
  /** The highest −log p among its tokens. */
  readonly nats: number;
  readonly kinship: Kinship;
}

/** Auxiliaries that the tables of words also know as nouns or verbs. */
const modals = new Set('can could will would shall should may might must need ought have has had do does did get gets got'.split(' '));

/**
 * Gives the words of a text with their surprisal, and whether another text has them.
 * @param allowed words whose absence or presence a constraint asks for: they count as there
 * @throws OtherwiseError `runtime` as `worstNats`
 */
export function surprisingWords(
  text: Surprise,
  other: string,
  words: DetailWords,
  allowed: (word: string) => boolean = () => false,
): SurprisingWord[] {
  const there = new Set(wordTokens(other).map(({ text: word }) => foldWord(word)));
  return worstNats(text).map(({ word, nats }) => ({ word, nats, kinship: kinship(foldWord(word), there, words, allowed) }));
}

function kinship(word: string, there: ReadonlySet<string>, words: DetailWords, allowed: (word: string) => boolean): Kinship {
  if (there.has(word) || allowed(word)) return 'same';
  if (!/\p{L}/u.test(word) || words.closed(word) || modals.has(word)) return 'closed';
  return words.forms(word).some((form) => there.has(foldWord(form))) ? 'form' : 'content';
}

/**
 * Gives the highest −log p among the tokens of each word, in nats.
 * @throws OtherwiseError `runtime` where the tokens do not cover the text, which is a fault
 */
export function worstNats({ text, ends, nats }: Surprise): { word: string; nats: number }[] {
  if (ends.at(-1) !== text.length)
    throw new OtherwiseError('runtime', `“${text}” can’t be judged: its tokens end at ${ends.at(-1) ?? 0} of ${text.length} characters.`);
  return wordTokens(text).map(({ text: word, start, end }) => ({
    word,
    nats: Math.max(...nats.filter((_, i) => {
      const [from, to] = [i === 0 ? 0 : ends[i - 1] ?? 0, ends[i] ?? 0];
      // A token that is only the beginning of a character counts to the word that has this character.
      return to > start && from < end || (from === to && from >= start && from < end);
    })),
  }));
}
