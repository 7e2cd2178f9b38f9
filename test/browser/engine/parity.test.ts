import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BundledEngine, loadEngine, tagsFor } from '../../../src/engine/model/engine.ts';
import { fetchedFiles, fetchPacked } from '../../../src/engine/files/fetched.ts';
import type { GraphForm } from '../../../src/engine/files/manifest.ts';
import type { Device } from '../../../src/engine/model/runtime.ts';
import type { Scores, StepOutput } from '../../../src/core/decoding/step-model.ts';
import { estimating } from '../../oracle/estimating.ts';

/** Largest difference of a log-probability between WebGPU and WASM in float arithmetic. */
const TOLERANCE = 2e-3;
/** The same for WASM's int8 form, of pieces at least as probable as 1 %. */
const INT8_TOLERANCE = 0.3;

const ort = new URL('/ort/', location.href);
const sentences = ['I like your car.', 'Where did you buy it?', 'Tom wants to go home early today.'];

function load(device: Device, form: GraphForm): Promise<BundledEngine> {
  return loadEngine(estimating(fetchedFiles(new URL('/models/tiny/', location.href))), {
    device,
    form,
    threads: 1,
    wasmPaths: ort.href,
    wasmBinary: (file) => (file.includes('asyncify') ? fetchPacked(new URL(`${file}.gz`, ort)) : undefined),
  });
}

interface Trace {
  readonly outputs: readonly StepOutput[];
  readonly scores: readonly Scores[];
  readonly prior: Float32Array | undefined;
  readonly judgements: readonly number[];
}

/** Asks everything of a model that a decoding needs: first step, expansion, steps with dropped and doubled rows, probes, scores. */
async function trace(engine: BundledEngine, text: string): Promise<Trace> {
  const { model, tokenizer, manifest } = engine;
  const source = tokenizer.encode(text);
  const tags = tagsFor(manifest, { distance: 2 });
  const memory = await model.encode(source);
  const { cache, output } = await model.begin(memory, [tags], { capacity: 60, probes: [20, 30] });
  const outputs = [output];
  const rows = [6, 6, 4, 5, 1];
  let before = 1;
  for (const [step, count] of rows.entries()) {
    const parents = Int32Array.from({ length: count }, (_, row) => (row * 5 + step) % before);
    const ids = Int32Array.from({ length: count }, (_, row) => source[(row + step) % source.length] ?? 0);
    outputs.push(await model.step(cache, parents, ids, { probes: Int32Array.from({ length: 2 * count }, (_, i) => 20 + i) }));
    before = count;
  }
  cache.dispose();
  memory.dispose();
  const targets = [text, 'A car.', `${text} ${text}`].map((target) => tokenizer.encode(target));
  const requests = targets.map((target, r) => ({ source, tags, target, prior: r > 0 }));
  const [scores, judgements] = [await model.score(requests), await model.judge?.(requests) ?? []];
  return { outputs, scores, prior: memory.prior, judgements };
}

/** Gives the top pieces but those that, this close to the 64th, may fall on either side of it. */
function topSet(output: StepOutput, row: number, margin: number): Set<number> {
  const ids = output.topIds.subarray(row * output.top, (row + 1) * output.top);
  const logProbs = output.topLogProbs.subarray(row * output.top, (row + 1) * output.top);
  const last = logProbs[output.top - 1] ?? 0;
  return new Set([...ids].filter((_, i) => (logProbs[i] ?? 0) > last + margin));
}

function worstDifference(a: StepOutput, b: StepOutput, leastLogProb: number): number {
  let worst = 0;
  for (let row = 0; row < a.rows; row += 1) {
    const theirs = new Map(Array.from({ length: b.top }, (_, i) => [b.topIds[row * b.top + i], b.topLogProbs[row * b.top + i]]));
    for (let i = 0; i < a.top; i += 1) {
      const logProb = a.topLogProbs[row * a.top + i] ?? NaN;
      if (logProb < leastLogProb) break;
      const other = theirs.get(a.topIds[row * a.top + i]);
      // A piece at the edge of the 64 may be missing on the other side.
      if (other !== undefined) worst = Math.max(worst, Math.abs(logProb - other));
      else if (i < a.top / 2) return Infinity;
    }
  }
  return worst;
}

describe('WebGPU and WASM compute the same', () => {
  /** The engine that both others are compared with: WASM in float arithmetic. */
  let wasm: BundledEngine;
  const expected: Trace[] = [];
  beforeAll(async () => {
    wasm = await load('wasm', 'float');
    for (const text of sentences) expected.push(await trace(wasm, text));
  });
  afterAll(() => wasm.dispose());

  it('gives the same top-64 sets, log-probabilities, probes, scores, estimates and judgements in float arithmetic', async () => {
    const gpu = await load('webgpu', 'blocks');
    const estimates = new Set<number>();
    for (const [i, text] of sentences.entries()) {
      const [a, b] = [await trace(gpu, text), expected[i] as Trace];
      for (const [step, output] of a.outputs.entries()) {
        const other = b.outputs[step] as StepOutput;
        for (let row = 0; row < output.rows; row += 1) {
          const whole = new Set(other.topIds.subarray(row * other.top, (row + 1) * other.top));
          expect([...topSet(output, row, 2 * TOLERANCE)].filter((id) => !whole.has(id))).toEqual([]);
        }
        expect(worstDifference(output, other, -Infinity)).toBeLessThan(TOLERANCE);
        output.probeLogProbs.forEach((logProb, k) => {
          expect(Math.abs(logProb - (other.probeLogProbs[k] ?? NaN))).toBeLessThan(TOLERANCE);
        });
        expect(output.estimates).toHaveLength(output.rows);
        output.estimates?.forEach((estimate, row) => {
          expect(Math.abs(estimate - (other.estimates?.[row] ?? NaN))).toBeLessThan(TOLERANCE);
        });
        for (const estimate of output.estimates ?? []) estimates.add(estimate);
      }
      const near = (prior: Float32Array | undefined, other: Float32Array | undefined): void => {
        prior?.forEach((logProb, t) => {
          expect(Math.abs(logProb - (other?.[t] ?? NaN))).toBeLessThan(TOLERANCE);
        });
      };
      expect(new Set(a.judgements).size).toBe(3);
      a.judgements.forEach((judgement, r) => { expect(Math.abs(judgement - (b.judgements[r] ?? NaN))).toBeLessThan(TOLERANCE); });
      expect(a.prior?.length).toBeGreaterThan(3);
      near(a.prior, b.prior);
      a.scores.forEach(({ logProbs, estimates: read, prior }, r) => {
        const other = b.scores[r] as Scores;
        expect(prior?.length).toBe(r > 0 ? a.prior?.length : undefined);
        near(prior, other.prior);
        near(prior, a.prior);
        logProbs.forEach((logProb, t) => { expect(Math.abs(logProb - (other.logProbs[t] ?? NaN))).toBeLessThan(TOLERANCE); });
        expect(Math.abs((read?.rewrite ?? NaN) - (other.estimates?.rewrite ?? NaN))).toBeLessThan(TOLERANCE);
        expect(Math.abs((read?.source ?? NaN) - (other.estimates?.source ?? NaN))).toBeLessThan(TOLERANCE);
        expect(read?.rewrite).not.toBe(read?.source);
      });
    }
    expect(Math.max(...estimates) - Math.min(...estimates)).toBeGreaterThan(100 * TOLERANCE);
    await gpu.dispose();
  });

  it('stays close in the int8 form of WASM', async () => {
    const int8 = await load('wasm', 'int8');
    for (const [i, text] of sentences.entries()) {
      const { outputs } = await trace(int8, text);
      (expected[i] as Trace).outputs.forEach((output, step) => {
        expect(worstDifference(output, outputs[step] as StepOutput, Math.log(0.01))).toBeLessThan(INT8_TOLERANCE);
      });
    }
    await int8.dispose();
  });

  it('can fail: another distance tag is no match', async () => {
    const { model, tokenizer, manifest } = wasm;
    const memory = await model.encode(tokenizer.encode('I like your car.'));
    const outputs: StepOutput[] = [];
    for (const distance of [0, 4]) {
      const { cache, output } = await model.begin(memory, [tagsFor(manifest, { distance })], { capacity: 1 });
      outputs.push(output);
      cache.dispose();
    }
    memory.dispose();
    expect(worstDifference(outputs[0] as StepOutput, outputs[1] as StepOutput, -Infinity)).toBeGreaterThan(TOLERANCE);
  });
});
