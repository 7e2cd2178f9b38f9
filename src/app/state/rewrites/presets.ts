import { wantedLength } from '../../../core/choice/aims.ts';
import type { How } from '../settings/settings.svelte.ts';

export { wantedLength };

/** The names of the presets, in the order in which they are offered. */
export const presetNames = ['plainer', 'shorter', 'longer', 'formal', 'friendly', 'active', 'different', 'structure', 'clean'] as const;
export type Preset = (typeof presetNames)[number];

/** The settings of a preset: its aim, the tag for the distance, and how freely is sampled. */
export const presets: Readonly<Record<Preset, Pick<How, 'aim' | 'distance' | 'spread'>>> = {
  plainer: { aim: 'plainer', distance: 2, spread: 1 },
  shorter: { aim: 'shorter', distance: 2, spread: 2 },
  longer: { aim: 'longer', distance: 2, spread: 2 },
  formal: { aim: 'formal', distance: 2, spread: 2 },
  friendly: { aim: 'friendly', distance: 2, spread: 2 },
  active: { aim: 'active', distance: 2, spread: 2 },
  different: { aim: 'any', distance: 4, spread: 4 },
  structure: { aim: 'structure', distance: 0, spread: 1 },
  clean: { aim: 'clean', distance: 0, spread: 1 },
};
/** The settings without a preset. */
export const noPreset: Pick<How, 'aim' | 'distance' | 'spread'> = { aim: 'any', distance: 2, spread: 2 };

/** Returns the preset in force: the one of its aim, wherever the sliders are; the one without an aim only where it put them. */
export function presetOf({ aim, distance, spread }: How): Preset | undefined {
  if (aim !== 'any') return aim;
  return distance === presets.different.distance && spread === presets.different.spread ? 'different' : undefined;
}

/** The number of rewrites that are shown. */
export const SHOWN = 5;
