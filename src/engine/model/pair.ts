import { OtherwiseError } from '../../core/errors.ts';
import { fingerprint } from '../files/hash.ts';
import type { Engine } from './loaded.ts';

/** How the name of a pair begins. */
const PAIR = 'pair:';

/**
 * The two models that the name of a pair has, `pair:<to pivot>,<back>`; undefined for any other name.
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
 * Two translators as one engine: it writes with the second one, from what the first makes of a text, and the first reads backward
 * (ParaBank 2 §2). Whatever knows one language only is no half of a pair: what rewrites has styles.
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
