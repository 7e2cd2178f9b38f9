import { compare, type Cell, type Comparison } from './contest/compare.ts';
import { nodeSide, type Remote } from './contest/remote.ts';
import type { WantedExecution } from '../../src/cli/execution.ts';
import { modelFolder } from '../../src/cli/model-folder.ts';
import { readManifest } from '../../src/engine/files/manifest.ts';
import { lengthCosts } from './cost/lengths.ts';
import { workOf } from './cost/model.ts';
import { gemmRates } from './cost/gemm.ts';
import { type Bench, engineCosts, SENTENCE, sentenceCosts } from './engine.ts';
import { type Findings, joined } from './report/findings.ts';
import { dispatchesOf, graphicsOf } from './contest/step-calls.ts';
import { type Browser, openBrowser } from './contest/browser.ts';

/** The extent of the measuring: runtimes, sentences, cells and times. */
export interface Extent extends Omit<Bench, 'execution'> {
  /** The runtimes that compute, one after the other, the parts that several can compute. */
  readonly executions: readonly WantedExecution[];
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

/** The function that measures a part. */
type Run = (extent: Extent) => Promise<Findings>;

/** A part of the benchmark. */
export interface Part {
  readonly run: Run;
  /** The models that it wants in the hub's layout, given the one that is asked for. */
  readonly exports?: (model: string) => readonly string[];
  /** Tells whether `--runtime` and `--device` say what computes it; the others compare what runs on onnxruntime-web. */
  readonly takesRuntime?: boolean;
}

/** A comparison of a part: where, and with which cells unless others are asked for. */
interface Own {
  readonly place: string;
  readonly cells: readonly Cell[];
  readonly scored?: Cell | undefined;
  readonly opening: Omit<Comparison['opening'], 'sentence'>;
}

/** Runs a part's comparison. @param open opens a process or page */
async function contest(extent: Extent, own: Own, open: () => Promise<Remote>): Promise<Findings> {
  const { cells = own.cells, scored = own.scored, times, budget, say } = extent;
  const opening = { ...own.opening, sentence: SENTENCE };
  const found = await compare({ ...own, opening, cells, scored: scored === 'none' ? undefined : scored, times, budget, say }, open);
  return { rows: found.rows, agreements: [found.agreement] };
}

const cell = (batch: number, steps: number): Cell => ({ batch, steps });

/** The comparison under Node. */
const node = (threads: number, cells: readonly Cell[], scored?: Cell): Run => (extent) => contest(
  extent, { place: 'node-wasm', cells, scored, opening: { model: extent.model, device: 'wasm', form: 'int8', threads } },
  () => Promise.resolve(nodeSide()),
);

/** Compares both exports in the arithmetic whose activations are floats: there they must agree to the last digits. */
const agreement: Run = (extent) => contest(
  { ...extent, cells: [], scored: 'none' },
  { place: 'node-wasm', cells: [], scored: undefined, opening: { model: extent.model, device: 'wasm', form: 'blocks', threads: 1 } },
  () => Promise.resolve(nodeSide()),
);

/** The model of the parts on WebGPU: without a graphics card it is computed on the processor, where counts matter and times don't. */
const ON_CARD = 'tiny';

/** A part that needs a browser. */
const browsing = (part: (extent: Extent, browser: Browser) => Promise<Findings>): Run => async (extent) => {
  const browser = await openBrowser();
  try {
    return { ...await part(extent, browser), chromium: browser.version };
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

/** Counts the dispatches of a step of the model itself and of the small one. */
const dispatches = browsing(async ({ model, say }, browser) => {
  const found: Record<string, number> = {};
  for (const name of new Set([ON_CARD, ...(model === ON_CARD ? [] : ['small', model])])) {
    found[name] = await dispatchesOf({ model: name, device: 'webgpu', form: 'blocks', threads: 1, sentence: SENTENCE }, browser);
    say(`${name}: ${found[name]} dispatches a step`);
  }
  return { dispatches: found };
});

/** Gives the cost of models by their sizes. */
const work: Run = async ({ model }) => {
  const names = [...new Set([model, 'small'])];
  const manifests = await Promise.all(names.map((name) => readManifest(modelFolder(name))));
  return { work: manifests.map((manifest) => ({ model: manifest.name, parts: workOf(manifest, 'int8') })) };
};

/** A part that every runtime computes in turn. */
const computed = (part: (extent: Omit<Extent, 'executions'> & Bench) => Promise<Findings>): Part => ({
  takesRuntime: true,
  async run({ executions, ...extent }) {
    let found: Findings = {};
    for (const execution of executions) found = joined(found, await part({ ...extent, execution }));
    return found;
  },
});

const asked = (model: string): readonly string[] => [model];

/** All parts in their order, by name. */
export const parts: Readonly<Record<string, Part>> = {
  work: { run: work },
  agreement: { run: agreement, exports: asked },
  engine: computed(engineCosts),
  gemm: { run: (extent) => gemmRates({ ...extent, execution: { runtime: 'wasm' } }) },
  sentence: computed((extent) => sentenceCosts(extent, extent.sentences)),
  node1: { run: node(1, [1, 30, 150].flatMap((batch) => [cell(batch, 20), cell(batch, 40)]), cell(150, 20)), exports: asked },
  node2: { run: node(2, [cell(1, 20), cell(30, 20), cell(150, 20)]), exports: asked },
  chromium: { run: chromium, exports: asked },
  webgpu: { run: webgpu, exports: () => [ON_CARD] },
  dispatches: { run: dispatches },
  lengths: computed(lengthCosts),
};
