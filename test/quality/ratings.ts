import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as v from 'valibot';
import type { CommandContext } from '../../src/cli/command.ts';
import { readFileLines } from '../../src/cli/evaluation-input.ts';
import { checkFlags, parseFlagsAndRest } from '../../src/cli/flags.ts';
import { makeFolder } from '../../src/cli/folder.ts';
import { write } from '../../src/cli/lines.ts';
import { OtherwiseError } from '../../src/core/errors.ts';
import { blindMarkdown, type RatersReport } from '../../src/lab/blind/markdown.ts';
import { agreementOf, controlsPassed, type Ratings, readRatings } from '../../src/lab/blind/ratings.ts';
import { blindResults } from '../../src/lab/blind/results.ts';
import type { BlindKey } from '../../src/lab/blind/sheet.ts';
import { readKey } from './key.ts';

const schema = v.strictObject({
  ratings: v.pipe(v.array(v.string()), v.minLength(1)), key: v.string(), out: v.optional(v.string()),
  json: v.optional(v.boolean(), false), seed: v.optional(v.pipe(v.number(), v.safeInteger('must be a whole number.')), 0),
});
const kinds = { ratings: 'list', key: 'string', out: 'string', json: 'boolean', seed: 'number' } as const;
/** Sheets behind the first one's flag. */
const MOST_RATERS = 20;

interface Rater {
  readonly name: string;
  readonly ratings: Ratings;
}

/** Reads sheets that were filled in and prints agreement and results. @returns the exit code */
export async function runRatings(context: CommandContext): Promise<number> {
  const { flags, rest } = parseFlagsAndRest(context.args, kinds, MOST_RATERS);
  const { ratings = [], ...others } = flags as { ratings?: string[] };
  const { ratings: sheets, key: path, out, json, seed } = checkFlags(schema, { ...others, ratings: [...ratings, ...rest] });
  const key = readKey(path);
  const raters: Rater[] = [];
  for (const sheet of sheets) raters.push({ name: basename(sheet, '.tsv'), ratings: await ratingsIn(sheet, key) });
  const report = reportOf(raters, key);
  const results = blindResults(key, raters.map((one) => one.ratings), seed);
  const markdown = blindMarkdown(report, results);
  const table = `${JSON.stringify({ ...report, ...results }, null, 1)}\n`;
  if (out !== undefined) {
    makeFolder(out);
    writeFileSync(join(out, 'table.md'), markdown);
    writeFileSync(join(out, 'table.json'), table);
  }
  await write(context, json ? table : markdown);
  return 0;
}

async function ratingsIn(sheet: string, key: BlindKey): Promise<Ratings> {
  try {
    return readRatings(await readFileLines(sheet), key);
  } catch (cause) {
    throw cause instanceof OtherwiseError && cause.code === 'bad-request'
      ? new OtherwiseError('bad-request', `${sheet}: ${cause.message}`, { cause }) : cause;
  }
}

function reportOf(raters: readonly Rater[], key: BlindKey): RatersReport {
  return {
    raters: raters.map(({ name, ratings }) => ({ name, controls: controlsPassed(ratings, key) })),
    agreements: raters.flatMap((one, at) => raters.slice(at + 1).map((other) => ({
      raters: [one.name, other.name] as const, ...agreementOf(one.ratings, other.ratings, key),
    }))),
  };
}
