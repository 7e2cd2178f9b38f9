import type { Budget } from '../../protocol.ts';
import { findPhrase } from '../../text/words.ts';
import { wishOf, type Demands } from '../compose/demands.ts';
import { optionsOf } from './presets.ts';
import type { Request } from './session.svelte.ts';
import type { Settings } from '../settings.svelte.ts';

/** What is known about words, as far as it is loaded. */
export interface KnownWords {
  readonly loaded: boolean;
  /** Every banned form. */
  banned(demands: Demands, inflections: boolean): readonly string[];
  /** Rare words of a sentence that have a much commoner substitute. */
  difficult(sentence: string): readonly string[];
}

/** The words the aim bans beside the user's own: for plainer rewrites the difficult ones, unless the user said what is wanted of them. */
export function bannedByAim(source: string, aim: Settings['aim'], demands: Demands, words: KnownWords): readonly string[] {
  if (aim !== 'plainer') return [];
  return words
    .difficult(source)
    .filter((word) => wishOf(demands, word) === 'neutral' && !demands.require.some((phrase) => findPhrase(phrase, word).length > 0));
}

/**
 * What the engine is asked for a sentence.
 * @param budget of the engine; a number the user set goes before it
 * @param variation added to the seed: the how-manieth rewrites of the sentence
 */
export function requestOf(
  source: string,
  demands: Demands,
  settings: Settings,
  words: KnownWords,
  budget: Budget | undefined,
  variation: number,
): Request {
  const { inflections, threshold, seed, distance, system, ordered } = settings;
  // The engine bans all forms or none: with some taken out, the page names the others itself.
  const edited = inflections && (demands.spared ?? []).length > 0 && words.loaded;
  const avoid = edited ? words.banned(demands, true) : demands.avoid;
  const byAim = bannedByAim(source, settings.aim, demands, words);
  const sets = settings.sets ?? budget?.sets;
  const samples = settings.samples ?? budget?.samples;
  const wished = optionsOf(settings);
  return {
    text: source,
    options: {
      ...wished,
      ...(budget?.free === undefined ? {} : { free: Math.min(wished.free ?? budget.free, budget.free) }),
      avoid: byAim.length === 0 ? avoid : [...avoid, ...(edited ? words.banned({ avoid: byAim, require: [] }, true) : byAim)],
      require: demands.require,
      inflections: inflections && !edited,
      seed: seed + variation,
      distance,
      system,
      ordered,
      lines: true,
      ...(sets === undefined ? {} : { sets }),
      ...(samples === undefined ? {} : { samples }),
      ...(threshold === undefined ? {} : { threshold }),
    },
  };
}
