import { Random } from '../../../src/core/decoding/random.ts';
import { constrainedTopK, draw } from '../../../src/core/decoding/top-k.ts';
import { DRAW } from './contestant.ts';

/** Gives the log of the sum of the exponentials of a stretch. */
export function logSumExp(values: Float32Array): number {
  let most = -Infinity;
  for (const value of values) if (value > most) most = value;
  let sum = 0;
  for (const value of values) sum += Math.exp(value - most);
  return most + Math.log(sum);
}

/** The `k` largest of a row of logits, ties to the lower id. */
export function largest(logits: Float32Array, k: number): { id: number; logProb: number }[] {
  const found: { id: number; logProb: number }[] = [];
  for (let id = 0; id < logits.length; id += 1) {
    const logProb = logits[id] as number;
    if (found.length === k && logProb <= (found[k - 1]?.logProb ?? 0)) continue;
    let at = found.length;
    while (at > 0 && (found[at - 1]?.logProb ?? 0) < logProb) at -= 1;
    found.splice(at, 0, { id, logProb });
    if (found.length > k) found.pop();
  }
  return found;
}

/** Draws pieces from rows of logits, each row under bans of its own. */
export class Drawer {
  private readonly random = new Random(0);

  /** @param never what no row may draw */
  constructor(private readonly bans: readonly (readonly number[])[], private readonly never: number) {}

  drawn(logits: Float32Array, row: number): number {
    const banned = this.bans[row % this.bans.length] ?? [];
    const candidates = largest(logits, DRAW.topK + banned.length + 1);
    const blocked = (id: number): boolean => id === this.never || banned.includes(id);
    return draw(constrainedTopK(candidates, blocked, DRAW.topK, DRAW.temperature), this.random.uniform()) ?? this.never;
  }
}
