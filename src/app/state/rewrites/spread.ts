import type { ParaphraseOptions } from '../../../core/protocol.ts';

/**
 * The sampling options of the stops from faithful (0) to diverse (4). Cool samples, many of them without random bans, few bans in the
 * random sets, and a choice that minds shared words little keep to the likeliest rewrites; hot ones, large sets and a choice that minds
 * shared words much spread them out. Stop 2 has the engine's own numbers.
 */
export const spreads: readonly Pick<ParaphraseOptions, 'temperature' | 'p' | 'free' | 'diversity'>[] = [
  { temperature: 0.3, p: 0, free: 5, diversity: 0.1 },
  { temperature: 0.5, p: 0.05, free: 3, diversity: 0.2 },
  {},
  { temperature: 0.9, p: 0.3, free: 1, diversity: 0.45 },
  { temperature: 1, p: 0.5, free: 0, diversity: 0.55 },
];
