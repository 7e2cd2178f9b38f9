import { OtherwiseError } from '../errors.ts';
import { wordTokens } from '../text/words.ts';
import { conflictOf } from './match.ts';
import type { ForkingSource } from './random.ts';
import { contentWords, everyWord as anyWord, randomAvoidSets } from './random-sets.ts';
import { type SystemConstraints, systemConstraints, type SystemOptions, type SystemResources } from './systems.ts';

/** The stream of the seed that constraints are drawn from; samples use the seed itself. */
export const CONSTRAINT_STREAM = 0x5e75;

/** The options that decide the constraints of a sentence beside the user's. */
export interface DrawOptions extends Omit<SystemOptions, 'system'> {
  /** One of ParaBank's systems, or ParaNMT's plain back-translation; undefined for random bans. */
  readonly system: number | 'backtranslate' | undefined;
  /** Tells whether random bans take any word, as ParaBank 2's do, or content words alone. */
  readonly everyWord: boolean;
  readonly sets: number;
  /** The chance of a word to enter a random set. */
  readonly p: number;
}

export interface DrawTools {
  readonly inflector: { isClosed(word: string): boolean };
  /** Tells whether a lower-case word is in the tables. */
  known(word: string): boolean;
  readonly systems: SystemResources | undefined;
}

/** The constraints of a system, and sets of random bans; beside a system there is one empty set. */
export interface Drawn {
  readonly system: SystemConstraints | undefined;
  readonly sets: readonly (readonly string[])[];
}

/** Draws the constraints of a sentence. @throws OtherwiseError `bad-request` (systems without their tables) */
export function drawConstraints(source: string, options: DrawOptions, tools: DrawTools, stream: ForkingSource): Drawn {
  const tokens = wordTokens(source).map(({ text }) => text);
  const { system, everyWord, sets, p } = options;
  if (system === 'backtranslate') return { system: undefined, sets: [[]] };
  if (system !== undefined) return { system: ofSystem(tokens, { ...options, system }, tools, stream), sets: [[]] };
  const words = everyWord
    ? anyWord(tokens) : contentWords(tokens, (word) => tools.inflector.isClosed(word), (word) => tools.known(word));
  return { system: undefined, sets: randomAvoidSets(words, stream, { sets, probability: p }) };
}

/** Gives the sets without the words that would ban a required phrase. */
export function sparing(sets: Drawn['sets'], demands: readonly string[]): string[][] {
  return sets.map((words) => words.filter((word) => !demands.some((phrase) => conflictOf(phrase, [word]) !== undefined)));
}

function ofSystem(tokens: readonly string[], options: SystemOptions, { systems }: DrawTools, stream: ForkingSource): SystemConstraints {
  if (!systems)
    throw new OtherwiseError('bad-request', `System ${options.system} needs the tables of words (models/lexical), which are not loaded.`);
  return systemConstraints(tokens, options, systems, stream);
}
