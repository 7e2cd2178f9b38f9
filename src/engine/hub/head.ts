import type { StepOutput } from '../../core/decoding/step-model.ts';

/** K of every step, as the bundled graphs have it. */
export const TOP = 64;

/** The logits of a graph without a head of ours. */
export interface Logits {
  /** The values [rows × vocabulary]. */
  readonly values: Float32Array;
  readonly vocabulary: number;
}

/**
 * Computes in plain code what the head of the bundled graphs computes: log-probabilities of the K best tokens and of the probes. It reads
 * every logit twice, so a row costs about as much as the vocabulary is large: 84 rows of 60,000 tokens are 5 million exponentials a step.
 * @param probes [rows × P] token ids, the same P in every row
 */
export function readHead({ values, vocabulary }: Logits, probes: Int32Array): StepOutput {
  const rows = values.length / vocabulary;
  const top = Math.min(TOP, vocabulary);
  const wanted = rows === 0 ? 0 : probes.length / rows;
  const [topIds, topLogProbs] = [new Int32Array(rows * top), new Float32Array(rows * top)];
  const probeLogProbs = new Float32Array(probes.length);
  for (let row = 0; row < rows; row += 1) {
    const logits = values.subarray(row * vocabulary, (row + 1) * vocabulary);
    const normaliser = logSumExp(logits);
    const best = largest(logits, top);
    topIds.set(best, row * top);
    topLogProbs.set(best.map((id) => (logits[id] ?? -Infinity) - normaliser), row * top);
    for (let p = row * wanted; p < (row + 1) * wanted; p += 1) probeLogProbs[p] = (logits[probes[p] ?? -1] ?? -Infinity) - normaliser;
  }
  return { rows, top, topIds, topLogProbs, probes: wanted, probeLogProbs };
}

/** Reads the log-probability of one token a row, for teacher forcing. @param ids [rows] */
export function readTargets({ values, vocabulary }: Logits, ids: readonly number[]): Float32Array {
  return Float32Array.from(ids, (id, row) => {
    const logits = values.subarray(row * vocabulary, (row + 1) * vocabulary);
    return (logits[id] ?? -Infinity) - logSumExp(logits);
  });
}

/** Returns log Σ exp, without overflow; NaN where a logit is. */
export function logSumExp(logits: Float32Array): number {
  let most = -Infinity;
  for (const value of logits) if (!(value <= most)) most = value;
  let sum = 0;
  for (const value of logits) sum += Math.exp(value - most);
  return most + Math.log(sum);
}

/**
 * The indices of the k largest values, largest first, ties by the lower index. They are kept in a heap of k whose root is the least of
 * them.
 */
function largest(values: Float32Array, k: number): number[] {
  const heap: number[] = [];
  const isWorse = (a: number, b: number): boolean => {
    const [x, y] = [values[a] ?? -Infinity, values[b] ?? -Infinity];
    return x < y || (x === y && a > b);
  };
  const sink = (from: number): void => {
    const id = heap[from] as number;
    let at = from;
    for (let child = 2 * at + 1; child < heap.length; child = 2 * at + 1) {
      if (child + 1 < heap.length && isWorse(heap[child + 1] as number, heap[child] as number)) child += 1;
      if (!isWorse(heap[child] as number, id)) break;
      heap[at] = heap[child] as number;
      at = child;
    }
    heap[at] = id;
  };
  for (let i = 0; i < k; i += 1) heap.push(i);
  for (let at = (k >> 1) - 1; at >= 0; at -= 1) sink(at);
  let least = values[heap[0] ?? 0] ?? -Infinity;
  for (let i = k; i < values.length; i += 1) {
    if (!((values[i] as number) > least)) continue;
    heap[0] = i;
    sink(0);
    least = values[heap[0]] as number;
  }
  return heap.sort((a, b) => (isWorse(a, b) ? 1 : -1));
}
