import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CostPoint } from '../report/findings.ts';
import { type Plot, svgOf } from './svg.ts';

/** Draws what sentences cost: `length.svg` and `number.svg` in a folder that is there. */
export function writePlots(folder: string, points: readonly CostPoint[]): void {
  const up = 'seconds of processor';
  const seconds = ({ cpuMilliseconds }: CostPoint): number => cpuMilliseconds / 1000;
  const single = points.filter(({ sentences }) => sentences === 1);
  const repeated = points.find(({ sentences }) => sentences > 1)?.words;
  const several = points.filter(({ words }) => words === repeated);
  const plots: Record<string, Plot> = {
    length: { title: 'One sentence', across: 'words', up, points: single.map((point) => [point.words, seconds(point)]) },
    number: {
      title: `Sentences of ${repeated} words`, across: 'sentences', up, points: several.map((point) => [point.sentences, seconds(point)]),
    },
  };
  for (const [name, plot] of Object.entries(plots)) if (plot.points.length > 0) writeFileSync(join(folder, `${name}.svg`), svgOf(plot));
}
