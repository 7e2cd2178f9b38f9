import { isCopied } from './measures.ts';

/** The outputs of one system, or of one rank of it, for the references. */
export interface SystemOutputs {
  /** The name: `otherwise`, `parabank2` or a number of ParaBank's for our own; else the file's column, or an oracle's name. */
  readonly system: string | number;
  /** The rank, where 1 is the best; null where the file does not say. */
  readonly rank: number | null;
  readonly source: 'ours' | 'file' | 'oracle';
  /** Texts by reference, one list for each seed; places without an output are undefined. */
  readonly runs: readonly (readonly (string | undefined)[])[];
  /** Human scores of the outputs by reference, 0–100, where the file has them. */
  readonly human?: readonly (number | undefined)[];
  /** The number of ratings behind each human score, 1 unless given, and whether somebody flagged the output. */
  readonly ratings?: readonly (number | undefined)[];
  readonly flagged?: readonly (boolean | undefined)[];
}

/** Gives outputs without those that have the words of their reference in its order. @param references as the places of the runs */
export function withoutCopies(outputs: readonly SystemOutputs[], references: readonly (string | undefined)[]): SystemOutputs[] {
  return outputs.map((one) => ({
    ...one,
    runs: one.runs.map((texts) => texts.map((text, place) =>
      (text !== undefined && isCopied({ reference: references[place], text }) ? undefined : text))),
  }));
}

/**
 * Texts of ranks 1 … `ranks` from lists of rewrites, best first. Where a list is shorter its last one is repeated
 * (ParaBank 2 §3.3); an empty list gives no text.
 */
export function byRank(lists: readonly (readonly string[])[], ranks: number): (readonly (string | undefined)[])[] {
  return Array.from({ length: ranks }, (_, at) => lists.map((list) => list[at] ?? list.at(-1)));
}

/** The place of the output that each oracle takes among a reference's, best first; of an even number the median is the better one. */
const oracleRanks = {
  max: () => 0,
  median: (judged: number) => (judged - 1) >> 1,
  min: (judged: number) => judged - 1,
} as const;

/** An output of a reference with what it is worth. */
interface WeighedOutput {
  readonly text: string;
  readonly score: number;
}

/**
 * Returns the oracles of ParaBank 2's Table 1: for each reference the output that people scored highest, in the middle and
 * lowest. Outputs without a score do not take part; ties go to the earlier column.
 */
export function oracles(columns: readonly SystemOutputs[], references: number): SystemOutputs[] {
  return taken(references, 'oracle', columns, ({ runs: [texts], human }, place) => {
    const [text, score] = [texts?.[place], human?.[place]];
    return text === undefined || score === undefined ? undefined : { text, score };
  }).map(({ system, places }) =>
    ({ system, rank: null, source: 'oracle', runs: [places.map((one) => one?.text)], human: places.map((one) => one?.score) }));
}

/**
 * Returns the same over the ranks of one system of ours, by what is predicted of them, as nobody has judged them.
 * @param ranks of one system
 * @param worth of the text of a reference, by its place
 */
export function predictedOracles(ranks: readonly SystemOutputs[], references: number,
  worth: (place: number, text: string) => number): SystemOutputs[] {
  const runs = (ranks[0]?.runs ?? []).map((_, run) => taken(references, `${ranks[0]?.system} oracle`, ranks, ({ runs: all }, place) => {
    const text = all[run]?.[place];
    return text === undefined ? undefined : { text, score: worth(place, text) };
  }));
  return (runs[0] ?? []).map(({ system }, at) =>
    ({ system, rank: null, source: 'oracle', runs: runs.map((oracle) => (oracle[at]?.places ?? []).map((one) => one?.text)) }));
}

/** Gives, for each oracle, the output that it takes at each place. */
function taken(
  references: number, name: string, systems: readonly SystemOutputs[],
  outputOf: (system: SystemOutputs, place: number) => WeighedOutput | undefined,
): { readonly system: string; readonly places: readonly (WeighedOutput | undefined)[] }[] {
  const ordered = Array.from({ length: references }, (_, place) =>
    systems.flatMap((system) => outputOf(system, place) ?? []).toSorted((one, other) => other.score - one.score));
  return Object.entries(oracleRanks).map(([oracle, rank]) => (
    { system: `${name} ${oracle}`, places: ordered.map((outputs) => outputs[rank(outputs.length)]) }));
}
