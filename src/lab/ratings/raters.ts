import type { Judgement } from './judgements.ts';

/** The limits that decide whether a rater's judgements count (ParaBank §5). */
export interface RaterLimits {
  /** The fewest judgements of a rater who counts. */
  readonly minRatings: number;
  /** An identical copy with a lower rating, 0–100, or without one is missed. */
  readonly control: number;
  /** Greatest share of missed copies, 0–1. */
  readonly missed: number;
}

export interface RaterReport {
  readonly rater: string;
  readonly ratings: number;
  /** Identical copies that were judged, and how many were missed. */
  readonly controls: number;
  readonly missed: number;
  /** The reason why the judgements do not count, if so. */
  readonly leftOut?: 'few' | 'controls';
}

/** Returns every rater, in the order of first appearance; judgements too few come before copies missed. */
export const raterReports = (judgements: readonly Judgement[], limits: RaterLimits): RaterReport[] =>
  reportsOf(judgements.map(({ rater, control, rating }) =>
    ({ rater, control, missed: control && (rating === undefined || rating < limits.control) })), limits);

/** Returns the same for answers of any kind. @param answers whether each was one to a control, and whether that was missed */
export function reportsOf(
  answers: readonly { readonly rater: string; readonly control: boolean; readonly missed: boolean }[],
  limits: Pick<RaterLimits, 'minRatings' | 'missed'>,
): RaterReport[] {
  const reports = new Map<string, { ratings: number; controls: number; missed: number }>();
  for (const { rater, control, missed } of answers) {
    const report = reports.get(rater) ?? { ratings: 0, controls: 0, missed: 0 };
    reports.set(rater, report);
    report.ratings += 1;
    if (control) report.controls += 1;
    if (missed) report.missed += 1;
  }
  return Array.from(reports, ([rater, report]): RaterReport => {
    const few = report.ratings < limits.minRatings;
    if (!few && report.missed <= limits.missed * report.controls) return { rater, ...report };
    return { rater, ...report, leftOut: few ? 'few' : 'controls' };
  });
}
