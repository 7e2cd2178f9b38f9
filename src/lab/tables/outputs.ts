/** What one system, or one rank of it, made of the references. */
export interface SystemOutputs {
  /** `otherwise`, `parabank2` or a number of ParaBank's for our own; else the column of the file, or an oracle's name. */
  readonly system: string | number;
  /** 1 is the best; null where the file does not say. */
  readonly rank: number | null;
  readonly source: 'ours' | 'file' | 'oracle';
  /** Texts by reference, one list for each seed; places without an output are undefined. */
  readonly runs: readonly (readonly (string | undefined)[])[];
  /** Human scores of the outputs by reference, 0–100, where the file has them. */
  readonly human?: readonly (number | undefined)[];
}

/**
 * Texts of ranks 1 … `ranks` from lists of rewrites, best first. Where a list is shorter its last one is repeated
 * (ParaBank 2 §3.3); an empty list gives no text.
 */
export function byRank(lists: readonly (readonly string[])[], ranks: number): (readonly (string | undefined)[])[] {
  return Array.from({ length: ranks }, (_, at) => lists.map((list) => list[at] ?? list.at(-1)));
}

/** Which of the judged outputs of a reference an oracle takes, the best first; of an even number the median is the better one. */
const oracleRanks = {
  'oracle max': () => 0,
  'oracle median': (judged: number) => (judged - 1) >> 1,
  'oracle min': (judged: number) => judged - 1,
} as const;

/**
 * The oracles of ParaBank 2's Table 1: for each reference the output that people scored highest, in the middle and
 * lowest. Outputs without a score do not take part; ties go to the earlier column.
 */
export function oracles(columns: readonly SystemOutputs[], references: number): SystemOutputs[] {
  const judged = Array.from({ length: references }, (_, place) =>
    columns
      .flatMap(({ runs: [texts], human }) => {
        const [text, score] = [texts?.[place], human?.[place]];
        return text === undefined || score === undefined ? [] : [{ text, score }];
      })
      .toSorted((one, other) => other.score - one.score),
  );
  return Object.entries(oracleRanks).map(([system, rank]) => {
    const taken = judged.map((outputs) => outputs[rank(outputs.length)]);
    return { system, rank: null, source: 'oracle', runs: [taken.map((one) => one?.text)], human: taken.map((one) => one?.score) };
  });
}
