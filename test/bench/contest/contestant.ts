/** The ways of doing the same job that the benchmark compares, in the order of its table. */
export const systems = ['loop', 'repeated', 'best', 'unshared', 'ours'] as const;
export type System = (typeof systems)[number];

/** The name of each in the table. */
export const titles: Readonly<Record<System, string>> = {
  loop: 'transformers.js in a loop',
  repeated: 'transformers.js with repeated inputs',
  best: 'transformers.js, tiled past and own logits processor',
  unshared: 'ours, a row for each sample',
  ours: 'ours',
};

/** The parameters by which every sampled piece is drawn. */
export const DRAW = { topK: 10, temperature: 0.6 } as const;

/** The prompt, the bans and the texts that are scored: the same for all. Ids of the model's pieces. */
export interface Task {
  /** The prompt's first ids: [bos, …sentence, sep, …tags]. */
  readonly source: readonly number[];
  readonly tags: readonly number[];
  /** Sets of banned pieces; row r is under set r mod their number where a system can tell rows apart. */
  readonly bans: readonly (readonly number[])[];
  readonly pieces: { readonly bos: number; readonly sep: number; readonly eos: number };
}

/** Rows that were sampled, each of as many pieces as steps were forced. */
export interface Sampled {
  readonly rows: readonly (readonly number[])[];
  /** The time at which the first row was complete, milliseconds from the beginning of the job. */
  readonly first: number;
}

/** A way of doing the job. */
export interface Contestant {
  /** Samples `batch` rows of `steps` pieces each; the end piece is never drawn. */
  sample(batch: number, steps: number): Promise<Sampled>;
  /** Gives the natural log-probabilities of the sentence's pieces and the end piece, given each candidate. */
  score(candidates: readonly (readonly number[])[]): Promise<readonly (readonly number[])[]>;
  /** Gives the natural log-probabilities of a target's pieces on the path that `sample` takes with one row. */
  follow(target: readonly number[]): Promise<readonly number[]>;
  dispose(): Promise<void>;
}

/** The prompt of a source. */
export const promptOf = ({ pieces, tags }: Task, source: readonly number[]): number[] => [pieces.bos, ...source, pieces.sep, ...tags];
