import * as v from 'valibot';
import { type OptionName, optionFields, type RequestOptions } from '../core/options.ts';
import type { TextInput } from '../core/pipeline/input.ts';

const text = v.string('must be a text.');
const lines = v.optional(v.boolean());
const offset = v.pipe(v.number(), v.safeInteger('must be a whole number.'));
const span = v.union(
  [v.strictTuple([offset, offset]), v.strictTuple([offset, offset, v.string()])],
  'must be [start, end] or [start, end, label] with whole numbers, which count code points from 0.',
);
/** Stretches of a text that come back letter for letter. */
export const keep = v.optional(v.array(span, 'must be a list of [start, end, label].'));
const phrases = v.optional(v.array(v.string('must be a word or phrase.'), 'must be a list of words or phrases.'));

/**
 * Names that other decoders have for `require` and `avoid`: `constraints` is Sockeye's (whose `avoid` is ours),
 * `force_words` and `bad_words` are transformers'.
 */
const aliases = { constraints: phrases, force_words: phrases, bad_words: phrases };

/** Fields that belong to one text: those that no flag gives. */
export const inputEntries = {
  keep,
  foreign: v.optional(v.union([v.boolean(), v.string()], 'must be true, false or the text in the pivot language.')),
  ...aliases,
};

/** The fields that a row of a corpus may have for itself. */
export const rowEntries = { avoid: phrases, require: phrases, keep, foreign: v.optional(v.string()), ...aliases };

/** The fields of a request to rewrite; which model answers is said elsewhere. */
export const paraphraseEntries = { text, ...optionFields, lines, ...inputEntries };

/** Help of the fields that no flag gives. */
export const inputHelp = `\
  "keep": [[start, end, label?], …]   stretches of the text, in code points, that come back letter for letter;
                        each rewrite has "kept": [{"start", "end", "label"?}] in the same order. Two may nest, not overlap
  "foreign": text       the text in the pivot language of a pair of translators (--model pair:<to pivot>,<back>): nothing is
                        translated, it is what rewrites are decoded from, and forward and backward are P(rewrite given
                        foreign) and P(foreign given rewrite)
  "constraints" (Sockeye), "force_words" (transformers) are taken as require, "bad_words" (transformers) as avoid`;

export const paraphraseSchema = v.strictObject(paraphraseEntries);
/** A checked request to rewrite, but for its text. */
type ParaphraseFields = Omit<v.InferOutput<typeof paraphraseSchema>, 'text'>;

/** A checked request: its options, and the fields that belong to its text alone. */
export interface AskedText {
  readonly options: RequestOptions;
  readonly input: TextInput;
}

/**
 * Tells a request's options from what belongs to its text alone; names of other decoders become ours. Only options that
 * the request names are there.
 */
export function askedText(fields: ParaphraseFields): AskedText {
  const { keep: kept, foreign, lines: isOne, constraints, force_words: forced, bad_words: bad, ...options } = fields;
  const [require, avoid] = [joinedLists(options.require, constraints, forced), joinedLists(options.avoid, bad)];
  return {
    options: { ...options, ...(require && { require }), ...(avoid && { avoid }), ...(typeof foreign === 'boolean' && { foreign }) },
    input: { lines: isOne, keep: kept, foreign: typeof foreign === 'string' ? foreign : undefined },
  };
}

function joinedLists(...lists: readonly (readonly string[] | undefined)[]): readonly string[] | undefined {
  const given = lists.filter((list) => list !== undefined);
  return given.length > 0 ? given.flat() : undefined;
}

/** Options that bear on how a pair is read. */
export const pairOptions = [
  'avoid', 'require', 'inflections', 'invariants', 'estimator', 'doubts', 'pivots',
] as const satisfies OptionName[];
const { avoid, require, inflections, invariants, estimator, doubts, pivots } = optionFields;

/** The fields of a request to score a pair. */
export const scoreEntries = {
  source: text, rewrite: text, avoid, require, inflections, invariants, estimator, doubts, pivots, lines, foreign: v.optional(v.string()),
};
