import { OtherwiseError } from '../errors.ts';

/** The relation of ParaBank's substitution systems, by which PPDB relates token and paraphrase. */
export type Relation = 'equivalence' | 'forward' | 'reverse';

/** A system of ParaBank's Table 3, read off its number. */
export type System =
  | { readonly kind: 'ranked'; readonly end: 'highest' | 'lowest'; readonly ranks: readonly number[]; readonly variants: boolean }
  | { readonly kind: 'random'; readonly count: number; readonly variants: boolean }
  | { readonly kind: 'none' }
  | { readonly kind: 'positive'; readonly rank: number }
  | { readonly kind: 'opening'; readonly count: number }
  | { readonly kind: 'substitution'; readonly relation: Relation };

/** Ranks (0 = first) of the seven choices in Table 3's order: 1st, 2nd, 3rd, (1,2), (2,3), (1,3), (1,2,3). */
const choices: readonly (readonly number[])[] = [[0], [1], [2], [0, 1], [1, 2], [0, 2], [0, 1, 2]];
const relations: readonly Relation[] = ['equivalence', 'forward', 'reverse'];

/** The number of systems in the table. */
export const systemCount = 37;

/** Returns the system of a number 1–37 (ParaBank Table 3). @throws OtherwiseError `bad-request` for any other number */
export function systemOf(number: number): System {
  const choice = choices[(number - 1) % 7];
  if (!Number.isInteger(number) || number < 1 || number > systemCount || choice === undefined) {
    throw new OtherwiseError('bad-request', `There is no system ${number}: ParaBank's systems are numbered 1 to ${systemCount}.`);
  }
  if (number <= 14) return { kind: 'ranked', end: 'highest', ranks: choice, variants: number > 7 };
  if (number <= 21) return { kind: 'ranked', end: 'lowest', ranks: choice, variants: false };
  if (number <= 27) return { kind: 'random', count: ((number - 22) % 3) + 1, variants: number > 24 };
  if (number === 28) return { kind: 'none' };
  if (number <= 31) return { kind: 'positive', rank: number - 29 };
  if (number <= 34) return { kind: 'opening', count: number - 31 };
  return { kind: 'substitution', relation: relations[number - 35] ?? 'equivalence' };
}
