import type { Chosen } from '../choice/choose.ts';
import type { SampleRequest } from '../decoding/sample-request.ts';
import type { Style } from '../decoding/style.ts';
import type { Settings } from '../options.ts';
import type { Rewrite } from '../protocol.ts';
import type { Candidate } from '../quality/candidate.ts';
import type { Framed } from '../text/frame.ts';
import type { Masked } from '../text/masked.ts';
import type { RequestContext } from './context.ts';
import type { Encoded, KnownSentence } from './known.ts';
import type { ConstraintPlan } from './plan.ts';
import type { Pool } from './pool.ts';
import type { SourceText } from './source.ts';
import type { Tally } from './tally.ts';

/** A masked sentence, its constraints in the words of the mask, and the method that rewrites it. */
export interface SentenceRequest extends RequestContext {
  readonly mask: Masked;
  /** Every form of the avoided phrases. */
  readonly forms: readonly string[];
  readonly method: Method;
}

/** A prepared sentence of a request. Its source, the sentence without its frame, is rewritten, and the rewrites are set into the frame. */
export interface SentenceContext extends SentenceRequest {
  readonly frame: Framed;
  /** The sentence without its frame. */
  readonly source: SourceText;
  readonly encoded: readonly Encoded[];
  /** The cache of the sentence. */
  readonly said: KnownSentence;
  readonly plan: ConstraintPlan;
}

/** A way to rewrite a sentence, step by step. The steps that all methods share are in the files of their names. */
export interface Method {
  /** Says how samples are drawn: the styles that the sets take in turn, and how samples are steered beyond their constraints. */
  sampling(settings: Settings): Pick<SampleRequest, 'giveUpAbove' | 'pressed'> & { readonly styles: readonly Style[] };
  /** Draws round after round and takes each into the pool, until there are enough candidates or no more to be had. */
  draw(sentence: SentenceContext, pool: Pool): Promise<void>;
  /** Gives the samples of a round that become candidates, in the form in which they are compared and shown. */
  distinct(drawn: readonly Candidate<'drawn'>[], sentence: SentenceContext, tally: Tally): Candidate<'drawn'>[];
  /** Gives the candidates that are scored, `most` at most. */
  promising(sound: readonly Candidate<'observed'>[], most: number, sentence: SentenceContext): ReadonlySet<Candidate<'observed'>>;
  /** Tells whether the text of every candidate is scored anew, not only of the chosen ones. Methods whose scores choose need it. */
  readonly scoresOwnTexts: boolean;
  /** Chooses the rewrites, at most n, in the order of their list. @param costs see `chooseSet` */
  choose(source: string, candidates: readonly Candidate<'scored'>[], settings: Settings, costs?: readonly number[]): Chosen[];
  /** Puts the chosen ones in the order of their list. */
  list(source: string, chosen: readonly Chosen[], settings: Settings): Chosen[];
  /** Puts rewrites in the order of their list by their present figures. */
  relist<R extends Rewrite>(rewrites: readonly R[], settings: Settings): readonly R[];
}
