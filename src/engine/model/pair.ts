import { OtherwiseError } from '../../core/errors.ts';
import { fingerprint } from '../files/hash.ts';
import type { Engine } from './loaded.ts';

const PAIR = 'pair:';

/**
 * Reads the two models from the name of a pair, `pair:<to pivot>,<back>`; undefined for any other name.
 * @throws OtherwiseError `bad-request` for a pair of one or three
 */
export function pairNames(name: string): readonly [toPivot: string, back: string] | undefined {
  if (!name.startsWith(PAIR)) return undefined;
  const [toPivot, back, ...more] = name.slice(PAIR.length).split(',').map((one) => one.trim());
  if (!toPivot || !back || more.length > 0)
    throw new OtherwiseError(
      'bad-request', `'${name}' names no pair: write pair:<to pivot>,<back>, as pair:Xenova/opus-mt-en-de,Xenova/opus-mt-de-en.`,
    );
  return [toPivot, back];
}

/**
 * Joins two translators to one engine: it writes with the second one, from the translations of the first, and the first scores backward
 * (ParaBank 2 §2). A model with styles can't be half of a pair, because it rewrites one language.
 * @throws OtherwiseError `model-unsupported`
 */
export async function pairOf(toPivot: Engine, back: Engine): Promise<Engine> {
  const rewriter = [toPivot, back].find((engine) => engine.tags({ distance: 1 }).length > 0);
  if (rewriter)
    throw new OtherwiseError(
      'model-unsupported', `${rewriter.name} rewrites English and translates nothing. A pair is made of two translators.`,
    );
  return {
    ...back,
    name: `${PAIR}${toPivot.name},${back.name}`,
    pivot: { model: toPivot.model, pieces: toPivot.pieces },
    threshold: Math.max(toPivot.threshold, back.threshold),
    languages: [...new Set([...toPivot.languages, ...back.languages])],
    hash: await fingerprint(`${toPivot.hash}\n${back.hash}`),
    lost: Promise.race([toPivot.lost, back.lost]),
    dispose: async () => {
      await toPivot.dispose();
      await back.dispose();
    },
  };
}
