import type { WordKnowledge } from '../text/knowledge.ts';
import { foldWord, wordTokens } from '../text/words.ts';
import { doubtedWords, type EstimatorModel, featuresOf, firstFeatures, probablyRight, type ReadPair, weightOf } from './estimator.ts';
import { rejections, warnings } from './checks/checks.ts';
import { type Finding, found, sameFinding } from './finding.ts';
import { brokenInvariants } from './invariants/invariants.ts';
import { inventedLetters } from './invariants/literals.ts';
import { observations } from './observations/observations.ts';
import { derivations } from './observations/words.ts';
import { read } from './reading/reading.ts';
import { type DetailWords, type Surprise, surprisingWords } from './surprisal.ts';

/** The constraints of a request, as sent: they bear on how its rewrites are read. */
export interface RequestedWords {
  readonly avoid: readonly string[];
  readonly require: readonly string[];
}

/**
 * The changes observed in the words of a rewrite, without a model: `broken` invariants reject it, `findings` are weighed by the estimator,
 * and `warnings` are shown whatever the estimator says.
 */
export interface Observations {
  readonly broken: readonly Finding[];
  readonly findings: readonly Finding[];
  readonly warnings?: readonly Finding[];
}

/** Returns all observations in one list: broken invariants, warnings, then what is weighed. */
export const allOf = ({ broken, findings, warnings: shown = [] }: Observations): Finding[] => distinct([...broken, ...shown, ...findings]);

/** Writes out U.S. and U.K., so that each is one name in any spelling. Without their dots, US would read as a pronoun. */
const undotted = (text: string): string =>
  text.replace(/\bU\.\s?S\.(?:\s?A\.)?/gu, 'United States').replace(/\bU\.\s?K\./gu, 'United Kingdom');

/** Compares a rewrite with its source by their words. */
export const observe = (source: string, rewrite: string, words: WordKnowledge, constraints?: RequestedWords): Observations =>
  observer(source, words, constraints)(rewrite);

/** Reads a source once, to compare any number of its rewrites with it by their words. */
export function observer(
  source: string, words: WordKnowledge, constraints: RequestedWords = { avoid: [], require: [] },
): (rewrite: string) => Observations {
  const before = read(undotted(source));
  const given = [source, ...constraints.require].join(' ');
  return (rewrite) => {
    const after = read(undotted(rewrite));
    // “committee've”, or a word that a model makes up around an avoided one: by its boundaries it is another word, yet the avoided one is
    // in it.
    const derived = derivations(rewrite, constraints.avoid);
    const isReal = (word: string): boolean => words.common(foldWord(word));
    const invariants = [...brokenInvariants(before, after, words), ...rejections(before, after, words), ...inventedLetters(given, rewrite)];
    const broken = distinct([...invariants, ...derivationOf(derived.filter((word) => !isReal(word)))]);
    const findings = distinct([...observations(before, after, words), ...derivationOf(derived.filter(isReal))]);
    const isNew = (one: Finding): boolean => !broken.some((other) => sameFinding(one, other));
    const shown = distinct(warnings(before, after, words)).filter(isNew);
    return { broken, findings: findings.filter(isNew), ...(shown.length > 0 && { warnings: shown }) };
  };
}

const derivationOf = (derived: readonly string[]): Finding[] => (derived.length > 0 ? [found('derivation', [], derived)] : []);

const distinct = (findings: readonly Finding[]): Finding[] =>
  findings.filter((one, place) => findings.findIndex((other) => sameFinding(one, other)) === place);

/** The scores of a pair in both directions, and the observations of its words. */
export interface PairReading {
  /** The source, scored given the rewrite, and the rewrite, scored given the source, without the end token. */
  readonly backward: Surprise;
  readonly forward: Surprise;
  readonly findings: readonly Finding[];
  /** Tells whether a constraint asks for the absence or presence of a word. */
  readonly allowed?: (word: string) => boolean;
  /** The adapter's reading, where there is one. */
  readonly judgement?: number | undefined;
}

/** Makes the pair that the estimator reads. @throws OtherwiseError `runtime` where tokens and text do not line up */
export function readPair({ backward, forward, findings, allowed, judgement }: PairReading, words: DetailWords): ReadPair {
  const source = { words: surprisingWords(backward, forward.text, words, allowed), surprise: backward };
  const rewrite = { words: surprisingWords(forward, backward.text, words, allowed), surprise: forward };
  return { source, rewrite, findings, judgement };
}

/** The quality estimate of a pair: how probably a reader calls the rewrite right, and what counts against it. */
export interface Estimate {
  readonly right: number;
  /** Tells whether the estimate is below the reject threshold of the manifest, and whether below its flag threshold. */
  readonly unlikely: boolean;
  readonly doubtful: boolean;
  /** The words that are doubted most, however probable the whole is. */
  readonly doubted: Finding;
  /** The observations that count against it. */
  readonly findings: readonly Finding[];
}

/** A candidate, perhaps read by the adapter, as the estimator sees it before it is scored backward. */
export interface Drawing extends Omit<PairReading, 'backward'> {
  readonly source: string;
}

/**
 * Estimates how probably a candidate is right before it is scored backward. @throws OtherwiseError `runtime` where tokens and text do not
 * line up
 */
export function firstSight(drawing: Drawing, words: DetailWords, model: EstimatorModel): number {
  const { source, forward, findings, allowed, judgement } = drawing;
  const rewrite = { words: surprisingWords(forward, source, words, allowed), surprise: forward };
  const features = firstFeatures({ sourceWords: wordTokens(source).length, rewrite, findings, judgement });
  return probablyRight(features, judgement === undefined ? model.first : model.judged ?? model.first);
}

/** An observation counts against a rewrite when it halves the odds or more. */
const OBJECTION = -Math.log(2);

/** Estimates the quality of a pair. @throws OtherwiseError `runtime` where tokens and text do not line up */
export function estimate(reading: PairReading, words: DetailWords, model: EstimatorModel): Estimate {
  const pair = readPair(reading, words);
  const right = probablyRight(featuresOf(pair), model);
  const against = reading.findings.filter((finding) => weightOf(finding, model) < OBJECTION);
  const [doubtful, doubted] = [right < model.note, doubtedWords(pair)];
  return { right, unlikely: right < model.drop, doubtful, doubted, findings: doubtful ? [...against, doubted] : against };
}
