import * as v from 'valibot';
import { OtherwiseError } from './errors.ts';
import { defaultSettings, type Settings } from './tools.ts';
import type { ParaphraseOptions } from '../workers/protocol.ts';

const whole = (least: number, most: number) =>
  v.pipe(
    v.number(`must be a whole number from ${least} to ${most}.`),
    v.integer('must be a whole number.'),
    v.minValue(least, `must be at least ${least}.`),
    v.maxValue(most, `must be at most ${most}.`),
  );
const between = (least: number, most: number) =>
  v.pipe(
    v.number('must be a number.'),
    v.finite('must be finite.'),
    v.minValue(least, `must be at least ${least}.`),
    v.maxValue(most, `must be at most ${most}.`),
  );
const phrases = v.array(v.string('must be a list of words or phrases.'), 'must be a list of words or phrases.');

/** The options of a request, with the limits of each; field names of the command line. */
export const optionFields = {
  avoid: v.optional(phrases),
  require: v.optional(phrases),
  system: v.optional(v.union([v.literal('parabank2'), whole(1, 37)], 'must be "parabank2" or a number from 1 to 37.')),
  n: v.optional(whole(1, 50)),
  sets: v.optional(whole(1, 50)),
  free: v.optional(whole(0, 50)),
  samples: v.optional(whole(1, 200)),
  topK: v.optional(whole(1, 64)),
  temperature: v.optional(v.pipe(v.number('must be a number.'), v.gtValue(0, 'must be above 0.'), v.maxValue(10, 'must be at most 10.'))),
  threshold: v.optional(between(0, 100)),
  clusters: v.optional(whole(2, 50)),
  diversity: v.optional(between(0, 100)),
  p: v.optional(between(0, 1)),
  seed: v.optional(v.pipe(v.number('must be a whole number.'), v.safeInteger('must be a whole number.'))),
  distance: v.optional(whole(0, 4)),
  inflections: v.optional(v.boolean('must be true or false.')),
  ordered: v.optional(v.boolean('must be true or false.')),
  beam: v.optional(whole(1, 64)),
  scored: v.optional(whole(1, 200)),
  rounds: v.optional(whole(1, 20)),
};

/**
 * Settings of a request: its options, defaults filled in. The more rows, the more candidates are scored: two for nine
 * rows, the likeliest (`FIRST_SIGHT`). Scoring is half the time of a sentence, and on rated candidates of 113
 * references the choice among three quarters of those that two for seven let through was as good.
 * @param threshold the model's own
 * @throws OtherwiseError `bad-request` when clusters are to choose and shared words to cost something
 */
export function settingsOf(
  options: Omit<ParaphraseOptions, 'lines'> & { beam?: number; scored?: number; rounds?: number },
  threshold: number,
): Settings {
  const defaults = defaultSettings(threshold);
  const given = Object.fromEntries(
    Object.entries(options).filter(([name, value]) => name in defaults && value !== undefined),
  ) as Partial<Settings>;
  // Whoever names a number of clusters wants them to choose.
  const diversity = given.diversity ?? (given.clusters === undefined ? defaults.diversity : 0);
  if (given.clusters !== undefined && diversity > 0)
    throw new OtherwiseError(
      'bad-request',
      `clusters is ${given.clusters} and diversity ${diversity}: clusters choose with diversity 0 only. Give one of the two.`,
    );
  const settings = { ...defaults, ...given, diversity, strict: options.threshold !== undefined };
  const rows = (settings.sets + settings.free) * settings.samples;
  return given.scored === undefined ? { ...settings, scored: Math.max(24, Math.min(48, Math.round((2 / 9) * rows))) } : settings;
}

/** Checks options that came from outside (a page's stored settings, a worker message). @throws OtherwiseError `bad-request` */
export function checkOptions(options: unknown): ParaphraseOptions {
  const result = v.safeParse(v.object({ ...optionFields, lines: v.optional(v.boolean()) }), options);
  if (!result.success)
    throw new OtherwiseError('bad-request', `${v.getDotPath(result.issues[0]) ?? 'options'}: ${result.issues[0].message}`);
  return result.output as ParaphraseOptions;
}
