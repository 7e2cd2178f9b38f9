import { OtherwiseError } from '../errors.ts';
import type { PairScores, TextPair } from '../protocol.ts';
import { cleanText } from '../text/clean.ts';
import { PunctuationStyle } from '../text/marks.ts';
import { Masked } from '../text/masked.ts';
import { splitSentences } from '../text/sentences.ts';
import type { RequestContext } from './context.ts';
import { foreignOrigin } from './origins.ts';
import { joined, rewriteOf } from './rewrite.ts';
import { constraintsOf } from './prepare.ts';
import { observed, type Pair, readPairs } from './read-pairs.ts';
import { readSource } from './source.ts';
import { checkText } from './input.ts';
import type { Tools } from './tools.ts';
import { writtenFinding } from './unmask.ts';

/** The tokens around source and rewrite, tags included. */
const MARKS = 8;

/**
 * Checks a pair, and its text in the pivot language where it has one.
 * @throws OtherwiseError `text-empty`, `text-too-long`, `nothing-to-rewrite` for a pair that can't be scored, `bad-request`
 *   for a foreign text without a pair of translators
 */
export function checkPair(pair: TextPair, tools: Tools, foreign?: string): void {
  if (foreign !== undefined) foreignOrigin(foreign, tools);
  const tokens = pair.map((text) => {
    const clean = cleanText(text);
    checkText(clean, tools);
    return tools.pieces.encode(clean).length;
  });
  if (tokens.reduce((sum, count) => sum + count, MARKS) > tools.model.maxPositions)
    throw new OtherwiseError('text-too-long', `The pair has ${tokens.join(' + ')} tokens, more than this model can read at once.`);
}

/** Tells whether a pair can be scored. */
export function isReadable(pair: TextPair, tools: Tools, foreign?: string): boolean {
  try {
    checkPair(pair, tools, foreign);
    return true;
  } catch (cause) {
    if (cause instanceof OtherwiseError) return false;
    throw cause;
  }
}

/** The options of a request to score pairs. */
export interface PairsInput {
  /** Tells whether each text is one unit. */
  readonly lines?: boolean;
  /** Each pair's text in the pivot language of a pair of translators, which replaces translations; undefined for a pair without one. */
  readonly foreign?: readonly (string | undefined)[];
}

/**
 * Scores pairs of any texts, all in one batch, with the figures that `paraphraseText` gives for the same texts. Texts with equally many
 * sentences are scored sentence by sentence (unless `lines`), and sentences that are equal on both sides count for nothing. Others are one
 * unit, and so are pairs with a text in the pivot language.
 * @throws OtherwiseError as `checkPair`, `word-empty`, and what the model throws
 */
export async function scorePairs(
  pairs: readonly TextPair[], request: RequestContext, { lines = false, foreign = [] }: PairsInput = {},
): Promise<PairScores[]> {
  const { tools, settings } = request;
  const constraints = constraintsOf(settings, tools);
  const texts = pairs.map((pair, i) => {
    checkPair(pair, tools, foreign[i]);
    const [source, rewrite] = [cleanText(pair[0]), cleanText(pair[1])];
    const style = new PunctuationStyle(source);
    const masked = ([text, other]: TextPair): MaskedPair => {
      const mask = new Masked(text, { style });
      return { mask, rewrite: mask.maskLike(other), foreign: foreign[i] };
    };
    const isOne = lines || foreign[i] !== undefined;
    const whole = masked([source, rewrite]);
    const both = [{ text: source, plain: whole.mask.plain }, { text: rewrite, plain: whole.rewrite }] as const;
    return { both, parts: isOne ? [whole] : partsOf(source, rewrite).map(masked) };
  });
  const units: Pair[] = [];
  const pieces = texts.flatMap(({ parts }) => parts);
  for (const { mask, rewrite, foreign: pivot } of pieces) {
    const lost = (text: string): string[] => mask.lost(text);
    const source = await readSource({ text: mask.plain, lost }, constraints, { ...request, foreign: pivot });
    units.push({ source, rewrite: observed(source, { text: rewrite, forward: NaN, pieces: 0 }, request), forward: true });
  }
  const scored = await readPairs(units, request);
  const read = scored.map((candidate, i) => rewriteOf((units[i] as Pair).source, candidate)).map((rewrite, i) => ({
    ...rewrite, findings: (rewrite.findings ?? []).map((finding) => writtenFinding(finding, (pieces[i] as MaskedPair).mask)),
  }));
  let at = 0;
  return texts.map(({ both, parts }) => {
    const { text: _text, cluster: _cluster, findings = [], ...figures } = joined(both, read.slice(at, at += parts.length), tools);
    return { ...figures, findings };
  });
}

/** A pair as the model reads it. */
interface MaskedPair {
  readonly mask: Masked;
  readonly rewrite: string;
  readonly foreign: string | undefined;
}

/** Gives the parts of a pair that are scored: the sentences that differ, or all of it. */
function partsOf(source: string, rewrite: string): TextPair[] {
  const [before, after] = [splitSentences(source), splitSentences(rewrite)];
  const different = before.map(({ text }, i): TextPair => [text, after[i]?.text ?? '']).filter(([a, b]) => a !== b);
  return before.length === after.length && different.length > 0 ? different : [[source, rewrite]];
}
