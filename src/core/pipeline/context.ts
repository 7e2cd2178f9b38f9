import { throwIfAborted } from '../errors.ts';
import type { Settings } from '../options.ts';
import type { ParaphraseProgress } from '../protocol.ts';
import type { Framed } from '../text/frame.ts';
import type { Masked } from '../text/masked.ts';
import type { KnownSentence, KnownSentences } from './known.ts';
import type { Encoded, DecoderInput, Readers } from './origin.ts';
import type { ConstraintPlan } from './plan.ts';
import type { Tools } from './tools.ts';

/** One request: what it is answered with, what was asked, and who listens. */
export interface RequestContext {
  readonly tools: Tools;
  readonly settings: Settings;
  readonly progress?: ((event: ParaphraseProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  /**
   * What is known of sentences that were asked for before. Where it is given, a request with bans or demands is answered from what
   * the sentence gives without them and from a smaller draw with them (`chips.ts`); else from a whole draw with them.
   */
  readonly known?: KnownSentences | undefined;
  /** What scores pairs in the place of the models. */
  readonly readers?: Readers;
  /** The text in the pivot language, which rewrites are decoded from in place of translations; of a pair of translators. */
  readonly foreign?: string | undefined;
}

/** A sentence, masked, and what was asked of it, in the words that it is masked with. */
export interface SentenceRequest extends RequestContext {
  readonly mask: Masked;
}

/** One sentence of a request: the core of it is rewritten, and its rewrites are set into the same frame. */
export interface SentenceContext extends SentenceRequest {
  readonly frame: Framed;
  /** The core and its tokens. */
  readonly source: string;
  readonly sourceIds: readonly number[];
  /** What it is rewritten from, and what the model made of each. */
  readonly origins: readonly DecoderInput[];
  readonly encoded: readonly Encoded[];
  /** What was said of the sentence's rewrites. */
  readonly said: KnownSentence;
  readonly plan: ConstraintPlan;
}

/** @throws OtherwiseError `aborted` or `superseded` when the request was stopped */
export const throwIfStopped = ({ signal }: RequestContext): void => { throwIfAborted(signal); };
