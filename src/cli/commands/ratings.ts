import { basename } from 'node:path';
import * as v from 'valibot';
import { OtherwiseError, throwIfAborted } from '../../core/errors.ts';
import { type RatingRows, readRatingRows } from '../../lab/ratings/judgements.ts';
import { meanKinds } from '../../lab/ratings/means.ts';
import { CONTROL_LEAST, MOST_MISSED } from '../../lab/ratings/summary.ts';
import type { Command, CommandContext } from '../command.ts';
import { readFileLines } from '../evaluation-input.ts';
import { checkFlags, parseFlagsAndRest } from '../flags.ts';
import { errorObject, write } from '../lines.ts';
import { JUDGES, judgementsText, MIN_RATINGS } from '../ratings-report.ts';
import { sheetsText } from '../sheet-ratings.ts';

const whole = v.pipe(v.number(), v.integer('must be a whole number.'), v.minValue(1, 'must be at least 1.'));
const upTo = (most: number) => v.pipe(v.number(), v.minValue(0, 'must not be negative.'), v.maxValue(most, `must be at most ${most}.`));
const flagSchema = v.strictObject({
  judges: v.optional(whole),
  minRatings: v.optional(whole),
  control: v.optional(upTo(100)),
  missed: v.optional(upTo(1)),
  by: v.optional(v.picklist(meanKinds, `must be one of ${meanKinds.join(', ')}.`), 'judgement'),
  lengths: v.optional(v.boolean(), false),
  key: v.optional(v.string()),
  json: v.optional(v.boolean(), false),
});
const kinds = {
  judges: 'number', minRatings: 'number', control: 'number', missed: 'number', by: 'string', lengths: 'boolean', key: 'string',
  json: 'boolean',
} as const;
const help = `Usage: otherwise ratings FILE... [flags]
       otherwise ratings SHEET... --key KEY [flags]

What several raters say together of the same rewrites, by the rules of ParaBank (section 5): who is careless or judged little is left out,
a rewrite counts with enough judges, and it is ungrammatical when one of them flags it.

Flags
  --key KEY         of the sheets (otherwise sheet): prints ParaBank's report, ParaNMT's Table 3, or Figure 2 and Table 2 of the fragments
  --lengths         no report, but a JSON line for each system with its mean by length of the source (ParaBank, Table 4)
  --by ${meanKinds.join('|')}  means of all judgements (default),
    or first a mean for each rater or for each rewrite (of its raters' means)
  --judges N        fewest raters of a rewrite (${JUDGES}; with --lengths 1). The paper's Table 5 counts every rewrite: --judges 1
  --min-ratings N   fewest judgements of a rater (${MIN_RATINGS})
  --control RATING  an identical copy rated lower is missed (${CONTROL_LEAST})
  --missed SHARE    greatest share of copies a rater may miss (${MOST_MISSED})
  --json            the figures as JSON
ParaBank's own table, from which careless raters are gone, and --lengths take all raters unless one of these three limits is given.

FILE: the table that the page saves of a rating, one file a rater (its name is the rater's, unless it has a column rater), with a column
flagged where somebody added one: 1 for a rewrite that is ungrammatical or makes no sense. Or ParaBank's table of judgements (ref_id,
systems, candidate, human_score, fluency, worker, ...), which has all raters. A column length beside the others makes --lengths possible.
A file whose name ends in .xz is unpacked. Rewrites are the same where source and text are. With --key FILE is a sheet, a copy a rater; of
several answers to a pair the middle one counts, the lower of two. Lines that are none are told on stderr (exit code 1).

Output: Markdown: the raters, their agreement, and the systems as in ParaBank's tables 4 and 5. With --json {"raters": [{"rater",
"ratings", "controls", "missed", "leftOut"?: "few"|"controls"}], "items", "fewJudges", "agreement": {"items", "ratings", "flags"},
"systems": [{"system", "n", "similarity", "grammatical"}]}; agreement is Krippendorff's alpha (interval), over the raters who count. With
--lengths {"system", "5", "10", "20", "40", "all", "mean", "n"}, a column for each length; all: over all ratings,
  mean: of the columns (the
paper's Avg.), n: ratings. With --key and --json, for the kinds other than parabank, {"kind", "raters", "items", "agreement", "rows":
[{"group", "pairs", "overlap", "counts": {question: [lowest answer, ...]}}]}.
`;

/** `otherwise ratings`: the ratings of several people in one table. */
export const command: Command = {
  name: 'ratings',
  summary: 'what several raters say together, by the rules of ParaBank, with their agreement',
  help,
  async run(context) {
    const { flags, rest: files } = parseFlagsAndRest(context.args, kinds, Infinity);
    const asked = checkFlags(flagSchema, flags);
    if (files.length === 0) throw new OtherwiseError('bad-flag', 'Name the tables of the raters: otherwise ratings FILE...');
    const names = files.map((file) => basename(file).replace(/\.tsv(?:\.xz)?$/, ''));
    const twice = names.find((name, at) => names.indexOf(name) !== at);
    if (twice !== undefined)
      throw new OtherwiseError('bad-flag', `Two files are called ${twice}, which is their rater's name. Give each another name.`);
    const named = files.map((file, at) => ({ file, rater: names[at] ?? file }));
    if (asked.key !== undefined) {
      const { text, wrong } = await sheetsText(named, asked.key, asked, context);
      await write(context, text);
      return wrong > 0 ? 1 : 0;
    }
    const read: RatingRows[] = [];
    for (const { file, rater } of named) read.push(await readFileOf(file, rater, context));
    const cleaned = read.every((rows) => rows.cleaned);
    await write(context, judgementsText(read.flatMap(({ judgements }) => judgements), asked, cleaned));
    return read.some(({ errors }) => errors.length > 0) ? 1 : 0;
  },
};

/** The judgements of a file; lines that are none are told on stderr. @throws OtherwiseError `file-unreadable`, `bad-request` */
async function readFileOf(
  file: string,
  rater: string,
  { stderr, signal }: CommandContext,
): Promise<RatingRows> {
  const lines = await readFileLines(file);
  throwIfAborted(signal);
  try {
    const rows = readRatingRows(lines, rater);
    for (const { line, error } of rows.errors) stderr.write(`${JSON.stringify({ file, line, error: errorObject(error) })}\n`);
    return rows;
  } catch (cause) {
    throw cause instanceof OtherwiseError ? new OtherwiseError(cause.code, `${file}: ${cause.message}`, { cause }) : cause;
  }
}
