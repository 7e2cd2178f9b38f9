import { HardBan, type TextBan } from '../constraints/hard-ban.ts';
import { type Observations, observer } from '../quality/assess.ts';
import { tokenEnds } from '../quality/surprisal.ts';
import type { RequestContext } from './context.ts';
import type { DecoderInput } from './known.ts';
import { originsOf } from './origins.ts';

/** A text and what its rewrites must keep and avoid. */
interface MaskedText {
  readonly text: string;
  /** What of it has to come back letter for letter and a rewrite lacks. */
  lost(rewrite: string): readonly string[];
}

/** The same in tokens. */
interface Encodable extends MaskedText {
  /** Its tokens. */
  readonly ids: readonly number[];
  /** What its rewrites are written from, at least one. */
  readonly origins: readonly DecoderInput[];
  /** −log p of the source on its own, nats; undefined where it is not known yet, which needs a forward pass. */
  readonly prior: number | undefined;
}

/** A source, as its rewrites are read against it. */
export interface SourceText extends Encodable {
  /** Words whose absence was asked for. */
  readonly hardBan: TextBan;
  /** Where its tokens end, UTF-16. */
  readonly ends: readonly number[];
  /** Compares a rewrite with it by their words. */
  observe(rewrite: string): Observations;
  /** Whether the absence or presence of a word was asked for. */
  allows(word: string): boolean;
}

/** Reads a source, once for all of its rewrites. */
export function sourceText(
  encodable: Encodable, { hardBan }: Pick<SourceText, 'hardBan'>, { tools, settings: { avoid, require } }: RequestContext,
): SourceText {
  const { text, ids } = encodable;
  return {
    ...encodable, hardBan,
    ends: tokenEnds(text, ids, tools.pieces),
    observe: observer(text, tools.words, { avoid, require }),
    allows: (word) => hardBan.violates(word) || require.some((phrase) => new HardBan([word]).violates(phrase)),
  };
}

/** Reads a source that nothing is known of yet. @throws OtherwiseError as `originsOf` */
export async function readSource(source: MaskedText, bans: Pick<SourceText, 'hardBan'>, request: RequestContext): Promise<SourceText> {
  const ids = request.tools.pieces.encode(source.text);
  return sourceText({ ...source, ids, origins: await originsOf(source.text, request), prior: undefined }, bans, request);
}
