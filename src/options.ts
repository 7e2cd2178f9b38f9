/**
 * Every option of a request once: its type with its limits, its default in each mode, how it is written as a flag, and
 * what it does. The command line, the page, the worker and the table of the README read it here.
 */
import * as v from 'valibot';
import { OtherwiseError } from './errors.ts';

/**
 * `otherwise`: ours. `parabank2`: ParaBank 2 to the letter (Hu et al., CoNLL 2019; seeds-spec 2.1). `parabank`: one
 * numbered system of ParaBank (Hu et al., AAAI 2019; seeds-spec 1.3), the beam's hypotheses in the beam's order.
 */
export const modes = ['otherwise', 'parabank2', 'parabank'] as const;
export type Mode = (typeof modes)[number];

export const aims = ['any', 'plainer', 'shorter', 'structure'] as const;
/** What the rewrites are for: `plainer` words, `shorter` ones, the source's own sentence `structure`, or `any`. */
export type Aim = (typeof aims)[number];

export const orders = ['distance', 'right'] as const;
/** How a set is listed: from close to bold, or the likeliest first. */
export type Order = (typeof orders)[number];

/** How an option is written as a flag: `list` repeats, `boolean` is `--name` / `--no-name`. */
export type FlagKind = 'string' | 'number' | 'boolean' | 'list';

interface Option<S extends v.GenericSchema> {
  readonly schema: S;
  readonly flag: FlagKind;
  /** The placeholder of its argument in a help text. */
  readonly argument?: string;
  readonly help: string;
}

const option = <S extends v.GenericSchema>(schema: S, flag: FlagKind, argument: string, help: string): Option<S> => ({
  schema, flag, help, ...(argument !== '' && { argument }),
});

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
const phrases = v.pipe(v.array(v.string('must be a list of words or phrases.'), 'must be a list of words or phrases.'), v.readonly());
const yes = v.boolean('must be true or false.');
const oneOf = <const T extends readonly string[]>(names: T) => v.picklist(names, `must be one of ${names.join(', ')}.`);
const system = v.union([v.literal('parabank2'), whole(1, 37)], 'must be "parabank2" or a number from 1 to 37.');
const temperature = v.pipe(v.number('must be a number.'), v.gtValue(0, 'must be above 0.'), v.maxValue(10, 'must be at most 10.'));
const seed = v.pipe(v.number('must be a whole number.'), v.safeInteger('must be a whole number.'));

/** The table, in the order of the help text. */
export const options = {
  avoid: option(phrases, 'list', 'PHRASE', 'ban a word (with its inflections) or phrase; repeat for more'),
  require: option(phrases, 'list', 'PHRASE', 'demand a word or phrase as written; repeat for more'),
  ordered: option(yes, 'boolean', '', 'demands in the given order'),
  inflections: option(yes, 'boolean', '', 'ban the inflections of single words too'),
  mode: option(oneOf(modes), 'string', 'MODE', 'otherwise (ours), parabank2 (the paper to the letter), parabank (one numbered system)'),
  system: option(system, 'string', '1..37', "one of ParaBank's systems by beam search (mode parabank); parabank2 names that mode"),
  n: option(whole(1, 50), 'number', 'N', 'rewrites'),
  sets: option(whole(1, 50), 'number', 'N', 'random sets of bans'),
  free: option(whole(0, 50), 'number', 'N', 'sets on top of these without random bans'),
  samples: option(whole(1, 200), 'number', 'N', 'samples a set'),
  topK: option(whole(1, 64), 'number', 'N', 'tokens to draw from'),
  temperature: option(temperature, 'number', 'T', 'temperature of the draws'),
  threshold: option(between(0, 100), 'number', 'NATS', 'highest forward + backward score per token; given by name it is strict'),
  clusters: option(whole(2, 50), 'number', 'N', "clusters that choose, the source's own included"),
  p: option(between(0, 1), 'number', 'P', 'chance of a content word to enter a random set'),
  distance: option(whole(0, 4), 'number', '0..4', 'how different: 0 nearly the same words, 4 hardly a common word'),
  diversity: option(between(0, 1), 'number', 'SHARE', 'least share of other words between two rewrites, and to the source; 0 chooses by clusters'),
  aim: option(oneOf(aims), 'string', 'AIM', 'what the rewrites are for: any, plainer, shorter, structure'),
  order: option(oneOf(orders), 'string', 'ORDER', 'list them from close to bold (distance) or the likeliest first (right)'),
  beam: option(whole(1, 64), 'number', 'N', 'beam of the numbered systems'),
  scored: option(whole(1, 10_000), 'number', 'N', 'most candidates of a round that are scored backward'),
  rounds: option(whole(1, 20), 'number', 'N', 'most rounds of sampling; another one while there are fewer than n rewrites'),
  invariants: option(yes, 'boolean', '', 'drop what changes numbers, names, quotations, addresses or polarity'),
  estimator: option(yes, 'boolean', '', 'drop what is hardly right by the estimator, and weigh the rest by it'),
  lookAhead: option(yes, 'boolean', '', 'steer samples towards demands and away from ends that a ban would close'),
  topUp: option(yes, 'boolean', '', 'fill up with the next best, marked as unlikely, when rewrites are missing'),
  seed: option(seed, 'number', 'N', 'the only source of chance'),
} as const;

type Options = typeof options;
export type OptionName = keyof Options;
/** A request's options, as they come from outside: every one may be absent. */
export type RequestOptions = { readonly [N in OptionName]?: v.InferOutput<Options[N]['schema']> | undefined };

/** Every parameter of a request, defaults filled in (`settingsOf`). `system` is the number of mode `parabank`. */
export type Settings = Readonly<Required<{ [N in Exclude<OptionName, 'system'>]: v.InferOutput<Options[N]['schema']> }>> & {
  readonly system: number | undefined;
  /** Whether the threshold was given by the user: then nothing above it is shown, not even for a demand. */
  readonly strict: boolean;
  /** Candidates scored in one pass: progress and cancelling come between passes. */
  readonly scoreChunk: number;
};

type Defaults = Omit<Settings, 'threshold' | 'scored' | 'mode' | 'system' | 'strict'>;

/**
 * Ours: ParaBank 2's numbers with a budget for WASM, and what was measured to read better from a small model (the cards
 * of the models say how much).
 */
const ours: Defaults = {
  avoid: [], require: [], ordered: false, inflections: true, n: 5, sets: 5, free: 2, samples: 16, topK: 10, temperature: 0.65, clusters: 8,
  p: 0.1, distance: 2, diversity: 0.25, aim: 'any', order: 'distance', beam: 12, rounds: 3, invariants: true, estimator: true, lookAhead: true,
  topUp: true, seed: 0, scoreChunk: 8,
};
/** What the papers' own modes have otherwise. */
const plain = { free: 0, rounds: 1, diversity: 0, invariants: false, estimator: false, lookAhead: false, topUp: false } as const;
const defaultsOf: Readonly<Record<Mode, Defaults>> = {
  otherwise: ours,
  parabank2: { ...ours, ...plain, samples: 30, temperature: 1, p: 0.3 },
  parabank: { ...ours, ...plain, n: 1 },
};
/** ParaBank 2 §2.2, nats. */
const PAPER_THRESHOLD = 3.5;
/** Of nine rows two are scored backward, the likeliest, within limits. */
const SCORED = { share: 2 / 9, least: 24, most: 48 };

/** The fields of a request's options, for schemas of requests and flags. */
export const optionFields = Object.fromEntries(
  Object.entries(options).map(([name, { schema }]) => [name, v.optional(schema as v.GenericSchema)]),
) as { [N in OptionName]: v.OptionalSchema<Options[N]['schema'], undefined> };

/** How every option is written as a flag. */
export const optionFlags = Object.fromEntries(Object.entries(options).map(([name, { flag }]) => [name, flag])) as Record<OptionName, FlagKind>;

/**
 * Settings of a request: its options, the defaults of its mode filled in.
 * @param threshold the model's own, for the mode `otherwise`
 * @throws OtherwiseError `bad-request` where two options contradict each other
 */
export function settingsOf(given: RequestOptions, threshold: number): Settings {
  const known = Object.fromEntries(Object.entries(given).filter(([name, value]) => name in options && value !== undefined)) as RequestOptions;
  const mode = modeOf(known);
  const defaults = defaultsOf[mode];
  const number = typeof known.system === 'number' ? known.system : undefined;
  const merged = { ...defaults, threshold: mode === 'parabank2' ? PAPER_THRESHOLD : threshold, ...known, mode, system: number } as Omit<Settings, 'scored' | 'strict'>;
  const diversity = diversityOf(known, defaults.diversity);
  return { ...merged, diversity, scored: known.scored ?? scoredOf(merged), strict: mode === 'parabank2' || known.threshold !== undefined };
}

/** The mode a request names, or that its system implies. */
function modeOf({ mode, system: named }: RequestOptions): Mode {
  const implied = named === undefined ? undefined : named === 'parabank2' ? 'parabank2' : 'parabank';
  if (mode !== undefined && implied !== undefined && mode !== implied)
    throw new OtherwiseError('bad-request', `mode is ${mode} and system ${named}: system ${named} is of mode ${implied}. Give one of the two.`);
  if (mode === 'parabank' && implied === undefined)
    throw new OtherwiseError('bad-request', 'mode parabank needs a system from 1 to 37.');
  return mode ?? implied ?? 'otherwise';
}

/** Whoever names a number of clusters wants them to choose. */
function diversityOf({ clusters, diversity }: RequestOptions, usual: number): number {
  if (clusters !== undefined && diversity !== undefined && diversity > 0)
    throw new OtherwiseError('bad-request', `clusters is ${clusters} and diversity ${diversity}: clusters choose with diversity 0 only. Give one of the two.`);
  return diversity ?? (clusters === undefined ? usual : 0);
}

function scoredOf({ mode, sets, free, samples }: Omit<Settings, 'scored' | 'strict'>): number {
  const rows = (sets + free) * samples;
  return mode === 'otherwise' ? Math.max(SCORED.least, Math.min(SCORED.most, Math.round(SCORED.share * rows))) : rows;
}

/** Options of one request of the page; `lines` keeps the text as one unit instead of splitting it into sentences. */
export type ParaphraseOptions = RequestOptions & { readonly lines?: boolean | undefined };

/** Checks options that came from outside (a page's stored settings, a worker message). @throws OtherwiseError `bad-request` */
export function checkOptions(given: unknown): ParaphraseOptions {
  const result = v.safeParse(v.object({ ...optionFields, lines: v.optional(v.boolean()) }), given);
  if (!result.success) throw new OtherwiseError('bad-request', `${v.getDotPath(result.issues[0]) ?? 'options'}: ${result.issues[0].message}`);
  return result.output;
}

/** The option's name as a flag: topK, --top-k. */
export const flagName = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const COLUMN = 24;
/** The lines of a help text for some options, with the default of the mode `otherwise` behind each. */
export function optionHelp(names: readonly OptionName[] = Object.keys(options) as OptionName[]): string {
  return names
    .map((name) => {
      const { argument, help }: Option<v.GenericSchema> = options[name];
      const usual = (ours as unknown as Record<string, unknown>)[name];
      const flag = `--${usual === true ? 'no-' : ''}${flagName(name)}${argument === undefined ? '' : ` ${argument}`}`;
      const shown = typeof usual === 'number' || typeof usual === 'string' ? ` (${usual})` : '';
      return `  ${flag.padEnd(COLUMN - 3)} ${usual === true ? `do not ${help}` : help}${shown}`;
    })
    .join('\n');
}
