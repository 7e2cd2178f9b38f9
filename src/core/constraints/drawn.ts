import { OtherwiseError } from '../errors.ts';
import { wordTokens } from '../text/words.ts';
import { HardBan } from './hard-ban.ts';
import type { ForkingSource } from './random.ts';
import { contentWords, everyWord as anyWord, randomAvoidSets } from './random-sets.ts';
import { type SystemConstraints, systemConstraints, type SystemOptions, type SystemResources } from './systems.ts';

/** Stream of the seed that constraints are drawn from; samples use the seed itself. */
export const CONSTRAINT_STREAM = 0x5e75;

/** What decides the constraints that a sentence gets beside the user's. */
export interface DrawOptions extends Omit<SystemOptions, 'system'> {
  /** One of ParaBank's, or ParaNMT's plain back-translation; undefined for random sets. */
  readonly system: number | 'backtranslate' | undefined;
  /** Whether random sets take any word, as ParaBank 2's do, or content words alone. */
  readonly everyWord: boolean;
  readonly sets: number;
  /** Chance of a word to enter a random set. */
  readonly p: number;
}

export interface DrawTools {
  readonly inflector: { isClosed(word: string): boolean };
  /** Whether a lower-case word is in the tables. */
  known(word: string): boolean;
  readonly systems: SystemResources | undefined;
}

/** The constraints of a system, and sets of soft bans: random ones, or an empty one beside a system. */
export interface Drawn {
  readonly system: SystemConstraints | undefined;
  readonly sets: readonly (readonly string[])[];
}

/** @throws OtherwiseError `bad-request` (systems without their tables) */
export function drawConstraints(source: string, options: DrawOptions, tools: DrawTools, stream: ForkingSource): Drawn {
  const tokens = wordTokens(source).map(({ text }) => text);
  const { system, everyWord, sets, p } = options;
  if (system === 'backtranslate') return { system: undefined, sets: [[]] };
  if (system !== undefined) return { system: ofSystem(tokens, { ...options, system }, tools, stream), sets: [[]] };
  const words = everyWord
    ? anyWord(tokens) : contentWords(tokens, (word) => tools.inflector.isClosed(word), (word) => tools.known(word));
  return { system: undefined, sets: randomAvoidSets(words, stream, { sets, probability: p }) };
}

/** The sets without what would ban a demand. */
export function sparing(sets: Drawn['sets'], demands: readonly string[]): string[][] {
  return sets.map((words) => words.filter((word) => !demands.some((phrase) => new HardBan([word]).violates(phrase))));
}

function ofSystem(tokens: readonly string[], options: SystemOptions, { systems }: DrawTools, stream: ForkingSource): SystemConstraints {
  if (!systems)
    throw new OtherwiseError('bad-request', `System ${options.system} needs the tables of words (models/lexical), which are not loaded.`);
  return systemConstraints(tokens, options, systems, stream);
}
