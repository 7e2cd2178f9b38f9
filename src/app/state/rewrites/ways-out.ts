import type { AnyAim } from '../../../core/aims.ts';
import type { Wishes } from '../documents/wishes.ts';

/** An action that one button offers when there is no rewrite. */
export type WayOut =
  | { readonly kind: 'allow' | 'drop'; readonly phrase: string }
  | { readonly kind: 'closer' | 'no-style' | 'again' };

/** The most phrases that are offered to be given up: more would be a list to read, not a button to press. */
const MOST_PHRASES = 3;

/** The settings that decide how a sentence is rewritten: constraints, the aim, and the distance from 0 (close) to 4 (bold). */
export interface AskedState {
  readonly wishes: Wishes;
  readonly aim: AnyAim;
  readonly distance: number;
}

/**
 * Returns the ways out of an empty set. Each one undoes something that is set: an avoided or a required phrase (the last three), an aim, a
 * distance above 0. Trying again, with other samples, is always one of them and comes last.
 */
export function waysOut({ wishes, aim, distance }: AskedState): readonly WayOut[] {
  const phrases: readonly WayOut[] = [
    ...wishes.avoid.map((phrase) => ({ kind: 'allow', phrase }) as const),
    ...wishes.require.map((phrase) => ({ kind: 'drop', phrase }) as const),
  ];
  return [
    ...phrases.slice(-MOST_PHRASES),
    ...(aim === 'any' ? [] : [{ kind: 'no-style' } as const]),
    ...(distance === 0 ? [] : [{ kind: 'closer' } as const]),
    { kind: 'again' },
  ];
}
