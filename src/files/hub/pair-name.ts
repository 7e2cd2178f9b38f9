import { OtherwiseError } from '../../errors.ts';

/** How the name of a pair begins. */
const PAIR = 'pair:';

/**
 * The two translators that the name of a pair has, `pair:<to pivot>,<back>`; undefined for any other name.
 * @throws OtherwiseError `bad-request` for a pair of one or three
 */
export function pairNames(name: string): readonly [toPivot: string, back: string] | undefined {
  if (!name.startsWith(PAIR)) return undefined;
  const [toPivot, back, ...more] = name.slice(PAIR.length).split(',').map((one) => one.trim());
  if (!toPivot || !back || more.length > 0)
    throw new OtherwiseError('bad-request', `'${name}' names no pair: write pair:<to pivot>,<back>, as pair:Xenova/opus-mt-en-de,Xenova/opus-mt-de-en.`);
  return [toPivot, back];
}

export const pairName = (toPivot: string, back: string): string => `${PAIR}${toPivot},${back}`;
