import type { Tensor } from 'onnxruntime-web';
import type { ScoreRequest } from '../../core/decoding/step-model.ts';
import { throwIfAborted } from '../../core/errors.ts';
import type { Manifest } from '../files/manifest.ts';
import { beginningsOf, STRETCH } from './beginnings.ts';
import { type Graph, pastBias } from './graph.ts';
import type { Pools, SlotPool } from './slots.ts';

/** The columns of the adapter's evidence (models/recipe/judge/adapter.py): for the mean, for the worst, for the last one. */
const SAID = 3;
/** The most rewrites of one source that are read at once. */
const MOST = 64;

/** The parts of a model that reads with its adapter. */
export interface Judge {
  readonly graph: Graph;
  readonly pieces: Manifest['pieces'];
  /** The pools of the layers that take part. */
  readonly pools: Pools;
}

/**
 * Reads rewrites with the adapter. Each source is read once, and so are equal beginnings of its rewrites. The reading of a rewrite does not
 * depend on the others.
 * @returns for each request the logit of "right", up to a constant, in their order
 */
export async function judge(judging: Judge, requests: readonly ScoreRequest[], signal?: AbortSignal): Promise<number[]> {
  const { graph, pieces, pools } = judging;
  const results: number[] = [];
  for (const group of bySource(requests)) {
    const ids = [pieces.bos, ...(group[0] as Placed).source, pieces.sep];
    throwIfAborted(signal);
    const memory = await remembered(graph, ids);
    try {
      for (let at = 0; at < group.length; at += MOST) {
        const some = group.slice(at, at + MOST);
        const evidences = await pools.with((pool) => read({ graph, memory, start: ids.length, pool, signal }, some));
        some.forEach(({ index, tags, target }, i) => {
          results[index] = evidence(evidences(i).subarray((tags.length - 1) * SAID, (tags.length + target.length) * SAID));
        });
      }
    } finally {
      for (const tensor of Object.values(memory)) tensor.dispose();
    }
  }
  return results;
}

/** A request and its place among all. */
interface Placed extends ScoreRequest {
  readonly index: number;
}

function bySource(requests: readonly ScoreRequest[]): Iterable<Placed[]> {
  const groups = new Map<string, Placed[]>();
  requests.forEach((request, index) => {
    const key = request.source.join();
    groups.set(key, [...(groups.get(key) ?? []), { ...request, index }]);
  });
  return groups.values();
}

/** The head's output is not used here, but the graph wants one position for it. */
const UNREAD = { select: new Int32Array(1), probes: new Int32Array(1) };

async function remembered(graph: Graph, ids: readonly number[]): Promise<Record<string, Tensor>> {
  const { kept } = await graph.read({ ids, rows: 1, length: ids.length, ...UNREAD, keep: true, judging: true });
  return Object.fromEntries(kept.map((tensor, i) => [`memory_${i}`, tensor]));
}

/** The parts that read the rewrites of one source. */
interface Reading {
  readonly graph: Graph;
  readonly memory: Record<string, Tensor>;
  /** Positions of the source. */
  readonly start: number;
  readonly pool: SlotPool;
  readonly signal: AbortSignal | undefined;
}

/** Reads rewrites. @returns the evidence at the positions of each rewrite, tags included, [positions × 3] */
async function read({ graph, memory, start, pool, signal }: Reading, requests: readonly Placed[]): Promise<(i: number) => Float32Array> {
  const { layers, paths } = beginningsOf(requests.map(({ tags, target }) => [...tags, ...target]));
  const evidences: Float32Array[] = [];
  /** The slots of each stretch and of those before it. */
  let owns: number[][] = [];
  for (const [layer, stretches] of layers.entries()) {
    throwIfAborted(signal);
    const [rows, past, keep] = [stretches.length, layer * STRETCH, layer + 1 < layers.length];
    const behind = stretches.map(({ before }) => (before === undefined ? [] : owns[before] ?? []));
    const { judgement = new Float32Array(), kept } = await graph.run(
      { ids: stretches.flatMap(({ ids }) => ids), rows, length: STRETCH, ...UNREAD, keep, judging: true },
      {
        start: start + past,
        bias: pastBias({ memory: start, past, length: STRETCH }),
        memory,
        pool: pool.feeds(),
        slots: Int32Array.from(past === 0 ? stretches.map(() => 0) : behind.flat()),
      },
    );
    evidences.push(judgement);
    const first = keep ? pool.append(kept, rows * STRETCH) : 0;
    owns = behind.map((slots, row) => [...slots, ...Array.from({ length: STRETCH }, (_, i) => first + row * STRETCH + i)]);
  }
  const size = STRETCH * SAID;
  return (i) => Float32Array.from(
    (paths[i] ?? []).flatMap((place, layer) => [...evidences[layer]?.subarray(place * size, (place + 1) * size) ?? []]),
  );
}

/**
 * Turns the evidence at the positions of a rewrite into one logit: the mean, less that of the worst ones, and the last.
 * @param columns [positions × 3]
 */
function evidence(columns: Float32Array): number {
  const positions = columns.length / SAID;
  const column = (c: number): Float32Array => columns.filter((_, i) => i % SAID === c);
  const [means, objections] = [column(0), column(1)];
  const most = objections.reduce((a, b) => Math.max(a, b), -Infinity);
  const objection = most + Math.log(objections.reduce((sum, value) => sum + Math.exp(value - most), 0) / positions);
  return means.reduce((sum, value) => sum + value, 0) / positions - objection + (columns.at(-1) ?? 0);
}
