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

/** Why a sentence with markup has no rewrite. */
export const markupReason = 'markup lost';

/** A constraint as the model meets it in a sentence, and how it was sent. */
export interface MaskedConstraints {
  readonly avoid: readonly string[];
  readonly require: readonly string[];
  /** What was sent for each of them. */
  readonly sent: ReadonlyMap<string, string>;
}

/** The user's constraints in the plain marks of a sentence, its markup as the model reads it. */
export function maskedConstraints(mask: Masked, { avoid, require }: Pick<Settings, 'avoid' | 'require'>): MaskedConstraints {
  const sent = new Map([...avoid, ...require].map((phrase) => [mask.phrase(phrase), phrase]));
  return { avoid: avoid.map((phrase) => mask.phrase(phrase)), require: require.map((phrase) => mask.phrase(phrase)), sent };
}

/** What is known of a sentence and its constraints when its rewrites are given their marks and markup back. */
export interface Unmasking {
  readonly mask: Masked;
  readonly constraints: MaskedConstraints;
  /** The forms that the user's bans cover. */
  readonly banned: HardBan;
  /** What of the sentence was asked to be kept. */
  readonly kept: KeptSpans | undefined;
}

/** A result for a masked sentence as one for the sentence itself, without rewrites that lack something of it or hold what is banned. */
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

/** What is heard of a masked sentence as of the sentence itself. */
export const unmaskedProgress = (
  progress: ((event: ParaphraseProgress) => void) | undefined, unmasking: Unmasking,
): ((event: ParaphraseProgress) => void) | undefined => progress && ((event) => {
  if (event.kind !== 'early') return progress(event);
  const [rewrite] = unmasked(event.rewrite, unmasking);
  if (rewrite) progress({ ...event, rewrite });
});

/** A rewrite of a masked sentence as one of the sentence; none where it has lost something. */
function unmasked<R extends Rewrite | SentenceRewrite>(rewrite: R, { mask, banned, kept }: Unmasking): R[] {
  const restored = mask.restore(rewrite.text);
  const places = restored && kept?.placesIn(restored.text, restored.places);
  if (!restored || (kept && !places) || banned.violates(restored.text)) return [];
  const { findings, doubted } = rewrite;
  return [{
    ...rewrite, text: restored.text, distance: round(wordDistance(mask.sentence, restored.text)), ...(places && { kept: places }),
    ...(findings && { findings: findings.map((finding) => writtenFinding(finding, mask)) }),
    ...(doubted && { doubted: writtenFinding(doubted, mask) }),
  }];
}

/** A finding with the words as they stand in the sentence. */
export const writtenFinding = ({ kind, lost, gained }: Finding, mask: Masked): Finding => ({
  kind, ...(lost && { lost: mask.written(lost) }), ...(gained && { gained: mask.written(gained) }),
});
