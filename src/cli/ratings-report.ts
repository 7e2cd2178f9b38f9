import { OtherwiseError } from '../core/errors.ts';
import type { Judgement } from '../lab/ratings/judgements.ts';
import { lengthFigures, lengthsOf } from '../lab/ratings/lengths.ts';
import type { MeanKind } from '../lab/ratings/means.ts';
import { mergedItems, raterAgreement, systemFigures } from '../lab/ratings/merged.ts';
import { mergedMarkdown, type MergedReport } from '../lab/ratings/merged-markdown.ts';
import { type RaterLimits, raterReports } from '../lab/ratings/raters.ts';
import { CONTROL_LEAST, MOST_MISSED } from '../lab/ratings/summary.ts';

/** The flags of the report on several people's ratings; a limit that is not given is ParaBank's. */
export interface ReportFlags {
  readonly judges?: number | undefined;
  readonly minRatings?: number | undefined;
  readonly control?: number | undefined;
  readonly missed?: number | undefined;
  readonly by: MeanKind;
  readonly lengths: boolean;
  readonly json: boolean;
}

/** Fewest judges of a rewrite and judgements of a rater in ParaBank (section 5). */
export const [JUDGES, MIN_RATINGS] = [3, 25] as const;
/** Limits that leave nobody out. */
const everybody: RaterLimits = { minRatings: 1, control: 0, missed: 1 };

/**
 * Returns the report of some judgements, or with `lengths` a JSON line for each system.
 * @param cleaned whether careless raters are gone already
 * @throws OtherwiseError `bad-flag` where lengths are asked for and nothing has one
 */
export function judgementsText(judgements: readonly Judgement[], asked: ReportFlags, cleaned: boolean): string {
  const raters = raterReports(judgements, limitsOf(asked, cleaned));
  const counting = new Set(raters.filter(({ leftOut }) => leftOut === undefined).map(({ rater }) => rater));
  const left = judgements.filter(({ rater }) => counting.has(rater));
  if (asked.lengths) return lengthLines(left, asked);
  const report = reportOf(left, raters, asked);
  return asked.json ? `${withNulls(report)}\n` : mergedMarkdown(report);
}

/** Gives the limits that a rater's judgements must satisfy to count: ParaBank's, or those that are given. */
function limitsOf({ minRatings, control, missed, lengths }: ReportFlags, cleaned: boolean): RaterLimits {
  const given = [minRatings, control, missed].some((limit) => limit !== undefined);
  if (!given && (lengths || cleaned)) return everybody;
  return { minRatings: minRatings ?? MIN_RATINGS, control: control ?? CONTROL_LEAST, missed: missed ?? MOST_MISSED };
}

/** Writes JSON in which what is undefined is null. */
export const withNulls = (value: unknown): string => JSON.stringify(value, (_, one: unknown) => one ?? null);

/** @param judgements of the raters who count */
function reportOf(judgements: readonly Judgement[], raters: MergedReport['raters'], { judges = JUDGES, by }: ReportFlags): MergedReport {
  const all = mergedItems(judgements);
  const items = all.filter(({ raters: count }) => count >= judges);
  const [agreement, systems] = [raterAgreement(items), systemFigures(items, by)];
  return { raters, items: items.length, fewJudges: all.length - items.length, agreement, systems };
}

/** @throws OtherwiseError `bad-flag` where no table has lengths */
function lengthLines(judgements: readonly Judgement[], { judges = 1, by }: ReportFlags): string {
  if (judgements.length > 0 && lengthsOf(judgements).length === 0)
    throw new OtherwiseError('bad-flag', '--lengths needs a table with the column ref_len or length.');
  const items = mergedItems(judgements).filter(({ raters }) => raters >= judges);
  return lengthFigures(items.flatMap((item) => item.judgements), by).map((row) => `${withNulls(row)}\n`).join('');
}
