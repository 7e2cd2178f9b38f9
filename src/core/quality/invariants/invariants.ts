import type { WordKnowledge } from '../../text/knowledge.ts';
import type { Finding } from '../finding.ts';
import type { Reading } from '../reading/reading.ts';
import { addedInterjections, addedQuestion, lostParticiple } from './added.ts';
import { brokenBounds } from './bounds.ts';
import { brokenAddresses, brokenOff, brokenQuotations } from './literals.ts';
import { exchangedParties } from './exchanged.ts';
import { brokenNames } from './names.ts';
import { brokenNumbers } from './numbers.ts';
import { brokenPolarity } from './polarity.ts';

const rules: readonly ((source: Reading, rewrite: Reading, words: WordKnowledge) => Finding[])[] = [
  brokenNumbers, brokenBounds, brokenNames, brokenQuotations, brokenAddresses, brokenPolarity, exchangedParties, brokenOff,
  addedInterjections, addedQuestion, lostParticiple,
];

/**
 * Finds changes that nobody would ever want: of numbers, their units and bounds, names, quoted terms, addresses, polarity where nothing
 * else changed, who does what to whom, that a sentence ends, and that it states or asks. Every other change is an observation, which the
 * estimator weighs.
 */
export const brokenInvariants = (source: Reading, rewrite: Reading, words: WordKnowledge): Finding[] =>
  rules.flatMap((rule) => rule(source, rewrite, words));
