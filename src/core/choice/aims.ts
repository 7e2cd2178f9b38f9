import type { Aim } from '../aims.ts';
import type { Finding } from '../quality/finding.ts';
import { isFunctionWord } from '../quality/reading/reading.ts';
import { editDistance } from '../text/edit-distance.ts';
import { foldWord, plainWords, wordTokens } from '../text/words.ts';
import { passivesOf } from './voice.ts';

interface Candidate {
  readonly text: string;
  readonly findings?: readonly Finding[];
}

/** Rewrites that serve an aim; `left`: how many were good enough and do not serve it. */
export interface Serving<T> {
  readonly rewrites: readonly T[];
  readonly left: number;
}

/** The number of rewrites that an aim chooses among, how alike these may be, and rounds of sampling for so many. */
export const AIM_POOL = { n: 16, diversity: 0.1, rounds: 2 } as const;

/** The values of words, from the tables. */
export interface WordMeasures {
  /** The mean IDF of the words of a text, bits. */
  rarity(text: string): number;
  /** The mean formality of the words of a text, bits. */
  formality(text: string): number;
}

export interface AimOptions {
  readonly n: number;
  readonly measures: WordMeasures;
}

/** The quantity that an aim wants little of; `serves` tells which rewrites serve it at all, by theirs and the source's. */
interface AimCost {
  readonly of: (text: string) => number;
  readonly serves: (cost: number, ofSource: number) => boolean;
}

const less: AimCost['serves'] = (cost, ofSource) => cost < ofSource;
const noMore: AimCost['serves'] = (cost, ofSource) => cost <= ofSource;
const any: AimCost['serves'] = () => true;
const length = (text: string): number => plainWords(text).length;

function costOf(aim: Exclude<Aim, 'any'>, source: string, { rarity, formality }: WordMeasures): AimCost {
  switch (aim) {
    case 'shorter': return { of: length, serves: less };
    case 'longer': return { of: (text) => -length(text), serves: less };
    case 'plainer': return { of: rarity, serves: any };
    case 'formal': return { of: (text) => -formality(text), serves: noMore };
    case 'friendly': return { of: formality, serves: noMore };
    case 'active': return { of: passivesOf, serves: (cost, ofSource) => cost < Math.max(1, ofSource) };
    case 'structure': return { of: (text) => 1 - sameFrame(source, text), serves: any };
  }
}

/**
 * Chooses at most n rewrites that serve an aim, among rewrites that are good enough: those without findings first, then the best for the
 * aim (rewrites alike for it stay in their order).
 *
 * - `shorter`, `longer`: those with fewer or more words than the source, the furthest first
 * - `plainer`: those with the commonest words first
 * - `formal`, `friendly`: those whose words are no less (no more) those of edited prose than the source's, the furthest first
 * - `active`: those with fewer passive clauses than the source, or none
 * - `structure`: those whose frame of function words and punctuation is nearest to the source's own first
 * - `any`: all of them, as they come
 */
export function serveAim<T extends Candidate>(aim: Aim, source: string, rewrites: readonly T[], { n, measures }: AimOptions): Serving<T> {
  if (aim === 'any') return { rewrites: rewrites.slice(0, n), left: 0 };
  const cost = costOf(aim, source, measures);
  const sourceCost = cost.of(source);
  const costs = new Map(rewrites.map((rewrite) => [rewrite, cost.of(rewrite.text)]));
  const of = (rewrite: T): number => costs.get(rewrite) ?? 0;
  const serving = rewrites.filter((rewrite) => cost.serves(of(rewrite), sourceCost));
  const noted = ({ findings = [] }: T): number => (findings.length > 0 ? 1 : 0);
  const ordered = serving.toSorted((a, b) => noted(a) - noted(b) || of(a) - of(b));
  return { rewrites: ordered.slice(0, n), left: rewrites.length - serving.length };
}

/**
 * Says how alike the frames of two sentences are, 0 to 1: function words and punctuation as they are, any other word as a gap; 1 − edit
 * distance / length.
 */
export function sameFrame(a: string, b: string): number {
  const [left, right] = [frame(a), frame(b)];
  return 1 - editDistance(left, right) / Math.max(1, left.length, right.length);
}

function frame(text: string): string[] {
  const items: string[] = [];
  let at = 0;
  for (const token of wordTokens(text)) {
    items.push(...text.slice(at, token.start).replace(/\s/gu, ''));
    const word = foldWord(token.text);
    items.push(isFunctionWord(word) ? word : '#');
    at = token.end;
  }
  return [...items, ...text.slice(at).replace(/\s/gu, '')];
}
