import { foldWord, wordTokens } from '../text/words.ts';

/**
 * A text as the model read or wrote it: its pieces, whose texts joined are the text (a space before it aside), and each
 * piece's −log p in nats.
 */
export interface Surprise {
  readonly text: string;
  readonly pieces: readonly string[];
  readonly nats: readonly number[];
  /** What the model's estimator reads of it given the other text: a logit, higher for good rewrites; 0 where none was read. */
  readonly estimate: number;
  /** −log p of the text read on its own, in nats: how unusual it is as English; 0 where it was not read. */
  readonly prior: number;
}

/** A text as the model saw it. @param pieces of the text @param logProbs natural, of its pieces; may go on with that of the end piece */
export function surpriseOf(
  text: string,
  pieces: readonly string[],
  logProbs: ArrayLike<number>,
  { estimate = 0, prior = 0 }: { readonly estimate?: number | undefined; readonly prior?: number } = {},
): Surprise {
  return { text, pieces, nats: pieces.map((_, i) => -(logProbs[i] ?? 0)), estimate, prior };
}

/** What tells two words apart: forms of one lemma are the same detail; words of closed classes are none. */
export interface DetailWords {
  forms(word: string): readonly string[];
  closed(word: string): boolean;
}

/** How a word of one text stands in another: as it is, in another form, or not at all (and then: of a closed class, or content). */
export type Kinship = 'same' | 'form' | 'closed' | 'content';

export interface SurprisingWord {
  readonly word: string;
  /** The highest −log p among its pieces. */
  readonly nats: number;
  readonly kinship: Kinship;
}

/** Auxiliaries that the tables of words also know as nouns or verbs. */
const modals = new Set('can could will would shall should may might must need ought have has had do does did get gets got'.split(' '));

/**
 * The words of a text with what the model thought of them and whether another text has them.
 * @param allowed words whose absence or presence was asked for: they count as there
 * @returns [] where the pieces do not spell the text (characters of several pieces)
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

/** The highest −log p among the pieces of each word, in nats; [] where the pieces do not spell the text. */
export function worstNats({ text, pieces, nats }: Surprise): { word: string; nats: number }[] {
  const joined = pieces.join('');
  const shift = joined === text ? 0 : joined === ` ${text}` ? 1 : undefined;
  if (shift === undefined) return [];
  const ends: number[] = [];
  let at = -shift;
  for (const piece of pieces) ends.push(at += piece.length);
  return wordTokens(text).map(({ text: word, start, end }) => ({
    word, nats: Math.max(...nats.filter((_, i) => (ends[i] ?? 0) > start && (i === 0 ? -shift : ends[i - 1] ?? 0) < end)),
  }));
}
