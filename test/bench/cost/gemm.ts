import type { InferenceSession } from 'onnxruntime-web';
import { modelFolder } from '../../../src/cli/model-folder.ts';
import { wasmOptions } from '../../../src/cli/execution.ts';
import { loadEngine } from '../../../src/engine/model/engine.ts';
import { createSession, openRuntime, type Runtime } from '../../../src/engine/model/runtime.ts';
import { type Bench, stepCost } from '../engine.ts';
import type { Findings, ProductRate } from '../report/findings.ts';
import { median, rounded } from '../report/row.ts';
import { architectureFlop, type Product, productsOf } from './flop.ts';
import { productGraph } from './onnx.ts';

/** Rows of the step. */
const ROWS = 150;
/** Milliseconds that a product is repeated for, and how often that is done. */
const STRETCH = 150;
const TIMES = 5;

/** Gives bytes that look like weights or activations, the same at each run. */
function filled(bytes: number): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(bytes);
  for (let i = 0, state = 1; i < bytes; i += 1) out[i] = (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) >>> 24;
  return out;
}

/** Measures the processor time of one run of a product with `ROWS` rows, milliseconds. */
async function productCost(runtime: Runtime, { rows: n, columns: k, quantised }: Product): Promise<number> {
  const data = quantised ? filled(k * n) : new Uint8Array(new Float32Array(k * n).fill(0.01).buffer);
  const graph = productGraph({ m: ROWS, k, n }, quantised);
  const session = await createSession(runtime, { graph, external: [{ path: 'weights', data }] }, {});
  const { Tensor } = runtime.ort;
  const dims = [ROWS, k];
  const x = quantised ? new Tensor('uint8', filled(ROWS * k), dims) : new Tensor('float32', new Float32Array(ROWS * k).fill(0.5), dims);
  const found: number[] = [];
  for (let time = 0; time <= TIMES; time += 1) {
    const cost = await stretch(session, { x });
    if (time > 0) found.push(cost);
  }
  await session.release();
  return median(found);
}

async function stretch(session: InferenceSession, feeds: Parameters<InferenceSession['run']>[0]): Promise<number> {
  const cpu = process.cpuUsage();
  const began = performance.now();
  let runs = 0;
  while (performance.now() - began < STRETCH) {
    for (const tensor of Object.values(await session.run(feeds))) tensor.dispose();
    runs += 1;
  }
  const { user, system } = process.cpuUsage(cpu);
  return (user + system) / 1000 / runs;
}

/** The rate at which the runtime multiplies matrices of the model's sizes, and that of a whole step; both on one thread, in one process. */
export async function gemmRates({ model, say }: Bench): Promise<Findings> {
  const options = wasmOptions(1);
  const engine = await loadEngine(modelFolder(model), options);
  const { manifest } = engine;
  const runtime = await openRuntime('wasm', options);
  const products: ProductRate[] = [];
  let total = 0;
  for (const product of productsOf(manifest)) {
    const milliseconds = await productCost(runtime, product);
    const { name, columns, rows, count } = product;
    total += milliseconds * count;
    products.push({ name, columns, rows, count, gflops: rounded((2 * ROWS * rows * columns) / milliseconds / 1e6) });
    say(`${name}, ${ROWS} × ${columns} × ${rows}: ${rounded(milliseconds, 2)} ms of processor`);
  }
  const step = await stepCost(engine, ROWS);
  await engine.dispose();
  const flop = architectureFlop(manifest, { positions: ROWS, heads: ROWS });
  const rate = (milliseconds: number): number => rounded(flop / milliseconds / 1e6);
  say(`products ${rounded(total)} ms, step ${step.cpuMilliseconds} ms of processor`);
  return { gemm: { products, runtimeGflops: rate(total), stepGflops: rate(step.cpuMilliseconds) } };
}
