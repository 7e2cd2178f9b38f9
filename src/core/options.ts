/**
 * Every option of a request, once: its type with its limits, its default in each mode, and its form as a flag. The command line, the page,
 * the worker and the table of docs/command-line.md read it here; `src/cli/option-meanings.ts` says what each option does.
 */
import * as v from 'valibot';
import { allAims } from './aims.ts';
import { OtherwiseError } from './errors.ts';

/**
 * The modes. `otherwise`: ours. `parabank2`: ParaBank 2's steps and numbers (Hu et al., CoNLL 2019, §2 and §3.3). `parabank`: one
 * numbered system of ParaBank (Hu et al., AAAI 2019, Table 3), the beam's hypotheses in the beam's order.
 */
export const modes = ['otherwise', 'parabank2', 'parabank'] as const;
export type Mode = (typeof modes)[number];

export const orders = ['distance', 'right', 'best'] as const;
/** The order in which a set is listed: from close to bold, the likeliest first, or the best first and the others from close to bold. */
export type Order = (typeof orders)[number];

export const anchorings = ['position', 'ngram'] as const;

/**
 * The form of an option as a flag: `list` repeats, `boolean` is `--name` / `--no-name`, `either` is a number or a name, `file` names a file
 * whose lines are a list.
 */
export type FlagKind = 'string' | 'number' | 'either' | 'boolean' | 'list' | 'file';

/** The limits of a numeric option, both included. */
export interface Limits {
  readonly least: number;
  readonly most: number;
}

interface Option<S extends v.GenericSchema> {
  readonly schema: S;
  readonly flag: FlagKind;
  /** The placeholder of its argument in a help text. */
  readonly argument?: string;
  readonly limits?: Limits;
}

const option = <S extends v.GenericSchema>(schema: S, flag: FlagKind, argument?: string): Option<S> => ({
  schema, flag, ...(argument !== undefined && { argument }),
});
const onOff = option(v.boolean('must be true or false.'), 'boolean');

const between = (least: number, most: number) =>
  v.pipe(
    v.number('must be a number.'),
    v.finite('must be finite.'),
    v.minValue(least, `must be at least ${least}.`),
    v.maxValue(most, `must be at most ${most}.`),
  );
const whole = (least: number, most: number) => v.pipe(between(least, most), v.integer('must be a whole number.'));
const real = (limits: Limits, argument: string) => ({ ...option(between(limits.least, limits.most), 'number', argument), limits });
const count = (least: number, most: number) => ({ ...option(whole(least, most), 'number', 'N'), limits: { least, most } });
const phrases = v.pipe(v.array(v.string('must be a word or phrase.'), 'must be a list of words or phrases.'), v.readonly());
const words = v.pipe(
  v.array(v.string('must be a word.'), 'must be a list of words.'),
  v.check((list) => list.some((word) => /\p{L}/u.test(word)), 'has no word. Give at least one, or leave it out.'),
  v.readonly(),
);
/** Makes an option that is one of `names`. */
const choice = <const T extends readonly string[]>(names: T, argument: string) =>
  option(v.picklist(names, `must be one of ${names.join(', ')}.`), 'string', argument);
/** The number of one of ParaBank's systems. */
export const systemNumber = whole(1, 37);
const system = v.union(
  [v.picklist(['parabank2', 'backtranslate']), systemNumber], 'must be "parabank2", "backtranslate" or a number from 1 to 37.',
);
const seed = v.pipe(v.number('must be a whole number.'), v.safeInteger('must be a whole number.'));

/** The table, in the order of the help text. */
export const options = {
  avoid: option(phrases, 'list', 'PHRASE'),
  require: option(phrases, 'list', 'PHRASE'),
  ordered: onOff,
  inflections: onOff,
  vocabulary: option(words, 'file', 'FILE'),
  mode: choice(modes, 'MODE'),
  system: option(system, 'either', '1..37'),
  n: count(1, 50),
  sets: count(1, 50),
  free: count(0, 50),
  samples: count(1, 200),
  full: onOff,
  topK: count(1, 64),
  temperature: real({ least: 0.0001, most: 10 }, 'T'),
  threshold: real({ least: 0, most: 100 }, 'NATS'),
  clusters: count(2, 50),
  p: real({ least: 0, most: 1 }, 'P'),
  distance: count(0, 4),
  diversity: real({ least: 0, most: 1 }, 'SHARE'),
  aim: choice(allAims, 'AIM'),
  order: choice(orders, 'ORDER'),
  beam: count(1, 64),
  pivots: count(1, 16),
  anchoring: choice(anchorings, 'WHAT'),
  minimum: real({ least: 0, most: 100 }, 'BITS'),
  maximum: real({ least: 0, most: 100 }, 'BITS'),
  scored: count(1, 10_000),
  rounds: count(1, 20),
  invariants: onOff,
  estimator: onOff,
  lookAhead: onOff,
  recombine: onOff,
  topUp: onOff,
  foreign: onOff,
  doubts: onOff,
  seed: option(seed, 'number', 'N'),
} as const;

type Options = typeof options;
export type OptionName = keyof Options;
/** The options of a request as they come from outside: every one may be absent. */
export type RequestOptions = { readonly [N in OptionName]?: v.InferOutput<Options[N]['schema']> | undefined };

/** Every parameter of a request, defaults filled in (`settingsOf`). `system` is that of mode `parabank`. */
export type Settings = Readonly<Required<{
  [N in Exclude<OptionName, 'system' | 'full' | 'vocabulary'>]: v.InferOutput<Options[N]['schema']>
}>> & {
  readonly system: number | 'backtranslate' | undefined;
  readonly vocabulary?: readonly string[] | undefined;
  /** Tells whether the user gave the threshold: then nothing above it is shown, not even for a required phrase. */
  readonly strict: boolean;
  /** The number of candidates that are scored in one pass: progress and cancelling come between passes. */
  readonly scoreChunk: number;
  /** Tells whether random bans take any word, as ParaBank 2's do, or content words alone. */
  readonly everyWord: boolean;
  /** Tells whether labels, quotation marks around a whole sentence, and sentences of few words beside longer ones stay as they are. */
  readonly setsAside: boolean;
};

/** The usual diversity of our mode for the distances 0 and 1: rewrites that stay close to the text may be closer to each other too. */
export const CLOSE_DIVERSITIES = [0.1, 0.2] as const;

type Defaults = Omit<Settings, 'threshold' | 'scored' | 'mode' | 'system' | 'strict' | 'vocabulary'>;

/**
 * The defaults of our mode: ParaBank 2's numbers with a budget for WASM, and what was measured to read better from a small model (the cards
 * of the models say how much).
 */
const ours: Defaults = {
  avoid: [], require: [], ordered: false, inflections: true, n: 5, sets: 5, free: 2, samples: 10, topK: 10, temperature: 0.8, clusters: 8,
  p: 0.1, distance: 2, diversity: 0.35, aim: 'any', order: 'distance', beam: 12, pivots: 3, anchoring: 'position',
  minimum: 7, maximum: 17, rounds: 3, invariants: true, estimator: true, lookAhead: true, recombine: true, topUp: true,
  foreign: false, doubts: false, seed: 0, scoreChunk: 8, everyWord: false, setsAside: true,
};
/** The defaults in which the papers' own modes differ; their one distance tag is that of scoring. */
const plain = {
  free: 0, rounds: 1, distance: 1, diversity: 0, invariants: false, estimator: false, lookAhead: false, recombine: false,
  topUp: false, setsAside: false,
} as const;
/** The defaults of each mode; those that depend on the model or on other options are missing. */
export const defaultsOf: Readonly<Record<Mode, Defaults>> = {
  otherwise: ours,
  parabank2: { ...ours, ...plain, samples: 30, temperature: 1, p: 0.3, pivots: 1, everyWord: true },
  parabank: { ...ours, ...plain, n: 1 },
};
/** ParaBank 2's own budget (§3.3). */
const FULL = { sets: 5, samples: 30 };
/** The threshold of ParaBank 2 (§2.2), nats. */
const PAPER_THRESHOLD = 3.5;
/** The share of the samples that are scored backward, the likeliest ones, within limits, and the fewest for each rewrite wanted. */
const SCORED = { share: 1 / 7, least: 12, most: 36, each: 2 };

/** The fields of a request's options, for schemas of requests and flags. */
export const optionFields = Object.fromEntries(
  Object.entries(options).map(([name, { schema }]) => [name, v.optional(schema as v.GenericSchema)]),
) as { [N in OptionName]: v.OptionalSchema<Options[N]['schema'], undefined> };

/** The form of every option as a flag. */
export const optionFlags = Object.fromEntries(
  Object.entries(options).map(([name, { flag }]) => [name, flag]),
) as Record<OptionName, FlagKind>;

type NumericName = { [N in OptionName]: Options[N] extends { readonly limits: Limits } ? N : never }[OptionName];
/**
 * Returns the limits of a numeric option and its default in a mode; `usual` is undefined where that depends on the model or on other
 * options. That of `diversity` is for distances from 2 on.
 */
export function numericOption(name: NumericName, mode: Mode = 'otherwise'): Limits & { readonly usual: number | undefined } {
  return { ...options[name].limits, usual: (defaultsOf[mode] as Partial<Record<NumericName, number>>)[name] };
}

/**
 * Fills in the defaults of the mode, and gives the settings of a request.
 * @param threshold the model's own, for the mode `otherwise`
 * @param budget of the device, for the mode `otherwise`, where the request names none
 * @throws OtherwiseError `bad-request` where two options contradict each other
 */
export function settingsOf(given: RequestOptions, threshold: number, budget: RequestOptions = {}): Settings {
  const named = Object.entries(given).filter(([name, value]) => name in options && value !== undefined);
  const { full, ...known } = Object.fromEntries(named) as RequestOptions;
  const mode = modeOf(known);
  const defaults = { ...defaultsOf[mode], ...(mode === 'otherwise' && budget), ...(full && FULL) };
  const merged = {
    ...defaults, threshold: { otherwise: threshold, parabank2: PAPER_THRESHOLD, parabank: Infinity }[mode], ...known, mode,
    system: known.system === 'parabank2' ? undefined : known.system, diversity: diversityOf(known, mode),
    strict: known.threshold !== undefined,
  } as Omit<Settings, 'scored'>;
  return { ...merged, scored: known.scored ?? scoredOf(merged) };
}

/** Options of which one excludes or implies the other. */
const rivals: readonly (readonly OptionName[])[] = [['mode', 'system'], ['clusters', 'diversity']];

/** Puts other options over options, field by field; an option that is named displaces its rival too. */
export function overridden<T extends RequestOptions>(options: T, others: RequestOptions): T {
  const gone = rivals.filter((names) => names.some((name) => others[name] !== undefined)).flat();
  return { ...options, ...Object.fromEntries(gone.map((name) => [name, undefined])), ...others };
}

/** The mode that a request names, or that its system implies. */
function modeOf({ mode, system: named }: RequestOptions): Mode {
  const implied = named === undefined ? undefined : named === 'parabank2' ? 'parabank2' : 'parabank';
  if (mode !== undefined && implied !== undefined && mode !== implied)
    throw new OtherwiseError('bad-request', `mode is ${mode}, but system ${named} is of mode ${implied}. Give one of the two.`);
  if (mode === 'parabank' && implied === undefined)
    throw new OtherwiseError('bad-request', 'mode parabank needs a system from 1 to 37.');
  return mode ?? implied ?? 'otherwise';
}

/** Gives the diversity of a request. Whoever names a number of clusters wants them to choose, which takes diversity 0. */
function diversityOf({ clusters, diversity, distance = ours.distance }: RequestOptions, mode: Mode): number {
  if (clusters !== undefined && diversity !== undefined && diversity > 0)
    throw new OtherwiseError('bad-request', `clusters (${clusters}) choose with diversity 0 only, not ${diversity}. Give one of the two.`);
  const close = mode === 'otherwise' ? CLOSE_DIVERSITIES[distance] : undefined;
  return diversity ?? (clusters === undefined ? close ?? defaultsOf[mode].diversity : 0);
}

/**
 * The number of candidates that are scored backward. Ours: a share of the samples. ParaBank 2: all. A numbered system: those that are
 * shown, or the whole beam where some may be rejected.
 */
function scoredOf({ mode, sets, free, samples, n, beam, invariants, estimator, strict }: Omit<Settings, 'scored'>): number {
  const rows = (sets + free) * samples;
  if (mode === 'otherwise') return Math.max(SCORED.least, SCORED.each * n, Math.min(SCORED.most, Math.round(SCORED.share * rows)));
  return mode === 'parabank2' ? rows : invariants || estimator || strict ? beam : n;
}

/** Options of one request of the page; `lines` keeps the text as one unit instead of splitting it into sentences. */
export type ParaphraseOptions = RequestOptions & { readonly lines?: boolean | undefined };

/** Checks options that came from outside (a page's stored settings, a worker message). @throws OtherwiseError `bad-request` */
export function checkOptions(given: unknown): ParaphraseOptions {
  const result = v.safeParse(v.object({ ...optionFields, lines: v.optional(v.boolean()) }), given);
  if (!result.success)
    throw new OtherwiseError('bad-request', `${v.getDotPath(result.issues[0]) ?? 'options'}: ${result.issues[0].message}`);
  return result.output;
}

/** Writes the option's name as a flag: topK, --top-k. */
export const flagName = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
