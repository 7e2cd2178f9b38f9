import type { Rewrite } from '../../../core/protocol.ts';
import { findPhrase } from '../../../core/text/words.ts';

/** A rewrite that the user wants to keep in sight, whatever is drawn next. */
export interface Locked {
  readonly rewrite: Rewrite;
  /** The place in the list where it stays, from 0. */
  readonly place: number;
}

/** Puts the locked rewrites of a sentence at their places among the others, `most` in all or as many as are locked. */
export function withLocked(rewrites: readonly Rewrite[], locked: readonly Locked[], most: number): readonly Rewrite[] {
  if (locked.length === 0) return rewrites;
  const texts = new Set(locked.map(({ rewrite }) => rewrite.text));
  const result = rewrites.filter((rewrite) => !texts.has(rewrite.text)).slice(0, Math.max(0, most - locked.length));
  for (const { rewrite, place } of locked.toSorted((a, b) => a.place - b.place)) result.splice(place, 0, rewrite);
  return result;
}

/** Locks a rewrite at a place, or drops its lock. */
export function toggled(locked: readonly Locked[], rewrite: Rewrite, place: number): readonly Locked[] {
  const others = locked.filter((other) => other.rewrite.text !== rewrite.text);
  return others.length < locked.length ? others : [...locked, { rewrite, place }];
}

/** The avoided phrases that a rewrite contains, and the required ones that it lacks. */
export interface Breaches {
  readonly banned: readonly string[];
  readonly missing: readonly string[];
}

/** Tells whether there are none. */
export const isLawful = ({ banned, missing }: Breaches): boolean => banned.length + missing.length === 0;

/** Returns the reason why a rewrite would not be drawn now. */
export function breaches(text: string, banned: readonly string[], required: readonly string[]): Breaches {
  return {
    banned: banned.filter((phrase) => findPhrase(text, phrase).length > 0),
    missing: required.filter((phrase) => findPhrase(text, phrase).length === 0),
  };
}
