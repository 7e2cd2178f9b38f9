import { spearman } from '../../../core/metrics/correlation.ts';
import { histogram, median, niceAxis, type Axis, type Bin } from '../../../core/metrics/histogram.ts';

export type { Axis, Bin };

/** A rewrite in a drawing. */
export interface Point {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  /** Tells whether it is drawn as one of the chosen few. */
  readonly marked: boolean;
}

/** The range of some values: the least, the middle and the greatest. */
export interface ValueRange {
  readonly least: number;
  readonly middle: number;
  readonly most: number;
}

export interface ScatterPlot {
  readonly x: Axis;
  readonly y: Axis;
  readonly points: readonly Point[];
  readonly xs: ValueRange;
  readonly ys: ValueRange;
  /** Spearman's rho of the two; undefined where one of them is constant. */
  readonly rho: number | undefined;
}

export interface HistogramPlot {
  readonly x: Axis;
  readonly y: Axis;
  readonly bins: readonly Bin[];
  readonly n: number;
  readonly xs: ValueRange;
}

/** Returns a scatter plot on round scales; undefined without points. */
export function scatterOf(points: readonly Point[]): ScatterPlot | undefined {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [across, up] = [spreadOf(xs), spreadOf(ys)];
  return across && up && { x: niceAxis(xs, 5), y: niceAxis(ys, 5), points, xs: across, ys: up, rho: spearman(xs, ys) };
}

/** Returns a histogram with at most twelve bins between round numbers; undefined without values. */
export function histogramOf(values: readonly number[]): HistogramPlot | undefined {
  const spread = spreadOf(values);
  if (spread === undefined) return undefined;
  const x = niceAxis(values, 12);
  const bins = histogram(values, x.from, x.to, x.ticks.length - 1);
  const most = Math.max(...bins.map(({ count }) => count));
  // Counts are whole: a scale that begins at none and has no halves.
  const y = niceAxis([0, Math.max(most, 4)], 4);
  return { x, y, bins, n: values.length, xs: spread };
}

function spreadOf(values: readonly number[]): ValueRange | undefined {
  const middle = median(values);
  return middle === undefined
    ? undefined
    : { least: values.reduce((a, b) => Math.min(a, b)), middle, most: values.reduce((a, b) => Math.max(a, b)) };
}
