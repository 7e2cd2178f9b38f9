import type { Serving } from '../../../core/choice/aims.ts';
import { bestPlace } from '../../../core/choice/order.ts';
import type { Rewrite } from '../../../core/protocol.ts';
import type { PageSettings } from '../settings/settings.svelte.ts';

type Preference = Pick<PageSettings, 'aim' | 'approach' | 'bolder'>;

/** Gives the worth of an offer: how probably it is right, times how far it goes where the user prefers bolder ones. */
const worthOf = ({ right = 0, distance }: Rewrite, { bolder }: Pick<Preference, 'bolder'>): number => (bolder ? right * distance : right);

/** Returns the text of the best rewrite; undefined where a paper's mode orders them, or there is no quality estimate. */
export function bestOf(rewrites: readonly Rewrite[], preference: Preference): string | undefined {
  if (preference.approach !== 'otherwise' || rewrites.some(({ right }) => right === undefined)) return undefined;
  if (!preference.bolder) return rewrites[bestPlace(rewrites.map(({ right = 0, distance }) => ({ right, distance })))]?.text;
  return rewrites.toSorted((a, b) => worthOf(b, preference) - worthOf(a, preference))[0]?.text;
}

/** Returns rewrites as cards: the best one first, then the others from close to bold, or in the order of an aim. */
export function bestFirst(rewrites: readonly Rewrite[], preference: Preference): readonly Rewrite[] {
  const best = bestOf(rewrites, preference);
  if (best === undefined) return rewrites;
  const others = rewrites.filter(({ text }) => text !== best);
  if (preference.aim === 'any') others.sort((a, b) => a.distance - b.distance);
  return [...rewrites.filter(({ text }) => text === best), ...others];
}

/** Returns the rewrites that serve an aim, as cards. */
export const bestServed = (serving: Serving<Rewrite>, preference: Preference): Serving<Rewrite> => ({
  ...serving, rewrites: bestFirst(serving.rewrites, preference),
});

/** Returns rewrites as the review offers them one after the other: the best one, then the next best. */
export function offersOf(rewrites: readonly Rewrite[], preference: Preference): readonly Rewrite[] {
  const best = bestOf(rewrites, preference);
  if (best === undefined) return rewrites;
  return rewrites.toSorted((a, b) => Number(b.text === best) - Number(a.text === best) || worthOf(b, preference) - worthOf(a, preference));
}
