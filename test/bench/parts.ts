import { compare, type Cell, type Comparison } from './contest/compare.ts';
import { nodeSide, type Remote } from './contest/remote.ts';
import { gemmRates } from './cost/gemm.ts';
import { type Bench, engineCosts, SENTENCE, sentenceCosts } from './engine.ts';
import { type Findings, joined } from './report/findings.ts';
import { graphicsOf } from './contest/step-calls.ts';
import { type Browser, openBrowser } from './contest/browser.ts';

/** How much is measured. */
export interface Extent extends Bench {
  /** Sentences that the heap is watched over. */
  readonly sentences: number;
  /** Cells of the comparison in the place of a part's own. */
  readonly cells?: readonly Cell[] | undefined;
  /** Candidates that are scored in the place of a part's own; `none` for no scoring. */
  readonly scored?: Cell | 'none' | undefined;
  /** Milliseconds that the runs of one job and system may take together. */
  readonly budget: number;
  readonly times: number;
}

/** A part of the benchmark. */
type Part = (extent: Extent) => Promise<Findings>;

/** A comparison in one place, with cells of its own unless others are asked for. */
async function contest(
  extent: Extent, own: Pick<Comparison, 'place' | 'cells' | 'scored'> & { opening: Omit<Comparison['opening'], 'sentence'> },
  open: () => Promise<Remote>,
): Promise<Findings> {
  const { cells = own.cells, scored = own.scored, times, budget, say } = extent;
  const opening = { ...own.opening, sentence: SENTENCE };
  const found = await compare({ ...own, opening, cells, scored: scored === 'none' ? undefined : scored, times, budget, say }, open);
  return { rows: found.rows, agreements: [found.agreement] };
}

const cell = (batch: number, steps: number): Cell => ({ batch, steps });

/** The comparison under Node. */
const node = (threads: number, cells: readonly Cell[], scored: Cell): Part => (extent) => contest(
  extent, { place: 'node-wasm', cells, scored, opening: { model: extent.model, device: 'wasm', form: 'int8', threads } },
  () => Promise.resolve(nodeSide()),
);

/** Both exports in the arithmetic whose activations are floats: there they must agree to the last digits. */
const agreement: Part = (extent) => contest(
  { ...extent, cells: [], scored: 'none' },
  { place: 'node-wasm', cells: [], scored: undefined, opening: { model: extent.model, device: 'wasm', form: 'blocks', threads: 1 } },
  () => Promise.resolve(nodeSide()),
);

/** The model of the parts on WebGPU: without a graphics card it is computed on the processor, where counts matter and times don't. */
const ON_CARD = 'tiny';

/** A part that needs a browser. */
const browsing = (part: (extent: Extent, browser: Browser) => Promise<Findings>): Part => async (extent) => {
  const browser = await openBrowser();
  try {
    return await part(extent, browser);
  } finally {
    await browser.close();
  }
};

const chromium = browsing((extent, browser) => {
  const { model } = extent;
  const opening = { model, device: 'wasm', form: 'int8', threads: 1 } as const;
  const own = { place: 'chromium-wasm', cells: [cell(1, 20), cell(30, 20)], scored: cell(30, 20), opening };
  return contest(extent, own, () => browser.open());
});

const webgpu = browsing(async (extent, browser) => {
  const opening = { model: ON_CARD, device: 'webgpu', form: 'blocks', threads: 1 } as const;
  const own = { cells: [cell(1, 6), cell(30, 6), cell(150, 6)], scored: cell(30, 6), opening };
  const compared = await contest(extent, { ...own, place: 'chromium-webgpu' }, () => browser.open());
  return joined(compared, { graphics: await graphicsOf({ ...opening, sentence: SENTENCE }, browser) });
});

/** All parts in their order, by name. */
export const parts: Readonly<Record<string, Part>> = {
  agreement,
  engine: engineCosts,
  gemm: gemmRates,
  sentence: (extent) => sentenceCosts(extent, extent.sentences),
  node1: node(1, [cell(1, 20), cell(1, 40), cell(30, 20), cell(30, 40), cell(150, 20), cell(150, 40)], cell(150, 20)),
  node2: node(2, [cell(1, 20), cell(30, 20), cell(150, 20)], cell(150, 20)),
  chromium,
  webgpu,
};
