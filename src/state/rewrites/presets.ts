import type { Rewrite } from '../../protocol.ts';
import functionWords from '../../quality/data/function-words.json' with { type: 'json' };
import { foldWord, plainWords, wordTokens } from '../../text/words.ts';
import { editDistance } from '../../text/edit-distance.ts';
import type { How } from '../settings.svelte.ts';

/** What the rewrites are for. Each but `any` draws more of them than are shown and shows those that serve it best. */
export type Aim = How['aim'];
export type Preset = 'plainer' | 'shorter' | 'different' | 'structure';

/** What a preset sets: its aim, the tag for the distance, and how freely is sampled. */
export const presets: Readonly<Record<Preset, Pick<How, 'aim' | 'distance' | 'spread'>>> = {
  plainer: { aim: 'plainer', distance: 2, spread: 1 },
  shorter: { aim: 'shorter', distance: 2, spread: 2 },
  different: { aim: 'any', distance: 4, spread: 4 },
  structure: { aim: 'structure', distance: 0, spread: 1 },
};
/** What no preset sets. */
export const noPreset: Pick<How, 'aim' | 'distance' | 'spread'> = { aim: 'any', distance: 2, spread: 2 };

/** The preset in force: the one of its aim, wherever the sliders are; the one without an aim only where it put them. */
export function presetOf({ aim, distance, spread }: How): Preset | undefined {
  if (aim !== 'any') return aim;
  return distance === presets.different.distance && spread === presets.different.spread ? 'different' : undefined;
}

/** Rewrites shown. */
export const SHOWN = 5;
/** Rewrites asked for where the aim chooses among them, and most rounds of sampling for so many. */
export const CHOICE = { n: 16, rounds: 2 };

/** Rewrites that serve an aim; `left`: how many were good enough and do not serve it. */
export interface Chosen {
  readonly rewrites: readonly Rewrite[];
  readonly left: number;
}

/**
 * Chooses by aim among rewrites that are good enough: those without findings first, then the best for the
 * aim (rewrites alike for it stay in their order):
 * `shorter` those with fewer words than the source, `structure` those whose frame of function words and punctuation is nearest to its own,
 * `plainer` those with the commonest words (`rarity`: mean IDF, bits), `any` all of them.
 */
export function choose(aim: Aim, source: string, rewrites: readonly Rewrite[], rarity: (text: string) => number): Chosen {
  if (aim === 'any') return { rewrites, left: 0 };
  const length = plainWords(source).length;
  const costs: Readonly<Record<Exclude<Aim, 'any'>, (text: string) => number>> = {
    shorter: (text) => plainWords(text).length,
    structure: (text) => 1 - sameFrame(source, text),
    plainer: rarity,
  };
  const cost = costs[aim];
  const serving = aim === 'shorter' ? rewrites.filter((rewrite) => cost(rewrite.text) < length) : rewrites;
  const noted = ({ findings = [] }: Rewrite): number => (findings.length > 0 ? 1 : 0);
  const ordered = serving
    .map((rewrite) => ({ rewrite, cost: cost(rewrite.text) }))
    .toSorted((a, b) => noted(a.rewrite) - noted(b.rewrite) || a.cost - b.cost);
  return { rewrites: ordered.slice(0, SHOWN).map(({ rewrite }) => rewrite), left: rewrites.length - serving.length };
}

const closed = new Set(functionWords.words.split(' '));

/**
 * How alike the frames of two sentences are, 0 to 1: function words and punctuation as they are, any other word as a
 * gap; 1 − edit distance / length.
 */
export function sameFrame(a: string, b: string): number {
  const [left, right] = [frame(a), frame(b)];
  return 1 - editDistance(left, right) / Math.max(1, left.length, right.length);
}

function frame(text: string): string[] {
  const items: string[] = [];
  let at = 0;
  for (const token of wordTokens(text)) {
    items.push(...text.slice(at, token.start).replace(/\s/gu, ''));
    const word = foldWord(token.text);
    items.push(closed.has(word) ? word : '#');
    at = token.end;
  }
  return [...items, ...text.slice(at).replace(/\s/gu, '')];
}
