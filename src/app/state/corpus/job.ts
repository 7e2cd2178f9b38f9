import * as v from 'valibot';
import type { CorpusFilters } from '../../../lab/corpus/filters.ts';
import { systemOptions, type OwnSystem } from '../../../lab/corpus/systems.ts';
import type { ParaphraseOptions } from '../../../core/protocol.ts';
import { numericOption } from '../../../core/options.ts';
import { approachSchema } from '../settings/approach.ts';
import type { Request } from '../rewrites/request.ts';

/** Rewrites of each system, as the engine takes them. */
export const wanted = numericOption('n');

const whole = v.pipe(v.number(), v.integer(), v.minValue(0));

/** A line of the file that gives nothing: its number from 1, and the code of the reason. */
export interface Skipped {
  readonly line: number;
  readonly code: string;
}

const filterSchema: v.GenericSchema<unknown, CorpusFilters> = v.object({
  minLength: v.optional(whole),
  maxLength: v.optional(whole),
  maxOverlap: v.optional(v.number()),
  maxScore: v.optional(v.number()),
  maxCrossEntropy: v.optional(v.number()),
  minMeaning: v.optional(v.number()),
  copies: v.optional(v.boolean()),
});

/**
 * The options of a job, which decide all its results. They are fixed when the work begins, the budget of the device too: so the outputs are
 * the same however often it is interrupted.
 */
const jobSchema = v.object({
  id: v.string(),
  /** The name of the file. */
  name: v.string(),
  /** The time when the job was begun, ms since 1970. */
  created: v.number(),
  /** The number of rows. */
  total: whole,
  /** Lines that are no rows: how many, and the first of them. */
  skipped: v.object({ count: whole, first: v.array(v.object({ line: whole, code: v.string() })) }),
  systems: v.pipe(v.array(approachSchema), v.minLength(1)),
  filters: filterSchema,
  n: v.pipe(v.number(), v.integer(), v.minValue(wanted.least), v.maxValue(wanted.most)),
  seed: whole,
  distance: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(4)),
  /** The options as the user has set them; undefined where mode, model or device decide. */
  threshold: v.optional(v.number()),
  sets: v.optional(whole),
  samples: v.optional(whole),
  /** The budget of the device when the work began, for our own mode. */
  budget: v.object({ sets: whole, samples: whole, free: v.optional(whole) }),
  /** The name and hash of the model; another one does not continue the job. */
  model: v.string(),
  modelHash: v.string(),
  /** Tells whether the job continues by itself when the page comes back. */
  going: v.fallback(v.boolean(), false),
});

export type Job = v.InferOutput<typeof jobSchema>;
export type JobChoice = Readonly<Pick<Job, 'systems' | 'filters' | 'n' | 'seed' | 'distance'>>;

/** Reads the jobs of earlier visits, the newest first; one of another build that this one can't read is left out. */
export function jobsOf(stored: readonly unknown[]): Job[] {
  const read = stored.flatMap((one): Job[] => {
    const { success, output } = v.safeParse(jobSchema, one);
    return success ? [output] : [];
  });
  return read.toSorted((a, b) => b.created - a.created);
}

/** Makes the requests of a row, system by system; a row of several sentences is rewritten sentence by sentence. */
export function requestOfRow(job: Job, system: OwnSystem, source: string): Request {
  const { n, seed, distance, threshold, sets, samples, budget } = job;
  const given: ParaphraseOptions = {
    n, seed, distance, foreign: true,
    ...(threshold !== undefined && { threshold }),
    ...(sets !== undefined && { sets }),
    ...(samples !== undefined && { samples }),
  };
  const rows = system !== 'otherwise' ? {} : {
    ...(budget.free !== undefined && { free: budget.free }),
    ...(sets === undefined && { sets: budget.sets }),
    ...(samples === undefined && { samples: budget.samples }),
  };
  return { text: source, options: { ...systemOptions(system), ...given, ...rows } };
}
