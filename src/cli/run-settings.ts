import { type RequestOptions, type Settings, settingsOf } from '../core/options.ts';
import { isBeamSystem, type OwnSystem, systemOptions } from '../lab/corpus/systems.ts';

/** The number of ranks in ParaBank 2's tables. A numbered system has only one output. */
const RANKS = 5;

/** The options of a run: those of `paraphrase`, and whether a reference stays whole instead of being split into sentences. */
export interface RunOptions extends RequestOptions {
  readonly lines?: boolean | undefined;
}

/**
 * Returns the settings of one system: its name sets the mode, rewrites are ranked by `right`, and all other options are as given.
 * @throws OtherwiseError `bad-request` where options contradict each other
 */
export function settingsFor(system: OwnSystem, { lines: _, ...options }: RunOptions, threshold: number): Settings {
  const n = options.n ?? (isBeamSystem(system) ? 1 : RANKS);
  // The language of references is not checked.
  return settingsOf({ foreign: true, ...options, ...systemOptions(system), n, order: options.order ?? 'right' }, threshold);
}
