import * as v from 'valibot';
import { type OptionName, optionFields } from '../options.ts';

const text = v.string('must be a text.');
const lines = v.optional(v.boolean());

/** The fields of a request to rewrite; which model answers is said elsewhere. */
export const paraphraseEntries = { text, ...optionFields, lines };

/** Options that bear on how a pair is read. */
export const pairOptions = ['avoid', 'require', 'inflections', 'invariants', 'estimator', 'doubts'] as const satisfies OptionName[];
const { avoid, require, inflections, invariants, estimator, doubts } = optionFields;

/** The fields of a request to score a pair. */
export const scoreEntries = { source: text, rewrite: text, avoid, require, inflections, invariants, estimator, doubts, lines };
