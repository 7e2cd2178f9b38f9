import { foldWord, wordTokens } from '../language/words.ts';
import { change, drop, type Slip } from './guards/slip.ts';

/** A text as the model read or wrote it: its pieces, whose texts joined are the text (a space before it aside), and each piece's −log p in nats. */
export interface Surprise {
  readonly text: string;
  readonly pieces: readonly string[];
  readonly nats: readonly number[];
}

/** Auxiliaries that the tables of words also know as nouns or verbs. */
const modals = new Set('can could will would shall should may might must need ought have has had do does did get gets got'.split(' '));

/** What tells two words apart: forms of one lemma are the same detail; words of closed classes are none. */
export interface DetailWords {
  forms(word: string): readonly string[];
  closed(word: string): boolean;
}

/**
 * Nats above which a word was not to be expected from the other text; a model's manifest names its own. Those of `base` (6.5 and 6) were chosen on the
 * building part of test/golden/slips-sampled.jsonl; `test/unit/selection/detail-slips.test.ts` shows what they catch there and on the unseen part.
 */
export interface SurpriseLimits {
  readonly lost: number;
  readonly added: number;
}

/**
 * Details that a rewrite loses or invents, told by the model itself: a content word of the source that stands in no form in the rewrite and that
 * the model did not expect when it read the rewrite (backward score), and a content word of the rewrite that it wrote against its own expectation
 * (forward score). A synonym is expected, so no table of synonyms is needed. The mean over all pieces hides such a word; its worst piece does not.
 *
 * @param rewrite the rewrite as a text
 * @param backward the source, scored given the rewrite
 * @param forward the rewrite, scored given the source; undefined where its pieces are not known
 * @param allowed words whose absence or presence was asked for (bans, demands)
 * @returns at most one slip of kind `detail`; none where pieces and text do not line up (characters of several pieces)
 */
export function detailSlips(rewrite: string, backward: Surprise, forward: Surprise | undefined, words: DetailWords, limits: SurpriseLimits, allowed: (word: string) => boolean = () => false): Slip[] {
  const lost = strangers(backward, rewrite, words, limits.lost).filter((word) => !allowed(word));
  const added = forward ? strangers(forward, backward.text, words, limits.added).filter((word) => !allowed(word)) : [];
  return lost.length + added.length === 0 ? [] : [drop('detail', change(lost, added))];
}

/** Content words of a text that are in no form in the other text and have a piece above `limit` nats. */
function strangers(text: Surprise, other: string, words: DetailWords, limit: number): string[] {
  const there = new Set(wordTokens(other).map(({ text: word }) => foldWord(word)));
  return worstNats(text).filter(({ nats }) => nats > limit).map(({ word }) => word).filter((word) => {
    const folded = foldWord(word);
    if (!/\p{L}/u.test(folded) || words.closed(folded) || modals.has(folded) || there.has(folded)) return false;
    return !words.forms(folded).some((form) => there.has(foldWord(form)));
  });
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
