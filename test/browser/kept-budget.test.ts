import { afterEach, expect, test } from 'vitest';
import { keptBudget } from '../../src/app/platform/kept-budget.ts';
import { deleteModels } from '../../src/app/platform/storage.ts';

afterEach(deleteModels);

const folder = (model: string): URL => new URL(`/models/${model}/`, location.href);
const value = { at: 5, budget: { sets: 5, samples: 8 } };

test('a measured budget is found again under the same circumstances, and by no other model', async () => {
  await keptBudget(folder('base'), ['3fa1c09be27d', '1.30.0', 'wasm', 2]).keep(value);
  expect(await keptBudget(folder('base'), ['3fa1c09be27d', '1.30.0', 'wasm', 2]).take()).toEqual(value);
  expect(await keptBudget(folder('small'), ['3fa1c09be27d', '1.30.0', 'wasm', 2]).take()).toBeUndefined();
});

test('another device, runtime or model is measured anew, and takes the place of the one before', async () => {
  const before = ['3fa1c09be27d', '1.30.0', 'wasm', 2];
  await keptBudget(folder('base'), before).keep(value);
  for (const now of [['3fa1c09be27d', '1.30.0', 'webgpu', 2], ['3fa1c09be27d', '1.31.0', 'wasm', 2], ['0', '1.30.0', 'wasm', 2]])
    expect(await keptBudget(folder('base'), now).take()).toBeUndefined();
  await keptBudget(folder('base'), ['3fa1c09be27d', '1.31.0', 'wasm', 2]).keep({ ...value, at: 6 });
  expect(await keptBudget(folder('base'), before).take()).toBeUndefined();
  expect(await keptBudget(folder('base'), ['3fa1c09be27d', '1.31.0', 'wasm', 2]).take()).toEqual({ ...value, at: 6 });
});

test('a measured budget is deleted with the models', async () => {
  await keptBudget(folder('base'), ['a']).keep(value);
  expect(await deleteModels()).toBe(true);
  expect(await keptBudget(folder('base'), ['a']).take()).toBeUndefined();
});
