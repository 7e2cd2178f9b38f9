import type { ParaphraseOptions } from '../../workers/protocol.ts';

/**
 * What the stops from faithful (0) to diverse (4) stand for. Cool samples, many of them without bans, few bans in the random sets, and a choice that minds
 * shared words little keep to the likeliest rewrites; hot ones, large sets, few clusters and a choice that minds shared words much spread them out. 2 is the
 * engine's own.
 */
export const spreads: readonly Pick<ParaphraseOptions, 'temperature' | 'p' | 'free' | 'clusters' | 'diversity'>[] = [
  { temperature: 0.25, p: 0, free: 5, clusters: 16, diversity: 0.5 },
  { temperature: 0.4, p: 0.05, free: 3, clusters: 11, diversity: 1.5 },
  {},
  { temperature: 0.7, p: 0.4, free: 1, clusters: 7, diversity: 4 },
  { temperature: 0.9, p: 0.5, free: 0, clusters: 6, diversity: 6 },
];
