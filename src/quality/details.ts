import type { EstimatorModel, ReadPair } from './estimator.ts';
import { drop, flag, type Slip } from './finding.ts';
import { type DetailWords, type Surprise, type SurprisingWord, surprisingWords } from './surprisal.ts';

/** Content words below this many nats are a matter of course: no note names them. */
const WORTH_NAMING = 2;
/** Words that a note names on each side, the most surprising ones. */
const NAMED = 2;

/**
 * @param backward the source, scored given the rewrite, the end piece aside
 * @param forward the rewrite, scored given the source, the end piece aside
 * @param allowed words whose absence or presence was asked for (bans, demands)
 * @returns undefined where pieces and text do not line up (characters of several pieces)
 */
export function readPair(
  backward: Surprise,
  forward: Surprise,
  words: DetailWords,
  allowed?: (word: string) => boolean,
): ReadPair | undefined {
  const source = { words: surprisingWords(backward, forward.text, words, allowed), surprise: backward };
  const rewrite = { words: surprisingWords(forward, backward.text, words, allowed), surprise: forward };
  return source.words.length === 0 || rewrite.words.length === 0 ? undefined : { source, rewrite };
}

/**
 * Details that a rewrite loses or invents, told by the model itself: a word of the source that the model did not expect
 * when it read the rewrite (backward score), a word of the rewrite that it wrote against its own expectation (forward
 * score). A synonym is expected, so no table of synonyms is needed. The mean over all pieces hides such a word; the
 * features of `doubt.ts` do not.
 *
 * @param good the probability that a reader calls the rewrite good, by these words and the estimators (`probablyGood`)
 * @returns at most one slip of kind `detail`: `drop` when that is hardly so, `flag` when probably not
 */
export function detailSlips({ source, rewrite }: ReadPair, good: number, model: EstimatorModel): Slip[] {
  if (good >= model.note) return [];
  const [lost, added] = [named(source.words), named(rewrite.words)];
  const certain = good < model.drop;
  if (lost.length + added.length === 0) return [certain ? drop('detail') : flag('detail')];
  return [certain ? drop('detail', lost, added) : flag('detail', lost, added)];
}

/** The most surprising content words that the other text has in no form, in the order of the text. */
function named(words: readonly SurprisingWord[]): string[] {
  const strangers = words.filter(({ kinship, nats }) => kinship === 'content' && nats > WORTH_NAMING);
  const chosen = new Set(strangers.toSorted((a, b) => b.nats - a.nats).slice(0, NAMED));
  return strangers.filter((word) => chosen.has(word)).map(({ word }) => word);
}
