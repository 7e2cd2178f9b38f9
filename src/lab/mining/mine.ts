import { cleanText } from '../../core/text/clean.ts';
import { comparisonKey } from '../../core/text/normalise.ts';
import { splitSentences } from '../../core/text/sentences.ts';
import { corpusWords } from '../corpora/pairs.ts';
import { comparableSentences, minedSentence, type MinedSentence } from './comparable-sentences.ts';
import { documentVectors } from './document-vectors.ts';
import { type FragmentOptions, scoredFragments } from './scored-fragments.ts';
import { similarDocuments } from './similar-documents.ts';

export interface MinedDocument {
  readonly name: string;
  readonly text: string;
}

/** Defaults are those of the command `mine`; `min` of documents is exclusive, all other limits are inclusive. */
export interface MiningOptions {
  /** Cosine of a document pair, 0 to 1. */
  readonly documents: { readonly min: number; readonly max: number };
  /** Tells whether two documents may be a pair at all. */
  readonly mayPair?: (a: MinedDocument, b: MinedDocument) => boolean;
  /** Comparability of a sentence pair, 0 to 1. */
  readonly sentences: { readonly min: number; readonly max: number };
  /** Longest n-grams that count for it. */
  readonly ngrams: number;
  /** The number of sentences of each document that are read, from its start; all of them if undefined. */
  readonly first?: number | undefined;
  /** Words of a sentence. */
  readonly length: { readonly min: number; readonly max: number };
  /** The options for cutting fragments; without them no fragments are cut. */
  readonly fragments?: FragmentOptions;
}

/** A finding, or a report of progress, by its stage; scores 0 to 1. */
export type Mined =
  /** The number of documents that have been compared with all before them. */
  | { readonly stage: 'compared'; readonly documents: number }
  | { readonly stage: 'documents'; readonly pair: { readonly a: string; readonly b: string; readonly score: number } }
  | {
    readonly stage: 'sentences';
    /** The pair of sentences; `documents` are missing where the pair came as one. */
    readonly pair: {
      readonly documents?: readonly [string, string]; readonly a: string; readonly b: string; readonly score: number;
    };
  }
  /** A fragment pair; `sentences`: number of the sentence pair, from 1. */
  | {
    readonly stage: 'fragments';
    readonly pair: { readonly sentences: number; readonly a: string; readonly b: string; readonly score: number };
  };

/** The number of documents compared between two reports. */
const STEP = 100;
/** Documents whose sentences are kept at a time. */
const KEPT = 128;

/** Returns the first of all documents that have the same words in the same order, casing and punctuation aside. */
export function distinctDocuments(documents: readonly MinedDocument[]): MinedDocument[] {
  const known = new Set<string>();
  return documents.filter(({ text }) => known.size < known.add(comparisonKey(text)).size);
}

/**
 * Mines paraphrase fragments from comparable documents (Wang & Callison-Burch 2011 §3): pairs of documents by TF-IDF, of their sentences by
 * shared n-grams, and of fragments by alignment. A document pair comes before its sentence pairs, a sentence pair before its fragments; two
 * sentences (casing and punctuation aside) are a pair once, however many documents have them.
 */
export function* mine(documents: readonly MinedDocument[], options: MiningOptions): Generator<Mined, void> {
  const kept = new Map<MinedDocument, readonly MinedSentence[]>();
  const seen = new Set<string>();
  for (const found of documentPairs(documents, options)) {
    if ('stage' in found) {
      yield found;
      continue;
    }
    const { a, b, score } = found;
    yield { stage: 'documents', pair: { a: a.name, b: b.name, score } };
    const [left, right] = [a, b].map((document) => {
      const sentences = kept.get(document) ?? sentencesOf(document.text, options);
      if (kept.size >= KEPT) kept.clear();
      kept.set(document, sentences);
      return sentences;
    }) as [readonly MinedSentence[], readonly MinedSentence[]];
    for (const pair of comparableSentences(left, right, options.sentences)) {
      const [one, other] = [left[pair.i]?.text ?? '', right[pair.j]?.text ?? ''];
      const size = seen.size;
      if (seen.add([one, other].map(comparisonKey).sort().join('\n')).size === size) continue;
      yield { stage: 'sentences', pair: { documents: [a.name, b.name], a: one, b: other, score: pair.score } };
      if (options.fragments) yield* minedFragments(seen.size, { a: one, b: other }, options.fragments);
    }
  }
}

/**
 * Runs the later stages for sentence pairs that are known: those within the limits of length and comparability, each before its
 * fragments; all of them, also twice the same. A pair without a common word has the score 0.
 */
export function* minedPairs(
  pairs: Iterable<{ readonly a: string; readonly b: string }>,
  { sentences: { min, max }, length, ngrams, fragments }: Pick<MiningOptions, 'sentences' | 'length' | 'ngrams' | 'fragments'>,
): Generator<Exclude<Mined, { stage: 'compared' | 'documents' }>, void> {
  let number = 0;
  for (const { a, b } of pairs) {
    const words = [corpusWords(a), corpusWords(b)] as const;
    if (words.some((side) => side.length < length.min || side.length > length.max)) continue;
    const [pair] = comparableSentences([minedSentence(a, words[0], ngrams)], [minedSentence(b, words[1], ngrams)], { min: 0, max: 1 });
    const score = pair?.score ?? 0;
    if (score < min || score > max) continue;
    number += 1;
    yield { stage: 'sentences', pair: { a, b, score } };
    if (fragments) yield* minedFragments(number, { a, b }, fragments);
  }
}

/** Returns the fragments of a sentence pair. @param sentences its number, from 1 */
export function* minedFragments(
  sentences: number, { a, b }: { readonly a: string; readonly b: string }, options: FragmentOptions,
): Generator<Extract<Mined, { stage: 'fragments' }>, void> {
  for (const fragment of scoredFragments(a, b, options)) yield { stage: 'fragments', pair: { sentences, ...fragment } };
}

function* documentPairs(
  documents: readonly MinedDocument[],
  { documents: { min, max }, mayPair = () => true }: MiningOptions,
): Generator<{ a: MinedDocument; b: MinedDocument; score: number } | Extract<Mined, { stage: 'compared' }>, void> {
  const words = (function* () { for (const { text } of documents) yield corpusWords(text); })();
  let compared = 0;
  for (const pairs of similarDocuments(documentVectors(words), min)) {
    for (const { a, b, score } of pairs) {
      const [one, other] = [documents[a], documents[b]];
      if (one && other && score <= max && mayPair(one, other)) yield { a: one, b: other, score };
    }
    compared += 1;
    if (compared % STEP === 0) yield { stage: 'compared', documents: compared };
  }
}

/** The sentences of a text within the limits of length. */
function sentencesOf(text: string, { first, length, ngrams }: MiningOptions): MinedSentence[] {
  return splitSentences(text).slice(0, first).flatMap((span) => {
    const sentence = cleanText(span.text);
    const words = corpusWords(sentence);
    return words.length < length.min || words.length > length.max ? [] : [minedSentence(sentence, words, ngrams)];
  });
}
