import type { Budget, ParaphraseOptions } from '../../../core/protocol.ts';
import { findPhrase } from '../../../core/text/words.ts';
import { wishOf, type Wishes } from '../documents/wishes.ts';
import type { PageSettings } from '../settings/settings.svelte.ts';
import { modeOptions } from '../settings/approach.ts';
import { AIM_POOL } from '../../../core/choice/aims.ts';
import { SHOWN } from './presets.ts';
import type { Request } from './request.ts';
import { spreads } from './spread.ts';
import { isInForce } from '../settings/vocabulary.ts';

/** The tables of words, as far as they are loaded. */
export interface KnownWords {
  readonly loaded: boolean;
  /** Gives every banned form. */
  banned(wishes: Wishes, inflections: boolean): readonly string[];
  /** Finds the rare words of a sentence that have a much commoner substitute. */
  difficult(sentence: string): readonly string[];
}

/** The settings that decide how a sentence is rewritten. */
export interface RewriteRequest {
  readonly source: string;
  readonly wishes: Wishes;
  readonly settings: PageSettings;
  readonly words: KnownWords;
  /** The budget of the engine; a number the user set goes before it. */
  readonly budget?: Budget | undefined;
  /** The number that is added to the seed: how often other rewrites of the sentence were asked for. */
  readonly variation?: number | undefined;
  /** Tells whether the user wants it rewritten although it is not English. */
  readonly foreign?: boolean;
}

/**
 * Returns the words that the aim avoids beside the user's own: for plainer rewrites the difficult ones, unless the user constrains them.
 */
export function bannedByAim({ source, wishes, settings, words }: RewriteRequest): readonly string[] {
  if (settings.aim !== 'plainer') return [];
  const isFree = (word: string): boolean =>
    wishOf(wishes, word) === 'neutral' && !wishes.require.some((phrase) => findPhrase(phrase, word).length > 0);
  return words.difficult(source).filter(isFree);
}

/** Makes the request for a sentence. */
export function requestOf(asked: RewriteRequest): Request {
  if (asked.settings.aim === 'clean') return correctionOf(asked);
  const { source, wishes, settings, variation = 0, foreign = false } = asked;
  const { threshold, seed, distance, approach, ordered } = settings;
  return {
    text: source,
    options: {
      ...modeOptions(approach),
      ...(approach === 'otherwise' ? ownOptions(asked) : paperOptions(asked)),
      ...bans(asked),
      require: wishes.require,
      seed: seed + variation,
      distance,
      ordered,
      foreign,
      lines: true,
      ...(threshold === undefined ? {} : { threshold }),
    },
    ...(approach === 'otherwise' && { budget: budgetOf(asked) }),
    ...(isInForce(settings.vocabulary) && { vocabulary: settings.vocabulary }),
  };
}

/** Makes the options of a request that corrects slips and does nothing else: no constraint, mode or budget bears on it. */
const correctionOf = ({ source, foreign = false }: RewriteRequest): Request =>
  ({ text: source, options: { aim: 'clean', foreign, lines: true } });

/** Takes the budget of the device, where the user gives no numbers. */
function budgetOf({ settings, budget }: RewriteRequest): Partial<Budget> {
  if (budget === undefined) return {};
  const { sets, samples, free } = budget;
  return {
    ...(settings.sets === undefined && { sets }),
    ...(settings.samples === undefined && { samples }),
    ...(free !== undefined && { free: Math.min(spreads[settings.spread]?.free ?? free, free) }),
  };
}

/** Leaves out fields that are undefined. */
function defined<T extends object>(values: T): { [N in keyof T]?: NonNullable<T[N]> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as { [N in keyof T]?: NonNullable<T[N]> };
}

/**
 * The avoided words of the user and of the aim. The engine avoids all forms of a word or none: with exceptions the page names the other
 * forms.
 */
function bans(asked: RewriteRequest): Pick<ParaphraseOptions, 'avoid' | 'inflections'> {
  const { wishes, words, settings } = asked;
  const all = { ...wishes, avoid: [...wishes.avoid, ...bannedByAim(asked)] };
  const isEdited = settings.inflections && (wishes.spared ?? []).length > 0 && words.loaded;
  return { avoid: isEdited ? words.banned(all, true) : all.avoid, inflections: settings.inflections && !isEdited };
}

/** Gives the options of our own mode: as freely as the user wants. */
function ownOptions({ settings: { spread, aim, sets, samples } }: RewriteRequest): ParaphraseOptions {
  return { doubts: true, order: 'best', ...spreads[spread], ...(aim === 'any' ? {} : { aim, ...AIM_POOL }), ...defined({ sets, samples }) };
}

/** Gives the options of the papers' modes: their own numbers whatever the device, unless the user gives others. */
function paperOptions({ settings: { aim, sets, samples } }: RewriteRequest): ParaphraseOptions {
  const n = aim === 'any' ? SHOWN : AIM_POOL.n;
  return { n, ...defined({ sets, samples }) };
}
