import { withWord } from '../text/articles.ts';
import type { Inflector } from '../text/inflect.ts';
import type { Lexicon } from '../text/lexicon.ts';
import { tagSpans } from '../text/tagger.ts';
import { wordTokens, type Span } from '../text/words.ts';
import { OFFERED } from './offered.ts';

/** Most words of the lexicon that a menu has. */
const MOST = 8;
/** The evidence of a phrase that another rewrite has in this place, about that of a good synonym, and of the source's phrase. */
const [OF_REWRITES, OF_SOURCE] = [4.5, 10];

type Place = Pick<Span, 'start' | 'end'>;

/** A word or phrase that could stand in the place of another. */
export interface MenuWord {
  readonly instead: string;
  /** The word or phrase that it takes the place of. */
  readonly phrase: string;
  /** The sentence with it, its articles mended. */
  readonly text: string;
  /** The evidence for the word, regardless of the sentence: the lexicon's score, or that of a phrase of the source or a rewrite. */
  readonly evidence: number;
}

/** The model's scores of the changed sentence as a rewrite of the original one. */
export interface MenuScores {
  /** The quality estimate: how probably a reader calls it right, 0–1; absent for a model that can't tell. */
  readonly right?: number;
}

/**
 * Returns the words that could stand in a place of a sentence, strongest evidence first: what the lexicon has for the word in the
 * class that it has there, in its inflection. None for words of closed classes.
 */
export function menuWords(
  sentence: string, place: Place, { lexicon, inflector }: { readonly lexicon: Lexicon; readonly inflector: Inflector },
): MenuWord[] {
  const phrase = sentence.slice(place.start, place.end);
  const spans = wordTokens(sentence);
  const at = spans.findIndex(({ start, end }) => start === place.start && end === place.end);
  const pos = at < 0 ? undefined : tagSpans(sentence, spans, inflector)[at];
  if (pos === undefined && inflector.isClosed(phrase)) return [];
  const evidence = new Map<string, number>();
  for (const { word, score } of lexicon.alternatives(phrase, pos && { pos })) evidence.set(word, Math.max(score, evidence.get(word) ?? 0));
  return [...evidence].slice(0, MOST).map(([instead, score]) => menuWord(sentence, place, instead, score));
}

/**
 * Makes words of a menu from the phrases that other rewrites have in a place of a sentence. It takes the first ones, at most as many as a
 * menu offers. @param own the source's phrase, where it is one of them; it always stays
 */
export function menuPhrases(sentence: string, place: Place, phrases: readonly string[], own?: string): MenuWord[] {
  const others = phrases.filter((phrase) => phrase !== own).slice(0, OFFERED);
  return phrases.filter((phrase) => phrase === own || others.includes(phrase))
    .map((instead) => menuWord(sentence, place, instead, instead === own ? OF_SOURCE : OF_REWRITES));
}

function menuWord(sentence: string, place: Place, instead: string, evidence: number): MenuWord {
  return { instead, phrase: sentence.slice(place.start, place.end), text: withWord(sentence, place, instead), evidence };
}

/**
 * A logistic regression of "half of the raters accept the word there" on the lexicon's evidence and the logit of the model's estimate,
 * fitted on 374 words in 70 contexts of the split dev (`--menus`). Nats and surprisals of the sentence add nothing to it.
 */
const FIT = { bias: -1.58, evidence: 0.31, right: 0.68 } as const;
/** A word that fits less probably than this is not offered. */
const LEAST = 0.7;
/** Estimates nearer to 0 or 1 tell no more. */
const SURE = 1e-4;

/** Gives the probability that a word fits, 0–1. */
function fitOf({ evidence }: MenuWord, right: number): number {
  const share = Math.min(1 - SURE, Math.max(SURE, right));
  return 1 / (1 + Math.exp(-(FIT.bias + FIT.evidence * evidence + FIT.right * Math.log(share / (1 - share)))));
}

/**
 * Returns words of a menu that fit in the sentence by the model's figures, the most fitting first; all, as they come, where the model can't
 * tell what is right. @param scores one a word
 */
export function fittingWords(words: readonly MenuWord[], scores: readonly MenuScores[]): MenuWord[] {
  const fits = words.map((word, i) => ({ word, right: scores[i]?.right }));
  if (fits.some(({ right }) => right === undefined)) return [...words];
  return fits.map(({ word, right = 0 }) => ({ word, fit: fitOf(word, right) }))
    .filter(({ fit }) => fit >= LEAST).sort((a, b) => b.fit - a.fit).map(({ word }) => word);
}
