import { readFile } from 'node:fs/promises';

/** A judged rewrite with what the model thinks of it (stage `scores`). */
export interface Judged {
  readonly source: string;
  readonly rewrite: string;
  readonly label: 'good' | 'slip' | 'bad';
  /** Passed or not by a strict editor, not rated on the scales from 1 to 5. */
  readonly isStrict: boolean;
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
  return rows.map((row) => ({ ...row, isStrict: row.fluency === undefined, isBold: row.distance !== undefined }));
}

/**
 * What a strict editor's judgement counts for beside one on the scales: it tells which of two is better, but how often
 * one is good by a bias of its own, which is not kept.
 */
export const weightOfJudgement = ({ isStrict }: Judged): number => (isStrict ? 0.5 : 1);
