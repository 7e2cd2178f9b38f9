import { OtherwiseError } from '../core/errors.ts';
import type { EvaluationItem } from '../lab/corpora/references.ts';
import { judgedColumn } from '../lab/corpora/judgements.ts';
import { withGains } from '../lab/tables/gains.ts';
import { type EvaluationTools, type MeasuringOptions, pairMeasures, type TableMeasures } from '../lab/tables/measures.ts';
import type { EvaluationTables } from '../lab/tables/markdown.ts';
import type { TreeSource } from '../core/metrics/tree-source.ts';
import { byRank, oracles, predictedOracles, type SystemOutputs, withoutCopies } from '../lab/tables/outputs.ts';
import { type CollectivePair, collectiveRow, correlations, evaluationRows } from '../lab/tables/rows.ts';
import { isBeamSystem, modeOf, type OwnSystem, parseSystems } from '../lab/corpus/systems.ts';
import type { RequestOptions } from '../core/options.ts';
import { paraphraseText } from '../core/pipeline/text.ts';
import { asFlags } from './flags.ts';
import { type RunOptions, settingsFor } from './run-settings.ts';
import type { LoadedTools } from './tools.ts';

/** The systems of the papers' tables, and ours. */
export const usualSystems: readonly OwnSystem[] = ['otherwise', 'parabank2', 17, 21, 28, 31, 34];

/**
 * Returns the systems of a run from its list (`otherwise,17`, or `none`); without a list the usual ones, or those of them that
 * are of the mode or system named. @throws OtherwiseError `bad-flag` also where list and mode contradict each other
 */
export function chosenSystems(list: string | undefined, { mode, system }: Pick<RequestOptions, 'mode' | 'system'>): OwnSystem[] {
  const wanted = system === 'parabank2' ? system : mode;
  if (list?.trim() === 'none') return [];
  if (list === undefined && isBeamSystem(system)) return [system];
  if (list === undefined) return usualSystems.filter((one) => wanted === undefined || modeOf(one) === wanted);
  const systems = asFlags(() => parseSystems(list));
  const other = systems.find((one) => (wanted !== undefined && modeOf(one) !== wanted) || (isBeamSystem(system) && one !== system));
  if (other !== undefined)
    throw new OtherwiseError('bad-flag', `--systems names ${other}, which is not of the --mode or --system given. Give one of the two.`);
  return systems;
}

/** Rewrites of one reference, best first, one list for each system; one such list of lists for each seed. */
export type OwnOutputs = readonly (readonly (readonly string[])[])[];

/** The systems, options and resources of a run. */
export interface EvaluationRun {
  readonly systems: readonly OwnSystem[];
  readonly seeds: readonly number[];
  readonly options: RunOptions;
  readonly tools: LoadedTools;
  /** The shallow parser's where undefined. */
  readonly trees?: TreeSource | undefined;
  readonly signal: AbortSignal;
}

/**
 * Returns the system or column that a baseline names; a number that is none of our systems is one of ParaBank's table of judgements.
 * @throws OtherwiseError `bad-flag` where there is none
 */
export function baselineOf(name: string, systems: readonly OwnSystem[], items: readonly EvaluationItem[]): string {
  const names = new Set([...systems.map(String), ...items.flatMap(({ outputs }) => [...outputs.keys()])]);
  const found = [name, judgedColumn(name)].find((one) => names.has(one));
  if (found === undefined)
    throw new OtherwiseError('bad-flag', `--baseline: no system is called ${name}. There are ${[...names].join(', ')}.`);
  return found;
}

/**
 * Runs each system on a reference, with each seed; none has anything for a reference without text.
 * @throws OtherwiseError what `paraphraseText` throws
 */
export async function runSystems(
  { reference, foreign }: Pick<EvaluationItem, 'reference' | 'foreign'>, { systems, seeds, options, tools, signal }: EvaluationRun,
): Promise<OwnOutputs> {
  if (reference === undefined) return seeds.map(() => systems.map(() => []));
  const outputs: string[][][] = [];
  for (const seed of seeds) {
    const lists: string[][] = [];
    for (const system of systems) {
      const settings = settingsFor(system, { ...options, seed }, tools.threshold);
      const { rewrites } = await paraphraseText(reference, { tools, settings, signal }, { lines: options.lines ?? false, foreign });
      // Systems 35 to 37 have several decodings; the first is of the token with the highest IDF.
      lists.push(rewrites.slice(0, settings.n).map(({ text }) => text));
    }
    outputs.push(lists);
  }
  return outputs;
}

/** A model's tokens and the predicted score, for the measures. */
const evaluationTools = ({ tools: { pieces, meaning }, trees }: EvaluationRun): EvaluationTools => ({
  trees,
  pieces: (text) => pieces.encode(text).map((id) => pieces.pieceText(id)),
  meaning: (a, b) => meaning?.(a, b) ?? NaN,
});

/** A reference with what our systems made of it. */
export interface EvaluatedItem {
  readonly item: EvaluationItem;
  readonly own: OwnOutputs;
}

/** The options of the tables: what they show besides the systems themselves, and how they are measured. */
export interface TableOptions extends MeasuringOptions {
  readonly lengths: readonly number[];
  readonly oracle: boolean;
  /** Tells whether outputs with the words of their reference in its order count, in rows, oracles and comparisons. */
  readonly copies: boolean;
  /** The system whose numbers the others' gains are over. */
  readonly baseline?: string | undefined;
}

/** Returns the tables of an evaluation: our systems first, then those of the file in the order of their columns, then the oracles. */
export function evaluationTables(
  done: readonly EvaluatedItem[], run: EvaluationRun, { lengths, oracle, copies, baseline, ...measuring }: TableOptions,
): EvaluationTables {
  const measures = pairMeasures(evaluationTools(run), measuring);
  const items = done.map(({ item }) => item);
  const counted = (outputs: readonly SystemOutputs[]): readonly SystemOutputs[] =>
    (copies ? outputs : withoutCopies(outputs, items.map(({ reference }) => reference)));
  const ours = counted(ownOutputs(done, run));
  const columns = counted(columnOutputs(items));
  const extremes = oracle ? [...ownOracles(ours, items, measures), ...judgedOracles(columns, items)] : [];
  const measured = evaluationRows(items, [...ours, ...columns, ...extremes], measures, lengths);
  const rows = baseline === undefined ? measured : withGains(measured, baseline);
  return { rows, collective: collectiveRows([...ours, ...extremes], columns, measures), correlations: correlations(rows) };
}

/** Gives the oracles over the columns of a file that people judged. */
const judgedOracles = (columns: readonly SystemOutputs[], items: readonly EvaluationItem[]): SystemOutputs[] =>
  (items.some(({ human }) => human.size > 0) ? oracles(columns, items.length) : []);

/** Gives the oracles over the ranks of each system of ours that has several. */
function ownOracles(ours: readonly SystemOutputs[], items: readonly EvaluationItem[], { meaning }: TableMeasures): SystemOutputs[] {
  const several = [...new Set(ours.filter(({ rank }) => rank === 2).map(({ system }) => system))];
  return several.flatMap((system) => predictedOracles(
    ours.filter((one) => one.system === system), items.length, (place, text) => meaning(items[place]?.reference ?? '', text) ?? 0,
  ));
}

function ownOutputs(done: readonly EvaluatedItem[], { systems, seeds, options, tools }: EvaluationRun): SystemOutputs[] {
  return systems.flatMap((system, at) => {
    const { n } = settingsFor(system, options, tools.threshold);
    const runs = seeds.map((_, seed) => byRank(done.map(({ own }) => own[seed]?.[at] ?? []), n));
    return Array.from({ length: n }, (_, place): SystemOutputs => ({
      system, rank: place + 1, source: 'ours', runs: runs.map((ranks) => ranks[place] ?? []),
    }));
  });
}

function columnOutputs(items: readonly EvaluationItem[]): SystemOutputs[] {
  const columns = [...new Set(items.flatMap(({ outputs }) => [...outputs.keys()]))];
  return columns.map((column): SystemOutputs => ({
    system: column, rank: null, source: 'file', runs: [items.map(({ outputs }) => outputs.get(column))],
    human: items.map(({ human }) => human.get(column)), ratings: items.map(({ ratings }) => ratings?.get(column)),
    flagged: items.map(({ flagged }) => flagged?.get(column)),
  }));
}

/** Ranks that ParaBank 2's Table 2 compares. */
const comparedRanks = [[1, 3], [3, 5], [1, 5]] as const;
/** The most columns whose pairs are compared: more have too many pairs to read. */
const MOST_COLUMNS = 6;

/**
 * The pairs of ranks of ParaBank 2's Table 2, its pair of systems 17 and 34 and of oracles, and each pair of the file's
 * systems while they are few.
 */
function collectiveRows(
  own: readonly SystemOutputs[],
  columns: readonly SystemOutputs[],
  measures: TableMeasures,
): EvaluationTables['collective'] {
  const find = (system: string | number, rank: number | null): SystemOutputs | undefined =>
    own.find((one) => one.system === system && one.rank === rank);
  const pairs: CollectivePair[] = [];
  const add = (
    name: Pick<CollectivePair, 'system' | 'ranks'>,
    first: SystemOutputs | undefined,
    second: SystemOutputs | undefined,
  ): void => {
    if (first && second) pairs.push({ ...name, first, second });
  };
  for (const system of ['otherwise', 'parabank2']) {
    for (const ranks of comparedRanks) add({ system, ranks }, find(system, ranks[0]), find(system, ranks[1]));
  }
  add({ system: '17/34', ranks: [1, 1] }, find(17, 1), find(34, 1));
  for (const name of ['oracle', ...new Set(own.map(({ system }) => `${system} oracle`))])
    add({ system: `${name} max/min`, ranks: null }, find(`${name} max`, null), find(`${name} min`, null));
  if (columns.length <= MOST_COLUMNS) {
    columns.forEach((first, at) => {
      for (const second of columns.slice(at + 1)) add({ system: `${first.system}/${second.system}`, ranks: null }, first, second);
    });
  }
  return pairs.map((pair) => collectiveRow(pair, measures));
}
