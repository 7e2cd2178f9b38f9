import {
  byRank,
  type CollectiveRow,
  collectiveRow,
  type EvaluationRow,
  evaluationRows,
  type EvaluationTools,
  type SystemOutputs,
} from '../evaluation/corpora/evaluation.ts';
import type { EvaluationItem } from '../evaluation/corpora/evaluation-file.ts';
import { paraphraseText } from '../pipeline/text.ts';
import { settingsOf } from '../options.ts';
import type { LoadedTools } from './tools.ts';

/** `parabank2` gives ranks 1–5, a number of ParaBank's one output. */
export type OwnSystem = 'parabank2' | number;
const RANKS = 5;
/** Options of `paraphrase` that a run may set. */
export type RunOptions = Parameters<typeof settingsOf>[0] & { readonly lines?: boolean };

/** Rewrites of one reference, best first, one list for each system. */
export type OwnOutputs = readonly (readonly string[])[];

/** Runs each system on a reference. @throws OtherwiseError what `paraphraseText` throws */
export async function runSystems(
  reference: string,
  systems: readonly OwnSystem[],
  options: RunOptions,
  tools: LoadedTools,
  signal: AbortSignal,
): Promise<OwnOutputs> {
  const outputs: string[][] = [];
  for (const system of systems) {
    const settings = settingsOf({ ...options, system, n: system === 'parabank2' ? RANKS : 1 }, tools.threshold);
    const { rewrites } = await paraphraseText(reference, { tools, settings, signal }, { lines: options.lines ?? false });
    outputs.push(rewrites.map(({ text }) => text));
  }
  return outputs;
}

/** A model's pieces and the predicted score, for the measures. */
export function evaluationTools({ pieces, meaning }: LoadedTools): EvaluationTools {
  return {
    pieces: (text) => pieces.encode(text).map((id) => pieces.pieceText(id)),
    meaning: (a, b) => meaning?.(a, b) ?? NaN,
  };
}

/** The tables of an evaluation: our systems first, then those of the file in the order of their columns. */
export function evaluationTables(
  items: readonly EvaluationItem[],
  systems: readonly OwnSystem[],
  own: readonly OwnOutputs[],
  tools: EvaluationTools,
): { rows: EvaluationRow[]; collective: CollectiveRow[] } {
  const ours = systems.flatMap((system, at): SystemOutputs[] => {
    const lists = own.map((outputs) => outputs[at] ?? []);
    return byRank(lists, system === 'parabank2' ? RANKS : 1).map((texts, place) => ({ system, rank: place + 1, source: 'ours', texts }));
  });
  const columns = [...new Set(items.flatMap(({ outputs }) => [...outputs.keys()]))];
  const others = columns.map((column): SystemOutputs => ({
    system: column,
    rank: null,
    source: 'file',
    texts: items.map(({ outputs }) => outputs.get(column)),
    human: items.map(({ human }) => human.get(column)),
  }));
  return {
    rows: evaluationRows(
      items.map(({ reference }) => reference),
      [...ours, ...others],
      tools,
    ),
    collective: collectiveRows(ours, others, tools),
  };
}

/** ParaBank 2's pairs of ranks and ParaBank's pair of systems 17/34, and each pair of the file's systems while they are few. */
function collectiveRows(ours: readonly SystemOutputs[], others: readonly SystemOutputs[], tools: EvaluationTools): CollectiveRow[] {
  const find = (system: OwnSystem, rank = 1): SystemOutputs | undefined => ours.find((one) => one.system === system && one.rank === rank);
  const rows: CollectiveRow[] = [];
  for (const ranks of [[1, 3], [3, 5], [1, RANKS]] as const) {
    const [first, second] = ranks.map((rank) => find('parabank2', rank));
    if (first && second) rows.push(collectiveRow('parabank2', ranks, first, second, tools));
  }
  const [low, opening] = [find(17), find(34)];
  if (low && opening) rows.push(collectiveRow('17/34', [1, 1], low, opening, tools));
  if (others.length > MOST_COLUMNS) return rows;
  for (const [at, first] of others.entries()) {
    for (const second of others.slice(at + 1)) rows.push(collectiveRow(`${first.system}/${second.system}`, null, first, second, tools));
  }
  return rows;
}
const MOST_COLUMNS = 5;
