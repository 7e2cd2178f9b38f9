import { readFile } from 'node:fs/promises';

/** Who judged: readers on scales from 1 to 5, a strict editor who passes it or not, or nobody: exact rewrites that were written, and changes of them by rule. */
export type Judge = 'readers' | 'editor' | 'rule';

/** A judged rewrite with what the model thinks of it (stage `scores`). */
export interface Judged {
  readonly source: string;
  readonly rewrite: string;
  readonly label: 'good' | 'slip' | 'bad';
  readonly judge: Judge;
  /** Of those judged by rule: the kind of change; null for a rewrite as it was written. */
  readonly change?: string | null;
  /** Sampled at distances 2 to 4. */
  readonly isBold: boolean;
  readonly fluency?: number;
  readonly adequacy?: number;
  /** What the user had banned when it was written. */
  readonly avoid?: readonly string[];
  /** Tokens and nats; the nats go on with those of the end token. */
  readonly sourcePieces: readonly string[];
  readonly backward: readonly number[];
  readonly rewritePieces: readonly string[];
  readonly forward: readonly number[];
  /** What probes that were learnt without this source read. */
  readonly forwardEstimate: number;
  readonly backwardEstimate: number;
  /** Nats of each text read on its own. */
  readonly sourcePrior: number;
  readonly rewritePrior: number;
}

/** Reads judged rewrites. @throws Error when none is rated on the scales */
export async function readJudged(file: string): Promise<Judged[]> {
  const rows = (await readFile(file, 'utf8')).split('\n').filter(Boolean).map((line) => JSON.parse(line) as Judged & { distance?: number });
  if (rows.every(({ fluency }) => fluency === undefined)) throw new Error(`No rewrite in ${file} is rated for fluency and adequacy.`);
  return rows.map((row) => ({ ...row, judge: judgeOf(row), isBold: row.distance !== undefined }));
}

const judgeOf = ({ change, fluency }: Pick<Judged, 'change' | 'fluency'>): Judge =>
  change !== undefined ? 'rule' : fluency === undefined ? 'editor' : 'readers';

/**
 * What a judgement counts for. A strict editor's, or a rule's, tells which of two is better, but how often one is good by
 * a bias of its own, which is not kept.
 */
export const weightOfJudgement = ({ judge }: Judged): number => ({ readers: 1, editor: 0.5, rule: 0.25 })[judge];
