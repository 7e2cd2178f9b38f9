/**
 * Runs a task on each item, some at a time, and gives the results in the items' order.
 * @param width tasks at a time; results that wait for an earlier one are at most as many
 * @throws what the task of the next result throws, once those that run have ended
 */
export async function* inOrder<Item, Result>(
  items: AsyncIterable<Item> | Iterable<Item>, width: number, task: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const running: Promise<Result>[] = [];
  try {
    for await (const item of items) {
      running.push(noted(task(item)));
      if (running.length >= width) yield await (running.shift() as Promise<Result>);
    }
    while (running.length > 0) yield await (running.shift() as Promise<Result>);
  } finally {
    await Promise.allSettled(running);
  }
}

/** A promise that is looked at later: it may fail before. */
function noted<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}
