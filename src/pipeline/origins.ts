import { beamSearch } from '../decoding/beam.ts';
import { OtherwiseError } from '../errors.ts';
import type { RequestContext } from './context.ts';
import type { Origin } from './origin.ts';
import { maxPieces } from './plan.ts';

/**
 * The origins of a sentence, best first: one, or of a pair the `pivots` best translations that its beam finds, ranked by
 * log-probability per token.
 * @throws OtherwiseError `bad-request` (back-translation without a pair), `nothing-to-rewrite` where no translation has a
 *   word, `text-too-long`, `aborted`, and what the model throws
 */
export async function originsOf(text: string, { tools, settings, signal }: RequestContext): Promise<Origin[]> {
  const { pivot, pieces } = tools;
  if (!pivot && settings.system === 'backtranslate')
    throw new OtherwiseError('bad-request', 'Back-translation needs a pair of translators: --model pair:<to pivot>,<back>.');
  const ids = pieces.encode(text);
  if (!pivot) return [{ ids, target: ids }];
  const source = pivot.pieces.encode(text);
  const memory = await pivot.model.encode(source, signal);
  try {
    const hypotheses = await beamSearch(pivot.model, memory, {
      tags: [], beam: Math.max(settings.beam, settings.pivots), maxTokens: maxPieces(source.length), lengthPenalty: 1,
      ...(signal && { signal }),
    });
    const texts = new Set(hypotheses.map(({ tokens }) => pivot.pieces.decode(tokens).trim()).filter((translation) => translation !== ''));
    if (texts.size === 0)
      throw new OtherwiseError('nothing-to-rewrite', 'The translator finds no word for this sentence in the pivot language.');
    return [...texts].slice(0, settings.pivots).map((translation) => ({
      ids: pieces.encode(translation), target: pivot.pieces.encode(translation),
    }));
  } finally {
    memory.dispose();
  }
}
