import { readFile } from 'node:fs/promises';

/**
 * Who judged what: readers on scales from 1 to 5 whole pools that the engine chooses from (`pool`) or samples of all kinds
 * (`readers`), a strict editor who passes a rewrite or not, or nobody: rewrites that were written, and changes by rule.
 */
export type Judge = 'pool' | 'readers' | 'editor' | 'rule';

/** A judged rewrite with what the model thinks of it (stage `scores`). */
export interface Judged {
  readonly source: string;
  readonly rewrite: string;
  readonly label: 'good' | 'slip' | 'bad';
  readonly judge: Judge;
  /** Of those judged by rule: the kind of change; null for a rewrite as it was written. */
  readonly change?: string | null;
  /** Sampled at distances 3 and 4. */
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
  /** What an adapter says of it that was not learnt from its source (`reread.py`). */
  readonly judgement?: number;
}

/** What the engine samples at unless told. */
const DEFAULT_DISTANCE = 2;

/** Reads judged rewrites. @throws Error when none is rated on the scales */
export async function readJudged(file: string): Promise<Judged[]> {
  const rows = (await readFile(file, 'utf8')).split('\n').filter(Boolean).map((line) => JSON.parse(line) as Judged & { distance?: number });
  if (rows.every(({ fluency }) => fluency === undefined)) throw new Error(`No rewrite in ${file} is rated for fluency and adequacy.`);
  return rows.map((row) => ({ ...row, judge: judgeOf(row), isBold: (row.distance ?? 0) > DEFAULT_DISTANCE }));
}

const judgeOf = ({ change, fluency, pool }: Pick<Judged, 'change' | 'fluency'> & { readonly pool?: boolean }): Judge =>
  change !== undefined ? 'rule' : fluency === undefined ? 'editor' : pool ? 'pool' : 'readers';

/**
 * Judges with a bias of their own, which is not kept: they tell which of two rewrites is better. How often one is right is
 * what readers say of the pools that the engine chooses from.
 */
const othersBias: readonly Judge[] = ['readers', 'editor', 'rule'];

/** The features by which a judge other than that of pools has a bias of its own. */
export const biasesOf = ({ judge }: Judged): number[] => othersBias.map((other) => Number(judge === other));

/** What a judgement counts for. */
export const weightOfJudgement = ({ judge }: Judged): number => ({ pool: 1, readers: 1, editor: 0.5, rule: 0.25 })[judge];

/** A judged rewrite, by its texts. */
export const keyOf = ({ source, rewrite }: Pick<Judged, 'source' | 'rewrite'>): string => `${source}\t${rewrite}`;

/** What the adapter says of rewrites that it was not learnt from (stage `adapter`), by `keyOf`. */
export async function readJudgements(file: string): Promise<Map<string, number>> {
  const rows = (await readFile(file, 'utf8')).split('\n').filter(Boolean).map((line) => JSON.parse(line) as Judged & { judgement: number });
  return new Map(rows.map((row) => [keyOf(row), row.judgement]));
}
