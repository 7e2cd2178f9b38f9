import { loadIdf, loadInflector } from '../../../src/cli/lexical.ts';
import { resolveConstraints } from '../../../src/core/constraints/chips.ts';
import { HardBan } from '../../../src/core/constraints/hard-ban.ts';
import { observe, readPair } from '../../../src/core/quality/assess.ts';
import { type Features, featuresOf } from '../../../src/core/quality/estimator.ts';
import { endsOfTexts, surpriseOf } from '../../../src/core/quality/surprisal.ts';
import { wordKnowledge } from '../../../src/core/text/knowledge.ts';
import { wordDistance } from '../../../src/core/text/word-distance.ts';
import type { Judged } from './judged.ts';

/** A judged rewrite with its features as the app computes them. */
export interface JudgedFeatures {
  readonly judged: Judged;
  readonly isGood: boolean;
  /** Whether it breaks an invariant. */
  readonly isBroken: boolean;
  /** Share of words that it does not have in common with its source, 0–1. */
  readonly distance: number;
  readonly features: Features;
}

/** Opens the tables of words. @returns what reads the features of a judged rewrite */
export async function featureReader(): Promise<(judged: Judged) => JudgedFeatures> {
  const [inflector, idf] = await Promise.all([loadInflector(), loadIdf()]);
  const knowledge = wordKnowledge(inflector, idf);
  const details = { forms: (word: string) => inflector.forms(word), closed: (word: string) => knowledge.closed(word) };
  return (judged) => {
    const { source, rewrite, avoid = [], judgement } = judged;
    const logProbs = (nats: readonly number[]): number[] => nats.map((value) => -value);
    const backward = surpriseOf(source, endsOfTexts(source, judged.sourcePieces), logProbs(judged.backward), {
      estimate: judged.backwardEstimate,
      prior: judged.sourcePrior,
    });
    const forward = surpriseOf(rewrite, endsOfTexts(rewrite, judged.rewritePieces), logProbs(judged.forward), {
      estimate: judged.forwardEstimate,
      prior: judged.rewritePrior,
    });
    const bans = new HardBan(resolveConstraints({ avoid, require: [], inflections: true }, inflector).avoid);
    const { broken, findings } = observe(source, rewrite, knowledge, { avoid, require: [] });
    const pair = readPair({ backward, forward, findings, allowed: (word) => bans.violates(word), judgement }, details);
    return {
      judged,
      isGood: judged.label === 'good',
      isBroken: broken.length > 0,
      distance: wordDistance(source, rewrite),
      features: featuresOf(pair),
    };
  };
}
