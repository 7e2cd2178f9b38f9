import { type RequestOptions, type Settings, settingsOf } from '../core/options.ts';
import { isBeamSystem, type OwnSystem, systemOptions } from '../lab/corpus/systems.ts';

/** Ranks that ParaBank 2's tables have; a numbered system has its one output. */
const RANKS = 5;

/** The options of a run: those of `paraphrase`, and whether a reference stays one unit. */
export interface RunOptions extends RequestOptions {
  readonly lines?: boolean | undefined;
}

/**
 * Returns the settings of one system: its name sets the mode, ranks are by `right`, the rest is as given.
 * @throws OtherwiseError `bad-request` where options contradict each other
 */
export function settingsFor(system: OwnSystem, { lines: _, ...options }: RunOptions, threshold: number): Settings {
  const n = options.n ?? (isBeamSystem(system) ? 1 : RANKS);
  // References are taken for English as they stand.
  return settingsOf({ foreign: true, ...options, ...systemOptions(system), n, order: options.order ?? 'right' }, threshold);
}
