import type { ParaphraseOptions } from '../../workers/protocol.ts';

/**
 * What the stops from faithful (0) to diverse (4) stand for. Cool samples, many of them without bans, few bans in the random sets and many clusters, of
 * which the best five are taken, keep to the likeliest rewrites; hot ones, large sets and just five clusters beside the source's own spread them out. 2 is
 * the engine's own.
 */
export const spreads: readonly Pick<ParaphraseOptions, 'temperature' | 'p' | 'free' | 'clusters'>[] = [
  { temperature: 0.25, p: 0, free: 5, clusters: 16 },
  { temperature: 0.4, p: 0.05, free: 3, clusters: 11 },
  {},
  { temperature: 0.7, p: 0.4, free: 1, clusters: 7 },
  { temperature: 0.9, p: 0.5, free: 0, clusters: 6 },
];
