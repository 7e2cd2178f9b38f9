import type { Rewrite } from '../../protocol.ts';

/** One that is less probably right than this is doubtful: it is wrong more than twice as probably. */
const DOUBTFUL = 0.3;

/** Whether a rewrite is shown to those only who ask for it: hardly right by the estimator, or filled up with. */
export const isDoubtful = ({ right = 1, findings = [] }: Pick<Rewrite, 'right' | 'findings'>): boolean =>
  right < DOUBTFUL || findings.some(({ kind }) => kind === 'unlikely');
