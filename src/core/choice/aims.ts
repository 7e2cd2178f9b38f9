import type { Aim, AnyAim } from '../aims.ts';
import type { Finding } from '../quality/finding.ts';
import { isFunctionWord } from '../quality/reading/reading.ts';
import { editDistance } from '../text/edit-distance.ts';
import type { WordMeasures } from '../text/word-measures.ts';
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

/** An aim chooses among `n` rewrites, which count as distinct from a distance of `diversity` on, drawn in at most `rounds`. */
export const AIM_POOL = { n: 16, diversity: 0.1, rounds: 2 } as const;

export interface AimOptions {
  readonly n: number;
  readonly measures: WordMeasures;
}

/** The cost of a rewrite under an aim (lower is better), and whether a rewrite of that cost serves the aim. */
interface AimCost {
  readonly of: (text: string) => number;
  readonly serves: (cost: number, text: string) => boolean;
}

/** The length that an aim wants, as a share of the words of the source: a quarter less, half more. */
const WANTED = { shorter: 0.75, longer: 1.5 } as const;
const length = (text: string): number => plainWords(text).length;

/** Says how many words an aim wants of the rewrites of a source; undefined where it does not ask for a length. */
export const wantedLength = (aim: AnyAim, source: string): number | undefined =>
  aim === 'shorter' || aim === 'longer' ? Math.round(WANTED[aim] * length(source)) : undefined;

function costOf(aim: Exclude<Aim, 'any'>, source: string, measures: WordMeasures): AimCost {
  const own = length(source);
  switch (aim) {
    case 'shorter': return { of: (text) => Math.abs(length(text) - WANTED.shorter * own), serves: (_, text) => length(text) < own };
    case 'longer': return { of: (text) => Math.abs(length(text) - WANTED.longer * own), serves: (_, text) => length(text) > own };
    case 'plainer': return { of: (text) => measures.rarity(text), serves: () => true };
    case 'formal': return inRegister(source, measures, 1);
    case 'friendly': return inRegister(source, measures, -1);
    case 'active': return inVoice(source);
    case 'structure': return { of: (text) => 1 - sameFrame(source, text), serves: () => true };
  }
}

function inVoice(source: string): AimCost {
  const limit = Math.max(1, passivesOf(source));
  return { of: passivesOf, serves: (passives) => passives < limit };
}

/** A replaced phrase counts against the aim if its formality moves the wrong way by more than this, bits a word. */
const AGAINST = 1;

/** Gives the cost of a register. `way`: 1 for words of edited prose, −1 for talk; no replaced phrase may go the other way. */
function inRegister(source: string, { formality, shifts }: WordMeasures, way: 1 | -1): AimCost {
  const of = (text: string): number => -way * formality(text);
  const own = of(source);
  return { of, serves: (cost, text) => cost <= own && !shifts(source, text).some((bits) => way * bits < -AGAINST) };
}

/**
 * Chooses at most n rewrites that serve an aim, among rewrites that are good enough: those without findings first, then the best for the
 * aim (rewrites alike for it stay in their order).
 *
 * - `shorter`, `longer`: those with fewer or more words than the source, nearest to a quarter less or half more first
 * - `plainer`: those with the commonest words first
 * - `formal`, `friendly`: those whose words, and each replaced phrase, are no less (no more) those of edited prose than the
 *   source's, the furthest first
 * - `active`: those with fewer passive clauses than the source, or none
 * - `structure`: those whose frame of function words and punctuation is nearest to the source's own first
 * - `any`: all of them, as they come
 */
export function serveAim<T extends Candidate>(aim: Aim, source: string, rewrites: readonly T[], { n, measures }: AimOptions): Serving<T> {
  if (aim === 'any') return { rewrites: rewrites.slice(0, n), left: 0 };
  const { of, serves } = costOf(aim, source, measures);
  const costed = rewrites.map((rewrite) => ({ rewrite, cost: of(rewrite.text) }));
  const serving = costed.filter(({ rewrite, cost }) => serves(cost, rewrite.text));
  const noted = ({ findings = [] }: T): number => (findings.length > 0 ? 1 : 0);
  const ordered = serving.toSorted((a, b) => noted(a.rewrite) - noted(b.rewrite) || a.cost - b.cost).map(({ rewrite }) => rewrite);
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
