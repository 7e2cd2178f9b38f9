import type { Style } from '../decoding/style.ts';
import type { Settings } from '../options.ts';

/** The styles that the sets of a request take in turn, by its distance, so that its samples span close to bold. */
const SPANS: readonly (readonly Style[])[] = [
  [{ distance: 0 }],
  [{ distance: 0 }, { distance: 1 }],
  [{ distance: 1 }, { distance: 1, kind: 'restructured' }, { distance: 2, kind: 'plainer' }],
  [{ distance: 2 }, { distance: 2, kind: 'plainer' }, { distance: 3, kind: 'bold' }],
  [{ distance: 3 }, { distance: 4, kind: 'bold' }],
];

/** What an aim asks of every sample. */
const AIMS: Readonly<Record<Settings['aim'], Partial<Style>>> = {
  any: {}, plainer: { kind: 'plainer' }, shorter: { length: 'shorter' }, longer: { length: 'longer' },
  formal: {}, friendly: {}, active: { kind: 'restructured' }, structure: { kind: 'edit' }, clean: { kind: 'edit' },
};

/** The styles that the sets of a request take in turn. */
export function stylesOf({ distance, aim }: Settings): readonly Style[] {
  return (SPANS[distance] ?? [{ distance }]).map((style) => ({ ...style, ...AIMS[aim] }));
}
