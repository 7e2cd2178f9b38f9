import { describe, expect, it } from 'vitest';
import { Queue } from '../../../src/core/queue.ts';

/** A task that ends when it is told to. */
function held(): { readonly task: () => Promise<string>; readonly end: (failed?: boolean) => void; readonly begun: () => boolean } {
  let [begun, end] = [false, (_failed?: boolean): void => undefined];
  const task = (): Promise<string> => {
    begun = true;
    return new Promise((resolve, reject) => { end = (failed) => (failed ? reject(new Error('failed')) : resolve('done')); });
  };
  return { task, begun: () => begun, end: (failed) => end(failed) };
}
const settle = (): Promise<void> => new Promise((resolve) => { setImmediate(resolve); });

describe('Queue', () => {
  it('runs one task after the other, in their order, whether they fail or not', async () => {
    const queue = new Queue();
    const tasks = [held(), held(), held()];
    const results = tasks.map(({ task }) => queue.run(task).catch((cause: Error) => cause.message));
    for (const [i, { end }] of tasks.entries()) {
      await settle();
      expect(tasks.map(({ begun }) => begun())).toEqual([true, i >= 1, i >= 2]);
      expect(queue.waiting).toBe(2 - i);
      end(i === 1);
    }
    expect(await Promise.all(results)).toEqual(['done', 'failed', 'done']);
    expect(await queue.run(() => Promise.resolve('later'))).toBe('later');
  });

  it('refuses one too many, and takes the next when there is room', async () => {
    const queue = new Queue(1);
    const [first, second] = [held(), held()];
    const results = [queue.run(first.task), queue.run(second.task)];
    await expect(queue.run(() => Promise.resolve())).rejects.toMatchObject({ code: 'busy' });
    first.end();
    await results[0];
    const third = queue.run(() => Promise.resolve('third'));
    await settle();
    second.end();
    expect([await results[1], await third]).toEqual(['done', 'third']);
  });

  it('lets one that waits go at once, and keeps the others’ turns', async () => {
    const queue = new Queue();
    const [first, last] = [held(), held()];
    const controller = new AbortController();
    const running = queue.run(first.task);
    const waiting = queue.run(() => Promise.resolve('never'), controller.signal);
    const after = queue.run(last.task);
    controller.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'aborted' });
    expect([queue.waiting, last.begun()]).toEqual([1, false]);
    first.end();
    await running;
    await settle();
    last.end();
    expect(await after).toBe('done');
    await expect(queue.run(() => Promise.resolve(), controller.signal)).rejects.toMatchObject({ code: 'aborted' });
  });
});
