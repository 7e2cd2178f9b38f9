import type { Rewrite } from '../../../core/protocol.ts';

/** One that is less probably right than this is doubtful: it is wrong more than twice as probably. */
const DOUBTFUL = 0.3;

/**
 * Tells whether a rewrite is shown to those only who ask for it: hardly right by the estimator, or filled up with. Who bans a
 * word wants to see what could stand in its place: such a rewrite says so and is not kept back.
 */
export const isDoubtful = ({ right = 1, findings = [] }: Pick<Rewrite, 'right' | 'findings'>): boolean =>
  findings.some(({ kind }) => kind === 'unlikely') || (right < DOUBTFUL && !findings.some(({ kind }) => kind === 'replacement'));
