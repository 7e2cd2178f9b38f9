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

/** A sentence, masked, what was asked of it in the words that it is masked with, and how it is rewritten. */
export interface SentenceRequest extends RequestContext {
  readonly mask: Masked;
  /** Every form that the user's bans cover. */
  readonly forms: readonly string[];
  readonly method: Method;
}

/** One sentence of a request, prepared: the core of it is rewritten, and its rewrites are set into the same frame. */
export interface SentenceContext extends SentenceRequest {
  readonly frame: Framed;
  /** The core. */
  readonly source: SourceText;
  /** What the model made of what it is rewritten from. */
  readonly encoded: readonly Encoded[];
  /** What was said of the sentence's rewrites. */
  readonly said: KnownSentence;
  readonly plan: ConstraintPlan;
}

/** A way to rewrite a sentence, step by step; the steps that all methods share are in the files of their names. */
export interface Method {
  /** How samples are drawn: the styles that the sets of a request take in turn, and how they are steered beyond their constraints. */
  sampling(settings: Settings): Pick<SampleRequest, 'giveUpAbove' | 'pressed'> & { readonly styles: readonly Style[] };
  /** Draws round after round and takes each into the pool, until there is enough or no more to be had. */
  draw(sentence: SentenceContext, pool: Pool): Promise<void>;
  /** Of what a round has drawn that which is a candidate here, in the form in which it is compared and shown. */
  distinct(drawn: readonly Candidate<'drawn'>[], sentence: SentenceContext, tally: Tally): Candidate<'drawn'>[];
  /** Those that are scored, at most so many. */
  promising(sound: readonly Candidate<'observed'>[], most: number, sentence: SentenceContext): ReadonlySet<Candidate<'observed'>>;
  /** Whether the own text of every candidate is scored, not of the chosen ones alone: where scores choose. */
  readonly scoresOwnTexts: boolean;
  /** The rewrites, at most n, as they are listed. @param wrong what a wrong one costs, a right one being worth 1 */
  choose(source: string, candidates: readonly Candidate<'scored'>[], settings: Settings, wrong?: number): Chosen[];
  /** The chosen in the order of their list. */
  list(source: string, chosen: readonly Chosen[], settings: Settings): Chosen[];
  /** Rewrites in the order of their list by the figures that they have now. */
  relist<R extends Rewrite>(rewrites: readonly R[], settings: Settings): readonly R[];
}
