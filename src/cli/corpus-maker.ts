import { SharedModel } from '../core/decoding/shared-model.ts';
import { OtherwiseError, toOtherwiseError } from '../core/errors.ts';
import type { CorpusFilters } from '../lab/corpus/filters.ts';
import { type CorpusPlan, entryOf } from '../lab/corpus/generate.ts';
import type { OwnSystem } from '../lab/corpus/systems.ts';
import type { CommandContext } from './command.ts';
import { generatorOf } from './corpus-generator.ts';
import type { RowResult } from './corpus-report.ts';
import { type RowReading, type SourceRow, sourceOfRow } from './corpus-row.ts';
import { asFlags } from './flags.ts';
import { loadingOf } from './model-flags.ts';
import type { RunOptions } from './run-settings.ts';
import { systemTables } from './system-tables.ts';
import { computedBy, type Loading, openRewriter, toolsOf } from './tools.ts';

/** The flags of a corpus run that determine a row's result. */
interface RowFlags extends RunOptions, CorpusFilters, Pick<Loading, 'hub' | 'dtype' | 'runtime' | 'device'> {
  readonly model: string;
  readonly threads?: number | undefined;
  /** The most rows that are made at a time. */
  readonly batch: number;
  /** Files of tables in place of the shipped ones; see `systemTables`. */
  readonly idf?: string | undefined;
  readonly ppdb?: string | undefined;
  /** The column that goes along as id, where there is one. */
  readonly id?: string | undefined;
}

/** The settings that determine the results of a run, as plain data that can be sent to a worker. */
export interface MakerPlan {
  readonly asked: RowFlags;
  readonly systems: readonly OwnSystem[];
  readonly reading: RowReading;
}

/** The maker of a run's rows, with its model: in this thread (`openMaker`), or in workers (`openMakers`). */
export interface RowMaker {
  /** The model, runtime and tables that compute; see `computedBy`. */
  readonly computed: readonly string[];
  /** The most rows that may be asked for before the first of them is made. */
  readonly width: number;
  /**
   * Returns the result of a row. An error in the row is its result and is not thrown.
   * @throws OtherwiseError `aborted`; `runtime` or `out-of-memory` where a worker has died
   */
  make(row: SourceRow): Promise<RowResult>;
  /** Frees the model, when no row is being made. */
  close(): Promise<void>;
}

/**
 * Opens a model in this thread, with what makes rows.
 * @throws OtherwiseError `bad-flag` where flags contradict each other, and what `systemTables` and `openRewriter` throw
 */
export async function openMaker(
  { asked, systems, reading }: MakerPlan, context: Pick<CommandContext, 'stderr' | 'signal'>,
): Promise<RowMaker> {
  const tables = await systemTables(asked);
  const rewriter = await openRewriter(asked.model, asked.threads, loadingOf({ ...asked, tables }, context));
  const tools = await toolsOf(rewriter);
  if (reading.hasForeign && !tools.pivot)
    throw new OtherwiseError('bad-flag', '--foreign-column needs a pair of translators: --model pair:<to pivot>,<back>.');
  const shared = new SharedModel(tools.model);
  const generate = asFlags(() => generatorOf({ ...tools, model: shared.model }, systems, asked));
  const run: CorpusPlan = {
    systems, filters: asked, model: tools.hash, seed: asked.seed ?? 0, execution: tools.execution, signal: context.signal,
    generate: (...given) => shared.run(() => generate(...given)), together: true,
  };
  return {
    computed: computedBy(tools, tables),
    width: asked.batch,
    make: (row) => resultOf(row, async (given) => entryOf(sourceOfRow(given, asked.id !== undefined, reading), run)),
    close: () => tools.dispose(),
  };
}

/** Returns the entry of a row as its result, or its error. @throws OtherwiseError `aborted` */
async function resultOf(row: SourceRow, make: (row: SourceRow) => ReturnType<typeof entryOf>): Promise<RowResult> {
  try {
    return { entry: await make(row) };
  } catch (cause) {
    const error = toOtherwiseError(cause);
    if (error.code === 'aborted') throw error;
    return { line: row.line, error: error.toJSON() };
  }
}
