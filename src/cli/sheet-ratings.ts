import { OtherwiseError } from '../core/errors.ts';
import { reportsOf } from '../lab/ratings/raters.ts';
import { MOST_MISSED } from '../lab/ratings/summary.ts';
import { type AnsweredItem, answeredItems, checksOf, judgementsOf } from '../lab/sheets/answered.ts';
import type { SheetKind } from '../lab/sheets/kinds.ts';
import { sheetMarkdown } from '../lab/sheets/markdown.ts';
import { sheetResults } from '../lab/sheets/results.ts';
import { type KeyItem, readKey, readSheet } from '../lab/sheets/table.ts';
import type { CommandContext } from './command.ts';
import { readFileLines } from './evaluation-input.ts';
import { errorObject } from './lines.ts';
import { judgementsText, type ReportFlags, withNulls } from './ratings-report.ts';

const unanswered = new OtherwiseError('bad-request', 'No item of this sheet has an answer yet. Fill in its last columns.');

/**
 * Gives the report on the raters of a sheet: ParaBank's report, ParaNMT's Table 3, or Figure 2 and Table 2 of the fragments
 * paper. Lines that are none are told on stderr and counted.
 * @throws OtherwiseError `file-unreadable`, `bad-request` where a file is no sheet or the key none, `bad-flag` for a flag that
 *   a kind has no use for
 */
export async function sheetsText(
  sheets: readonly { readonly file: string; readonly rater: string }[], keyFile: string, asked: ReportFlags, context: CommandContext,
): Promise<{ readonly text: string; readonly wrong: number }> {
  const key = readKey(await readFileLines(keyFile));
  const kind = [...key.values()][0]?.kind;
  if (kind === undefined) throw new OtherwiseError('bad-request', `${keyFile} holds no items.`);
  const answered: AnsweredItem[] = [];
  let wrong = 0;
  for (const { file, rater } of sheets) {
    const read = await answersIn(file, rater, key);
    answered.push(...read.items);
    const errors = read.items.length + read.errors.length === 0 ? [{ error: unanswered }] : read.errors;
    wrong += errors.length;
    for (const { error, ...place } of errors) context.stderr.write(`${JSON.stringify({ file, ...place, error: errorObject(error) })}\n`);
  }
  return { text: textOf(kind, answered, asked), wrong };
}

async function answersIn(file: string, rater: string, key: ReadonlyMap<number, KeyItem>): Promise<ReturnType<typeof answeredItems>> {
  const lines = await readFileLines(file);
  try {
    const sheet = readSheet(lines);
    const { items, errors } = answeredItems(sheet, key, rater);
    return { items, errors: [...sheet.errors, ...errors].toSorted((a, b) => a.line - b.line) };
  } catch (cause) {
    throw cause instanceof OtherwiseError ? new OtherwiseError(cause.code, `${file}: ${cause.message}`, { cause }) : cause;
  }
}

function textOf(kind: SheetKind, answered: readonly AnsweredItem[], asked: ReportFlags): string {
  if (kind === 'parabank') return judgementsText(judgementsOf(answered), asked, false);
  if (asked.lengths || asked.control !== undefined || asked.judges !== undefined)
    throw new OtherwiseError('bad-flag', `A sheet of the kind ${kind} has no use for --lengths, --control and --judges.`);
  const raters = reportsOf(checksOf(answered), { minRatings: asked.minRatings ?? 1, missed: asked.missed ?? MOST_MISSED });
  const counting = new Set(raters.filter(({ leftOut }) => leftOut === undefined).map(({ rater }) => rater));
  const results = sheetResults(kind, answered.filter(({ rater }) => counting.has(rater)));
  return asked.json ? `${withNulls({ kind, raters, ...results })}\n` : sheetMarkdown(kind, results, raters);
}
