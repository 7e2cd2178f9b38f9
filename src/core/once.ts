/** A task that is done when it is first asked for, and once. What failed may work at the next try. */
export function once<T>(task: () => Promise<T>): () => Promise<T> {
  let done: Promise<T> | undefined;
  return () => {
    const now = (done ??= task());
    now.catch(() => { done = undefined; });
    return now;
  };
}
