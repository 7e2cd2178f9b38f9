import { basename } from 'node:path';
import * as v from 'valibot';
import { OtherwiseError, throwIfAborted } from '../../core/errors.ts';
import { type Judgement, readRatingRows } from '../../lab/ratings/judgements.ts';
import { mergedItems, raterAgreement, systemFigures } from '../../lab/ratings/merged.ts';
import { mergedMarkdown, type MergedReport } from '../../lab/ratings/merged-markdown.ts';
import { type RaterLimits, raterReports } from '../../lab/ratings/raters.ts';
import { CONTROL_LEAST, MOST_MISSED } from '../../lab/ratings/summary.ts';
import type { Command, CommandContext } from '../command.ts';
import { readFileLines } from '../evaluation-input.ts';
import { checkFlags, parseFlagsAndRest } from '../flags.ts';
import { errorObject, write } from '../lines.ts';

const whole = v.pipe(v.number(), v.integer('must be a whole number.'), v.minValue(1, 'must be at least 1.'));
const upTo = (most: number) => v.pipe(v.number(), v.minValue(0, 'must not be negative.'), v.maxValue(most, `must be at most ${most}.`));
const flagSchema = v.strictObject({
  judges: v.optional(whole, 3),
  minRatings: v.optional(whole, 25),
  control: v.optional(upTo(100), CONTROL_LEAST),
  missed: v.optional(upTo(1), MOST_MISSED),
  json: v.optional(v.boolean(), false),
});
const kinds = { judges: 'number', minRatings: 'number', control: 'number', missed: 'number', json: 'boolean' } as const;

const help = `Usage: otherwise ratings FILE... [flags]

What several raters say together of the same rewrites, by the rules of ParaBank (section 5): who is careless or judged little is left out,
a rewrite counts with enough judges, and it is ungrammatical when one of them flags it.

Flags
  --judges N        fewest raters of a rewrite (3)
  --min-ratings N   fewest judgements of a rater (25)
  --control RATING  an identical copy rated lower is missed (${CONTROL_LEAST})
  --missed SHARE    greatest share of copies a rater may miss (${MOST_MISSED})
  --json            the figures as JSON

FILE: the table that the page saves of a rating, one file a rater (its name is the rater's, unless it has a column rater), with a column
flagged where somebody added one: 1 for a rewrite that is ungrammatical or makes no sense. Or ParaBank's table of judgements (ref_id,
systems, candidate, human_score, fluency, worker, ...), which has all raters. A file whose name ends in .xz is unpacked. Rewrites are the
same where source and text are. Lines that are none are told on stderr (exit code 1).

Output: Markdown: the raters, their agreement, and the systems as in ParaBank's tables 4 and 5. With --json {"raters": [{"rater",
"ratings", "controls", "missed", "leftOut"?: "few"|"controls"}], "items", "fewJudges", "agreement": {"items", "ratings", "flags"},
"systems": [{"system", "n", "similarity", "grammatical"}]}; agreement is Krippendorff's alpha (interval), over the raters who count.
`;

/** `otherwise ratings`: the ratings of several people in one table. */
export const command: Command = {
  name: 'ratings',
  summary: 'what several raters say together, by the rules of ParaBank, with their agreement',
  help,
  async run(context) {
    const { flags, rest: files } = parseFlagsAndRest(context.args, kinds, Infinity);
    const { judges, json, ...limits } = checkFlags(flagSchema, flags);
    if (files.length === 0) throw new OtherwiseError('bad-flag', 'Name the tables of the raters: otherwise ratings FILE...');
    const names = files.map((file) => basename(file).replace(/\.tsv(?:\.xz)?$/, ''));
    const twice = names.find((name, at) => names.indexOf(name) !== at);
    if (twice !== undefined)
      throw new OtherwiseError('bad-flag', `Two files are called ${twice}, which is their rater's name. Give each another name.`);
    const judgements: Judgement[] = [];
    let wrong = 0;
    for (const [at, file] of files.entries()) {
      const read = await readFileOf(file, names[at] ?? file, context);
      judgements.push(...read.judgements);
      wrong += read.wrong;
    }
    const report = reportOf(judgements, limits, judges);
    await write(context, json ? `${JSON.stringify(report, (_, value: unknown) => value ?? null)}\n` : mergedMarkdown(report));
    return wrong > 0 ? 1 : 0;
  },
};

/** The judgements of a file; lines that are none are told on stderr. @throws OtherwiseError `file-unreadable`, `bad-request` */
async function readFileOf(
  file: string,
  rater: string,
  { stderr, signal }: CommandContext,
): Promise<{ judgements: Judgement[]; wrong: number }> {
  const lines = await readFileLines(file);
  throwIfAborted(signal);
  try {
    const { judgements, errors } = readRatingRows(lines, rater);
    for (const { line, error } of errors) stderr.write(`${JSON.stringify({ file, line, error: errorObject(error) })}\n`);
    return { judgements, wrong: errors.length };
  } catch (cause) {
    throw cause instanceof OtherwiseError ? new OtherwiseError(cause.code, `${file}: ${cause.message}`, { cause }) : cause;
  }
}

function reportOf(judgements: readonly Judgement[], limits: RaterLimits, judges: number): MergedReport {
  const raters = raterReports(judgements, limits);
  const counting = new Set(raters.filter(({ leftOut }) => leftOut === undefined).map(({ rater }) => rater));
  const all = mergedItems(judgements.filter(({ rater }) => counting.has(rater)));
  const items = all.filter(({ raters: count }) => count >= judges);
  const [agreement, systems] = [raterAgreement(items), systemFigures(items)];
  return { raters, items: items.length, fewJudges: all.length - items.length, agreement, systems };
}
