import { readPlacement } from '../../browser/engine/placement.ts';
import type { GraphicsFindings } from '../report/findings.ts';
import type { Browser } from './browser.ts';
import type { Measured, Opening } from './side.ts';

/** Rows of the step. */
const ROWS = 150;
/** Pieces of the shorter of two jobs, which differ in one step. */
const STEPS = 4;

/** A step's dispatches of another model: that many whatever the number of rows, so one row is enough. */
export async function dispatchesOf(opening: Omit<Opening, 'system'>, browser: Browser): Promise<number> {
  const side = await browser.open();
  await side.open({ ...opening, system: 'unshared' });
  const job = async (steps: number): Promise<number> => (await side.sample(1, steps)).measured.dispatches;
  // The first job compiles shaders and is left out.
  await job(2);
  const found = await job(3) - await job(2);
  await side.close();
  return found;
}

/** Counts what one step of 150 rows asks of the graphics interface, and where the graph's nodes run. */
export async function graphicsOf(opening: Omit<Opening, 'system'>, browser: Browser): Promise<GraphicsFindings> {
  const lines: string[] = [];
  const side = await browser.open((line) => { lines.push(...line.split('\n')); });
  await side.open({ ...opening, system: 'unshared', verbose: true });
  const { gpu, cpu, shapes } = readPlacement(lines);
  if (gpu === 0) throw new Error('The runtime does not say where the nodes of the graph run.');
  const job = async (steps: number): Promise<Measured> => (await side.sample(ROWS, steps)).measured;
  await job(STEPS);
  const [shorter, longer] = [await job(STEPS), await job(STEPS + 1)];
  await side.close();
  const step = (of: 'mapAsync' | 'dispatches' | 'mapped'): number => longer[of] - shorter[of];
  return {
    readBackBytesPerStep150: step('mapped'), mapAsyncPerStep: step('mapAsync'), dispatchesPerStep: step('dispatches'),
    cpuNodes: cpu.length, shapeNodes: shapes.length, gpuNodes: gpu,
  };
}
