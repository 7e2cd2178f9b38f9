import fc from 'fast-check';
import { expect, it } from 'vitest';
import { inOrder } from '../../../src/cli/in-order.ts';

const wait = (turns: number): Promise<void> => (turns <= 0 ? Promise.resolve() : Promise.resolve().then(() => wait(turns - 1)));

it('gives results in the items’ order, with no more tasks at a time than its width', async () => {
  await fc.assert(fc.asyncProperty(fc.array(fc.integer({ min: 30, max: 40 })), fc.integer({ min: 1, max: 5 }), async (delays, width) => {
    let [running, most] = [0, 0];
    const results: number[] = [];
    const items = delays.map((delay, at) => ({ delay, at }));
    for await (const result of inOrder(items, width, async ({ delay, at }) => {
      most = Math.max(most, running += 1);
      await wait(delay);
      running -= 1;
      return at;
    })) results.push(result);
    expect(results).toEqual(items.map(({ at }) => at));
    expect(most).toBe(Math.min(width, items.length));
  }));
});

it('throws what a task throws, when those that run have ended', async () => {
  const ended: number[] = [];
  const all = inOrder([1, 2, 3, 4], 3, async (item) => {
    await wait(item === 2 ? 1 : 9);
    ended.push(item);
    if (item === 2) throw new Error('two');
    return item;
  });
  const results: number[] = [];
  await expect((async () => { for await (const result of all) results.push(result); })()).rejects.toThrow('two');
  expect([results, ended.toSorted()]).toEqual([[1], [1, 2, 3, 4]]);
});
