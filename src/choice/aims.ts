import type { Aim } from '../options.ts';
import type { Finding } from '../quality/finding.ts';
import { isFunctionWord } from '../quality/reading/reading.ts';
import { editDistance } from '../text/edit-distance.ts';
import { foldWord, plainWords, wordTokens } from '../text/words.ts';

/** A rewrite, and what was seen in it. */
interface Candidate {
  readonly text: string;
  readonly findings?: readonly Finding[];
}

/** Rewrites that serve an aim; `left`: how many were good enough and do not serve it. */
export interface Serving<T> {
  readonly rewrites: readonly T[];
  readonly left: number;
}

/** How many an aim chooses among, how alike these may be, and rounds of sampling for so many. */
export const AIM_POOL = { n: 16, diversity: 0.1, rounds: 2 } as const;

export interface AimOptions {
  readonly n: number;
  /** Mean IDF of the words of a text, bits. */
  readonly rarity: (text: string) => number;
}

/**
 * At most n rewrites that serve an aim, among rewrites that are good enough: those without findings first, then the best
 * for the aim (rewrites alike for it stay in their order): `shorter` those with fewer words than the source, `structure`
 * those whose frame of function words and punctuation is nearest to its own, `plainer` those with the commonest words,
 * `any` all of them.
 */
export function serveAim<T extends Candidate>(aim: Aim, source: string, rewrites: readonly T[], { n, rarity }: AimOptions): Serving<T> {
  if (aim === 'any') return { rewrites: rewrites.slice(0, n), left: 0 };
  const costs: Readonly<Record<Exclude<Aim, 'any'>, (text: string) => number>> = {
    shorter: (text) => plainWords(text).length,
    structure: (text) => 1 - sameFrame(source, text),
    plainer: rarity,
  };
  const cost = costs[aim];
  const serving = aim === 'shorter' ? rewrites.filter(({ text }) => cost(text) < plainWords(source).length) : rewrites;
  const noted = ({ findings = [] }: T): number => (findings.length > 0 ? 1 : 0);
  const ordered = serving.toSorted((a, b) => noted(a) - noted(b) || cost(a.text) - cost(b.text));
  return { rewrites: ordered.slice(0, n), left: rewrites.length - serving.length };
}

/**
 * How alike the frames of two sentences are, 0 to 1: function words and punctuation as they are, any other word as a
 * gap; 1 − edit distance / length.
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
