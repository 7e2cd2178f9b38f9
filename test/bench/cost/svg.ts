/** A curve through measured points. */
export interface Plot {
  readonly title: string;
  readonly across: string;
  readonly up: string;
  /** The points [across, up], from left to right. */
  readonly points: readonly (readonly [number, number])[];
}

const WIDTH = 480;
const HEIGHT = 300;
const EDGE = { left: 56, right: 16, top: 36, bottom: 48 };
/** Marks on an axis, about. */
const MARKS = 5;

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Gives round numbers from zero to just beyond the largest value. */
export function marks(most: number): number[] {
  const rough = Math.max(most, Number.MIN_VALUE) / MARKS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power;
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, i) => Number((i * step).toPrecision(12)));
}

/** The plot as a picture: axes from zero, a line, a dot for each point. */
export function svgOf({ title, across, up, points }: Plot): string {
  const [xs, ys] = [0, 1].map((axis) => marks(Math.max(...points.map((point) => point[axis] as number)))) as [number[], number[]];
  const x = (value: number): number => EDGE.left + (value / (xs.at(-1) ?? 1)) * (WIDTH - EDGE.left - EDGE.right);
  const y = (value: number): number => HEIGHT - EDGE.bottom - (value / (ys.at(-1) ?? 1)) * (HEIGHT - EDGE.top - EDGE.bottom);
  const at = (value: number): string => value.toFixed(1);
  const text = (left: number, top: number, words: string, more = 'text-anchor="middle"'): string =>
    `<text x="${at(left)}" y="${at(top)}" ${more}>${escaped(words)}</text>`;
  const middle = (EDGE.left + WIDTH - EDGE.right) / 2;
  const centre = (EDGE.top + HEIGHT - EDGE.bottom) / 2;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12" role="img">`,
    `<title>${escaped(title)}</title>`, `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    text(middle, 20, title, 'text-anchor="middle" font-weight="bold"'), text(middle, HEIGHT - 10, across),
    text(14, centre, up, `text-anchor="middle" transform="rotate(-90 14 ${at(centre)})"`),
    ...ys.map((value) => `<path d="M${EDGE.left} ${at(y(value))}H${WIDTH - EDGE.right}" stroke="#ddd"/>` +
      text(EDGE.left - 6, y(value) + 4, String(value), 'text-anchor="end"')),
    ...xs.map((value) => text(x(value), HEIGHT - EDGE.bottom + 18, String(value))),
    `<path d="M${EDGE.left} ${EDGE.top}V${HEIGHT - EDGE.bottom}H${WIDTH - EDGE.right}" fill="none" stroke="#333"/>`,
    `<polyline points="${points.map(([a, b]) => `${at(x(a))},${at(y(b))}`).join(' ')}" fill="none" stroke="#06c" stroke-width="2"/>`,
    ...points.map(([a, b]) => `<circle cx="${at(x(a))}" cy="${at(y(b))}" r="3" fill="#06c"/>`), '</svg>', '',
  ].join('\n');
}
