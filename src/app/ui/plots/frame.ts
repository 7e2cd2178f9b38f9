import type { Axis } from '../../state/measure/plots.ts';

/** The place of a drawing in its box, pixels: from `left` to `right`, from `top` down to `bottom`. */
export interface Frame {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** The size of the text. */
  readonly em: number;
  /** Gives the place of a value. */
  x(value: number): number;
  y(value: number): number;
}

/** The box of a drawing, pixels; `em`: size of the text. */
interface Box {
  readonly width: number;
  readonly height: number;
  readonly em: number;
}

/** Leaves room for the ticks and names of the axes. */
export function frame({ x: xAxis, y: yAxis }: { readonly x: Axis; readonly y: Axis }, { width, height, em }: Box): Frame {
  const [left, right, top, bottom] = [2.6 * em, width - 0.9 * em, 1.9 * em, height - 3 * em];
  const along =
    (axis: Axis, from: number, to: number) =>
    (value: number): number =>
      Math.round(10 * (from + ((value - axis.from) / (axis.to - axis.from)) * (to - from))) / 10;
  return { left, right, top, bottom, em, x: along(xAxis, left, right), y: along(yAxis, bottom, top) };
}
