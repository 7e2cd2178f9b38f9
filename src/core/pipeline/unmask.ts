import type { HardBan } from '../constraints/hard-ban.ts';
import type { KeptSpans } from '../constraints/kept.ts';
import type { Settings } from '../options.ts';
import type { ParaphraseProgress, Rewrite, Unmet } from '../protocol.ts';
import type { Finding } from '../quality/finding.ts';
import type { Masked } from '../text/masked.ts';
import { wordDistance } from '../text/word-distance.ts';
import { round } from './read-pairs.ts';
import type { SentenceResult } from './present.ts';
import type { SentenceRewrite } from './rewrite.ts';

/** The reason that is given where a sentence with markup has no rewrite. */
export const markupReason = 'markup lost';

/** The constraints as the model meets them in a sentence, and as they were sent. */
export interface MaskedConstraints {
  readonly avoid: readonly string[];
  readonly require: readonly string[];
  /** The phrase as it was sent, by the masked one. */
  readonly sent: ReadonlyMap<string, string>;
}

/** Masks the user's constraints: they get the plain marks of the sentence, and its markup as the model reads it. */
export function maskedConstraints(mask: Masked, { avoid, require }: Pick<Settings, 'avoid' | 'require'>): MaskedConstraints {
  const sent = new Map([...avoid, ...require].map((phrase) => [mask.phrase(phrase), phrase]));
  return { avoid: avoid.map((phrase) => mask.phrase(phrase)), require: require.map((phrase) => mask.phrase(phrase)), sent };
}

/** The facts about a sentence that are needed to give its rewrites their marks and markup back. */
export interface Unmasking {
  readonly mask: Masked;
  readonly constraints: MaskedConstraints;
  /** Every form of the avoided phrases. */
  readonly hardBan: HardBan;
  readonly kept: KeptSpans | undefined;
}

/**
 * Turns the result of a masked sentence into one of the sentence itself. Rewrites that lost something of it, or contain an avoided phrase,
 * are left out.
 */
export function unmaskedResult(result: SentenceResult, unmasking: Unmasking): SentenceResult {
  const { mask, constraints: { sent } } = unmasking;
  return {
    ...result,
    rewrites: result.rewrites.flatMap((rewrite) => unmasked(rewrite, unmasking)),
    doubtful: result.doubtful.flatMap((rewrite) => unmasked(rewrite, unmasking)),
    unmet: result.unmet.map(({ phrase, reason }): Unmet => ({
      phrase: sent.get(phrase) ?? mask.written([phrase])[0] ?? phrase, reason,
    })),
  };
}

/** Turns the progress of a masked sentence into that of the sentence itself. */
export const unmaskedProgress = (
  progress: ((event: ParaphraseProgress) => void) | undefined, unmasking: Unmasking,
): ((event: ParaphraseProgress) => void) | undefined => progress && ((event) => {
  if (event.kind !== 'early') return progress(event);
  const [rewrite] = unmasked(event.rewrite, unmasking);
  if (rewrite) progress({ ...event, rewrite });
});

/** Unmasks one rewrite; the list is empty where the rewrite has lost something. */
function unmasked<R extends Rewrite | SentenceRewrite>(rewrite: R, { mask, hardBan, kept }: Unmasking): R[] {
  const restored = mask.restore(rewrite.text);
  const places = restored && kept?.placesIn(restored.text, restored.places);
  if (!restored || (kept && !places) || hardBan.violates(restored.text)) return [];
  const { findings, doubted } = rewrite;
  return [{
    ...rewrite, text: restored.text, distance: round(wordDistance(mask.sentence, restored.text)), ...(places && { kept: places }),
    ...(findings && { findings: findings.map((finding) => writtenFinding(finding, mask)) }),
    ...(doubted && { doubted: writtenFinding(doubted, mask) }),
  }];
}

/** Tells whether a sentence without rewrites may stay as it is. A ban holds in every sentence, so it may not if it breaks one. */
export const mayStay = ({ plan }: SentenceResult, sentence: string): boolean => !plan.hardBan.violates(sentence);

/** Gives a finding with its words as they stand in the sentence. */
export const writtenFinding = ({ kind, lost, gained }: Finding, mask: Masked): Finding => ({
  kind, ...(lost && { lost: mask.written(lost) }), ...(gained && { gained: mask.written(gained) }),
});
