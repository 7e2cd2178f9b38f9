import { cosine, type Embedding, type SentenceEmbeddings, wordCosine } from './embedding.ts';
import type { Observations } from '../assess.ts';
import type { Finding, FindingKind } from '../finding.ts';
import { isFunctionWord } from '../reading/reading.ts';
import { stem } from '../reading/stem.ts';
import { sharedCount } from '../../text/shared-count.ts';

/**
 * The features: what a rewrite lacks or adds. All are 0 for the text itself and larger for a larger difference; names are those of the
 * penalties in `models/meaning/human-score.json`.
 */
export const featureNames = [
  'different', 'words', 'functionWords', 'bigrams', 'content', 'cosine', 'wordCosine', 'unrelated', 'unknown', 'digits',
  'number', 'name', 'negation', 'role', 'contrast', 'opposite', 'swap', 'replaced', 'form', 'otherSlip',
] as const;
export type FeatureName = (typeof featureNames)[number];
export type MeaningFeatures = Readonly<Record<FeatureName, number>>;

/**
 * The feature of each kind of finding. A broken invariant counts by its group; an observation does too, but never as a changed number, name
 * or negation.
 */
const broken: Readonly<Partial<Record<FindingKind, FeatureName>>> = {
  number: 'number', unit: 'number', bound: 'number', name: 'name', quote: 'name', url: 'name', negation: 'negation',
  comparison: 'opposite', contrast: 'opposite', swap: 'swap', unfinished: 'form',
};
const seen: Readonly<Partial<Record<FindingKind, FeatureName>>> = {
  pronoun: 'role', role: 'role', contrast: 'contrast', comparison: 'contrast', repetition: 'form',
};

/** The most words of a text in which a wrong number or a turned negation weighs fully; in longer texts it is a smaller part. */
const shortText = 8;

/** The most words of a text in which one word in another's place weighs fully. */
const readableText = 12;

/** Rewrites are hardly ever below this cosine, texts about something else nearly always. */
const related = 0.4;

/** A word counts as kept to the degree of its nearest word of the other text; below this cosine it is lost. */
const nearEnough = 0.3;

/** A word that replaced another one is as good as it from the second cosine on, and another thing altogether below the first. */
const [STRANGER, SYNONYM] = [0.05, 0.45];
const article = /^(?:the|an?)$/u;

/**
 * Says how strange a content word is to the one that it replaced, 0 to 1, where two texts differ in nothing else but articles and forms. It
 * is 0 where they differ in more: then other words may make up for it.
 */
function replacedWord(embeddings: SentenceEmbeddings, a: Embedding, b: Embedding): number {
  const [before = [], after = []] = [a, b].map(({ words }) => words.filter((word) => !article.test(word)));
  if (before.length !== after.length) return 0;
  const other = [...before.keys()].filter((at) => stem(before[at] ?? '') !== stem(after[at] ?? ''));
  const [lost = '', gained = ''] = [before[other[0] ?? -1], after[other[0] ?? -1]];
  if (other.length !== 1 || isFunctionWord(lost) || isFunctionWord(gained)) return 0;
  const [rows, others] = [embeddings.rowsOf(lost), embeddings.rowsOf(gained)];
  const likeness = rows.flatMap((row) => others.map((one) => embeddings.wordSimilarity(row, one)));
  return Math.min(1, Math.max(0, (SYNONYM - Math.max(0, ...likeness)) / (SYNONYM - STRANGER)));
}

/** The IDF-weighted share of the words of `a` that `b` lacks; words with a near one count in part. */
function missing(embeddings: SentenceEmbeddings, a: Embedding, b: Embedding): number {
  const present = new Set(b.words);
  const others = [...new Set(b.ids)];
  let [total, lost] = [0, 0];
  for (const [at, word] of a.words.entries()) {
    const id = a.ids[at] ?? 0;
    const idf = embeddings.idf(id);
    total += idf;
    if (present.has(word)) continue;
    const nearest = others.reduce((most, other) => Math.max(most, embeddings.wordSimilarity(id, other)), 0);
    lost += idf * (1 - (nearest < nearEnough ? 0 : nearest));
  }
  return total === 0 ? 0 : lost / total;
}

/** The share of the chosen words of `a` that `b` lacks. */
function lostShare(a: readonly string[], b: readonly string[], chosen: (word: string) => boolean): number {
  const present = new Set(b);
  const mattering = a.filter(chosen);
  return mattering.length === 0 ? 0 : mattering.filter((word) => !present.has(word)).length / mattering.length;
}

const characterBigrams = ({ words }: Embedding): string[] => {
  const text = words.join(' ');
  return Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2));
};

const sameWords = (a: Embedding, b: Embedding): boolean =>
  a.words.length === b.words.length && a.words.every((word, at) => word === b.words[at]);

/** Words for the degree of a quality: the opposite of a quality may need another one (“strong enough”, “too weak”). */
const degrees = new Set('enough too very quite so rather far much really pretty extremely fairly'.split(' '));

/** Tells whether a word that became another of its kind is the only difference of two texts: then nothing undoes it. */
function isWhole({ kind, lost = [], gained = [] }: Finding, source: Embedding, rewrite: Embedding): boolean {
  if (!/^(?:contrast|comparison|role)$/u.test(kind) || lost.length === 0 || gained.length === 0) return false;
  const isAll = (from: Embedding, other: Embedding, phrases: readonly string[]): boolean => {
    const words = phrases.flatMap((phrase) => phrase.split(' '));
    return from.words.every((word) => other.words.includes(word) || isFunctionWord(word) || degrees.has(word) || words.includes(word));
  };
  return isAll(source, rewrite, lost) && isAll(rewrite, source, gained);
}

/** A number or a negation weighs fully in short texts only. */
const isScaled = (kind: FindingKind): boolean => broken[kind] === 'number' || broken[kind] === 'negation';

/**
 * Computes the features of a pair. Texts with the same words in the same order differ in nothing.
 * @param observations the observations of the rewrite
 */
export function meaningFeatures(embeddings: SentenceEmbeddings, source: Embedding, rewrite: Embedding,
  observations: Observations): MeaningFeatures {
  const features = Object.fromEntries(featureNames.map((name) => [name, 0])) as Record<FeatureName, number>;
  if (sameWords(source, rewrite)) return features;
  const [sourceBigrams, rewriteBigrams] = [characterBigrams(source), characterBigrams(rewrite)];
  const known = new Set(source.words);
  features.different = 1;
  features.words = 1 - sharedCount(source.words, rewrite.words) / Math.max(1, source.words.length, rewrite.words.length);
  features.functionWords = lostShare(source.words, rewrite.words, isFunctionWord);
  features.bigrams = 1 - sharedCount(sourceBigrams, rewriteBigrams) / Math.max(1, sourceBigrams.length);
  features.content = Math.max(missing(embeddings, source, rewrite), missing(embeddings, rewrite, source));
  features.cosine = Math.max(0, 1 - cosine(source, rewrite));
  features.wordCosine = Math.max(0, 1 - wordCosine(source, rewrite));
  features.unrelated = Math.max(0, related - cosine(source, rewrite));
  features.unknown =
    rewrite.words.filter((word, at) => rewrite.ids[at] === 0 && !known.has(word)).length / Math.max(1, rewrite.words.length);
  features.digits = new Set(source.words.filter((word) => /^\p{N}+$/u.test(word) && !rewrite.words.includes(word))).size;
  const weight = Math.min(1, shortText / Math.max(1, source.words.length));
  for (const { kind } of observations.broken) features[broken[kind] ?? 'otherSlip'] = isScaled(kind) ? weight : 1;
  for (const one of observations.findings) features[isWhole(one, source, rewrite) ? 'opposite' : seen[one.kind] ?? 'otherSlip'] = 1;
  // An opposite costs more already.
  const share = Math.min(1, readableText / Math.max(1, source.words.length));
  if (features.opposite === 0) features.replaced = share * replacedWord(embeddings, source, rewrite);
  return features;
}
