import type { Rewrite } from '../../../core/protocol.ts';

/** A rewrite below this quality estimate is hidden at first: it is more than twice as probably wrong as right. */
const DOUBTFUL = 0.3;

/**
 * Tells whether a rewrite is shown only on demand: it is below the limit, or the list was filled up with it. A user who avoids a word wants
 * to see replacements: a rewrite with one names it and is not hidden.
 */
export const isDoubtful = ({ right = 1, findings = [] }: Pick<Rewrite, 'right' | 'findings'>): boolean =>
  findings.some(({ kind }) => kind === 'unlikely') || (right < DOUBTFUL && !findings.some(({ kind }) => kind === 'replacement'));
