import * as v from 'valibot';
import type { ScoreRequest, StepModel } from '../../core/decoding/step-model.ts';
import type { Budget } from '../../core/protocol.ts';
import type { KeptValue } from '../files/read.ts';
import type { PageDevice } from './runtime.ts';

const ROWS = 40;
const SETS = 5;
/** A request draws so many sets without random bans where it does not say. */
const FREE = 2;
/** A sentence of 15 tokens may take so many seconds. */
const PATIENCE = { webgpu: 4, wasm: 9 } as const;
const SAMPLES = { webgpu: [30, 16, 8, 4], wasm: [16, 12, 10, 8, 6, 4] } as const;
/** Reading and scoring recombined texts takes as long as so many steps of 40 rows (base, native, one thread). */
const RECOMBINED = 10;

/**
 * Measures the device with one step of 40 rows and chooses the largest budget that rewrites a usual sentence in a few
 * seconds: 5 sets of 4 to 30 samples (ParaBank 2 draws 5 × 30), and two free ones. Prediction: 14 steps at two thirds
 * of the rows on average (finished rows leave, equal prefixes share), as much again for scoring, and recombination.
 */
export async function measureBudget(
  model: StepModel,
  device: PageDevice,
  { source, tags }: Pick<ScoreRequest, 'source' | 'tags'>,
  now: () => number,
): Promise<Budget> {
  const memory = await model.encode(source);
  const { cache, output } = await model.begin(memory, [tags], { capacity: 3 * ROWS });
  const ids = Int32Array.from({ length: ROWS }, (_, row) => output.topIds[row % output.top] ?? 0);
  await model.step(cache, new Int32Array(ROWS), ids);
  const began = now();
  await model.step(
    cache,
    Int32Array.from({ length: ROWS }, (_, row) => row),
    ids,
  );
  const seconds = (now() - began) / 1000;
  cache.dispose();
  memory.dispose();
  const steps = (samples: number): number => 2 * 14 * (2 / 3) * Math.max(0.5, ((SETS + FREE) * samples) / ROWS) + RECOMBINED;
  const predicted = (samples: number): number => steps(samples) * seconds;
  const choices: readonly number[] = SAMPLES[device];
  return { sets: SETS, samples: choices.find((samples) => predicted(samples) <= PATIENCE[device]) ?? choices.at(-1) ?? 4 };
}

/** A budget is measured again after so many ms: the machine may have been busy. */
const LASTS = 7 * 24 * 60 * 60 * 1000;
const count = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(200));
const schema = v.object({ at: v.number(), budget: v.object({ sets: count, samples: count }) });

/** Gives the budget that was measured before, or measures it now. @param now ms since 1970 @throws what `measure` throws */
export async function rememberedBudget(store: KeptValue, now: () => number, measure: () => Promise<Budget>): Promise<Budget> {
  const known = v.safeParse(schema, await store.take());
  const age = known.success ? now() - known.output.at : NaN;
  if (known.success && age >= 0 && age < LASTS) return known.output.budget;
  const budget = await measure();
  await store.keep({ at: now(), budget });
  return budget;
}
