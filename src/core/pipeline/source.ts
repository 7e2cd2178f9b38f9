import { conflictOf } from '../constraints/match.ts';
import type { TextBan } from '../constraints/hard-ban.ts';
import { type Observations, observer } from '../quality/assess.ts';
import { tokenEnds } from '../quality/surprisal.ts';
import type { RequestContext } from './context.ts';
import type { DecoderInput } from './known.ts';
import { originsOf } from './origins.ts';

/** A text, and what its rewrites must keep and avoid. */
interface MaskedText {
  readonly text: string;
  /** Gives what has to come back letter for letter and is not in a rewrite. */
  lost(rewrite: string): readonly string[];
}

/** The same text with its tokens and decoder inputs. */
interface Encodable extends MaskedText {
  readonly ids: readonly number[];
  /** The texts that rewrites are decoded from, at least one. */
  readonly origins: readonly DecoderInput[];
  /** The surprisal of the source on its own, nats; undefined until a forward pass has computed it. */
  readonly prior: number | undefined;
}

/** A source as its rewrites are compared with it. */
export interface SourceText extends Encodable {
  readonly hardBan: TextBan;
  /** The places where its tokens end, UTF-16. */
  readonly ends: readonly number[];
  /** Compares a rewrite with the source by their words. */
  observe(rewrite: string): Observations;
  /** Tells whether a constraint asks for the absence or presence of a word. */
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
    allows: (word) => hardBan.violates(word) || require.some((phrase) => conflictOf(phrase, [word]) !== undefined),
  };
}

/** Reads a source that is not cached. @throws OtherwiseError as `originsOf` */
export async function readSource(source: MaskedText, bans: Pick<SourceText, 'hardBan'>, request: RequestContext): Promise<SourceText> {
  const ids = request.tools.pieces.encode(source.text);
  return sourceText({ ...source, ids, origins: await originsOf(source.text, request), prior: undefined }, bans, request);
}
