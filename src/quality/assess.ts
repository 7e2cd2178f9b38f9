import { guard } from './checks.ts';
import { letterSlips } from './checks/letters.ts';
import { derivationSlips, lexicalSlips } from './checks/lexical.ts';
import { detailSlips, readPair } from './details.ts';
import { type EstimatorModel, probablyGood, readDoubt } from './estimator.ts';
import type { WordKnowledge } from '../text/knowledge.ts';
import { asFinding, type Finding } from './finding.ts';
import type { DetailWords, Surprise } from './surprisal.ts';

/** What of a request bears on how its rewrites are read. */
export interface Asked {
  /** Words and phrases that the user banned and demanded, as sent. */
  readonly avoid: readonly string[];
  readonly require: readonly string[];
}

/** What is seen in the words of a rewrite, without a model: `broken` invariants, which drop it, and `findings`, which are weighed and shown. */
export interface Observations {
  readonly broken: readonly Finding[];
  readonly findings: readonly Finding[];
}

/** Compares a rewrite with its source by their words. @param words the tables of English; without them less is seen */
export function observe(source: string, rewrite: string, words?: WordKnowledge, asked: Asked = { avoid: [], require: [] }): Observations {
  const slips = [
    ...guard(source, rewrite),
    ...(words ? lexicalSlips(source, rewrite, words) : []),
    ...derivationSlips(rewrite, asked.avoid),
    ...letterSlips([source, ...asked.require].join(' '), rewrite),
  ];
  const of = (wanted: 'drop' | 'flag'): Finding[] => slips.filter(({ severity }) => severity === wanted).map(asFinding);
  return { broken: of('drop'), findings: of('flag') };
}

/** How a pair reads to the model, both ways. */
export interface Reading {
  /** The source, scored given the rewrite, and the rewrite, scored given the source, the end token aside. */
  readonly backward: Surprise;
  readonly forward: Surprise;
  /** Words whose absence or presence was asked for. */
  readonly allowed?: (word: string) => boolean;
}

/** The estimator's word on a pair: how probably a reader calls the rewrite right, and the words it objects to. */
export interface Estimate {
  readonly right: number;
  /** Whether it lies below the least that the manifest lets pass. */
  readonly unlikely: boolean;
  readonly findings: readonly Finding[];
}

/** @returns undefined where tokens and text do not line up (characters of several tokens) */
export function estimate({ backward, forward, allowed }: Reading, words: DetailWords, model: EstimatorModel): Estimate | undefined {
  const pair = readPair(backward, forward, words, allowed);
  if (!pair) return undefined;
  const right = probablyGood(readDoubt(pair), model);
  return { right, unlikely: right < model.drop, findings: detailSlips(pair, right, model).map(asFinding) };
}
