import { beamSearch } from '../decoding/beam.ts';
import { OtherwiseError } from '../errors.ts';
import { cleanText } from '../text/clean.ts';
import type { RequestContext } from './context.ts';
import type { DecoderInput } from './known.ts';
import { maxPieces } from './plan.ts';
import type { Tools } from './tools.ts';

/**
 * Gives the decoder inputs of a sentence, best first. A single model has one. A pair has the foreign text of the request or else the
 * `pivots` best translations of its beam, ranked by log-probability per token.
 * @throws OtherwiseError `bad-request` (back-translation or a foreign text without a pair), `nothing-to-rewrite` where no translation has a
 *   word, `text-too-long`, `aborted`, and what the model throws
 */
export async function originsOf(text: string, { tools, settings, foreign, signal }: RequestContext): Promise<DecoderInput[]> {
  const { pivot, pieces } = tools;
  if (foreign !== undefined) return [foreignOrigin(foreign, tools)];
  if (!pivot && settings.system === 'backtranslate') throw needsPair('Back-translation');
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

const needsPair = (what: string): OtherwiseError =>
  new OtherwiseError('bad-request', `${what} needs a pair of translators: --model pair:<to pivot>,<back>.`);

/** The control tokens around a text. */
const MARKS = 8;

/**
 * Makes a decoder input of a text in the pivot language.
 * @throws OtherwiseError `bad-request` without a pair, `text-empty`, `text-too-long` for a text that a model of the pair can't read
 */
export function foreignOrigin(foreign: string, { model, pieces, pivot }: Tools): DecoderInput {
  if (!pivot) throw needsPair('A text in a pivot language');
  const clean = cleanText(foreign);
  if (clean === '') throw new OtherwiseError('text-empty', 'The text in the pivot language is empty. Give it, or leave the field out.');
  const [ids, target] = [pieces.encode(clean), pivot.pieces.encode(clean)];
  const [longest, most] = [Math.max(ids.length, target.length), Math.min(model.maxPositions, pivot.model.maxPositions) - MARKS];
  if (longest > most)
    throw new OtherwiseError('text-too-long', `The text in the pivot language has ${longest} tokens; this pair reads ${most} at once.`);
  return { ids, target };
}
