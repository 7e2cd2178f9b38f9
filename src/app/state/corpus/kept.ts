import * as v from 'valibot';
import type { CorpusEntry } from '../../../lab/corpus/entry.ts';
import { filterNames } from '../../../lab/corpus/filters.ts';
import type { CorpusSource } from '../../../lab/corpus/generate.ts';
import { approachSchema } from '../settings/approach.ts';
import type { Skipped } from './job.ts';

/** The stored result of a row, by its index in the corpus from 0, or the reason why there is none. */
export type CachedRow =
  { readonly row: number; readonly entry: CorpusEntry } | { readonly row: number; readonly failure: Skipped };

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const sourceSchema = v.object({ line: count, text: v.string(), id: v.exactOptional(v.string()) });
const rewriteSchema = v.object({
  text: v.string(),
  forward: v.number(),
  backward: v.number(),
  score: v.number(),
  right: v.exactOptional(v.number()),
  distance: v.number(),
  overlap: v.exactOptional(v.number()),
  meaning: v.exactOptional(v.number()),
  crossEntropy: v.number(),
  systems: v.array(v.object({ system: approachSchema, rank: count })),
});
const entrySchema = v.object({
  line: count,
  id: v.exactOptional(v.string()),
  source: v.string(),
  rewrites: v.array(rewriteSchema),
  dropped: v.record(v.picklist(filterNames), count),
  model: v.string(),
  seed: v.number(),
});
const keptSchema: v.GenericSchema<CachedRow> = v.union([
  v.object({ row: count, entry: entrySchema }),
  v.object({ row: count, failure: v.object({ line: count, code: v.string() }) }),
]);

/** Reads a row of the store; undefined where it is none. */
export function storedSource(stored: unknown): CorpusSource | undefined {
  return v.is(sourceSchema, stored) ? stored : undefined;
}

/** Reads the result of a row from the store; undefined where it is none: such a row is rewritten again. */
export function storedOutput(stored: unknown): CachedRow | undefined {
  return v.is(keptSchema, stored) ? stored : undefined;
}
