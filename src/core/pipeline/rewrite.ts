import type { Rewrite } from '../protocol.ts';
import type { Framed } from '../text/frame.ts';
import { wordDistance } from '../text/word-distance.ts';
import { allOf } from '../quality/assess.ts';
import { type Candidate, scoreOf } from '../quality/candidate.ts';
import { round } from './read-pairs.ts';
import type { SourceText } from './source.ts';
import type { Tools } from './tools.ts';

/** A rewrite of one sentence with the number of tokens that its scores are means of, the end tokens counted. */
export type SentenceRewrite = Rewrite & {
  readonly pieces: number;
  readonly sourcePieces: number;
  /** The rewrite as the model reads it. */
  readonly plain: string;
};

/** A text, and the same text as the model reads it. */
export interface TextOfBoth {
  readonly text: string;
  readonly plain: string;
}

/** Makes a rewrite, for people, of a scored candidate. @param cluster its cluster, where clusters chose */
export function rewriteOf(source: SourceText, candidate: Candidate<'scored'>, cluster?: number): SentenceRewrite {
  const { text, forward, backward, right, meaning, doubted, pieces } = candidate;
  const findings = allOf(candidate);
  return {
    text, forward, backward, score: scoreOf(candidate), ...(right !== undefined && { right: round(right) }),
    distance: round(wordDistance(source.text, text)), ...(cluster !== undefined && { cluster }), ...(meaning !== undefined && { meaning }),
    ...(findings.length > 0 && { findings }), ...(doubted && { doubted }), pieces, sourcePieces: source.ids.length + 1, plain: text,
  };
}

/** Returns a rewrite without the figures that only the pipeline needs. */
export function withoutPieces({ pieces: _pieces, sourcePieces: _sourcePieces, plain: _plain, ...rewrite }: SentenceRewrite): Rewrite {
  return rewrite;
}

/** Sets a candidate into its frame, with the figures of the text that was drawn. */
export function asJudged(
  candidate: Candidate<'scored'>, { source, frame }: { readonly source: SourceText; readonly frame: Framed },
): Rewrite {
  const rewrite = withoutPieces(rewriteOf(source, candidate));
  return { ...rewrite, text: frame.before + rewrite.text + frame.after };
}

/**
 * Joins the rewrites of sentences to one of the text; undefined stands for a sentence that stays as it is. Scores are means over the tokens
 * of what was rewritten. `right` and `doubted` are those of the weakest sentence, meaning and distance those of the whole text.
 */
export function joined(
  [source, { text, plain }]: readonly [source: TextOfBoth, rewrite: TextOfBoth],
  parts: readonly (SentenceRewrite | undefined)[],
  { meaning }: Tools,
): Rewrite {
  const present = parts.filter((part) => part !== undefined);
  const forward = mean(present, ({ forward: nats, pieces }) => [nats, pieces]);
  const backward = mean(present, ({ backward: nats, sourcePieces }) => [nats, sourcePieces]);
  const findings = present.flatMap((part) => part.findings ?? []);
  const [weakest] = present.filter(({ right }) => right !== undefined).toSorted((a, b) => (a.right ?? 1) - (b.right ?? 1));
  const predicted = meaning?.(source.plain, plain);
  return {
    text, forward, backward, score: round(forward + backward), ...(weakest && { right: weakest.right }),
    distance: round(wordDistance(source.text, text)),
    ...(present.some(({ cluster }) => cluster !== undefined) && { cluster: parts.map((part) => clusterOf(part)) }),
    ...(predicted !== undefined && { meaning: Math.round(predicted * 10) / 10 }), ...(findings.length > 0 && { findings }),
    ...(weakest?.doubted && { doubted: weakest.doubted }),
  };
}

const clusterOf = (part: SentenceRewrite | undefined): number => (typeof part?.cluster === 'number' ? part.cluster : 0);

/** The mean of nats over tokens, rounded to four decimals. */
function mean(parts: readonly SentenceRewrite[], pick: (part: SentenceRewrite) => [nats: number, tokens: number]): number {
  const picked = parts.map(pick);
  const tokens = picked.reduce((sum, [, count]) => sum + count, 0);
  return tokens === 0 ? 0 : round(picked.reduce((sum, [nats, count]) => sum + nats * count, 0) / tokens);
}
