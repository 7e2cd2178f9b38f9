/** A system in a process of its own: answers messages `{ id, method, given }` with `{ id, value }` or `{ id, error }`. */
import { NodePlace } from './node-place.ts';
import { Side } from './side.ts';

const side = new Side(new NodePlace());
const methods = side as unknown as Record<string, (...given: unknown[]) => Promise<unknown>>;

process.on('message', ({ id, method, given }: { id: number; method: string; given: unknown[] }) => {
  void methods[method]?.call(side, ...given).then(
    (value) => process.send?.({ id, value }),
    (cause: unknown) => process.send?.({ id, error: cause instanceof Error ? cause.message : String(cause) }),
  );
});
process.on('disconnect', () => process.exit(0));
