import type { Tensor } from 'onnxruntime-web';
import type { ScoreRequest } from '../../src/decoding/step-model.ts';
import { throwIfAborted } from '../../src/errors.ts';
import type { Manifest } from '../../src/files/manifest.ts';
import { type Graph, memoryBias } from './graph.ts';
import { padded, type ScoredSequence, scoringPasses } from './scoring-passes.ts';

/** Columns of what a position says (models/recipe/adapter.py): of its mean, of its worst, of the last one. */
const SAID = 3;

/**
 * Reads rewrites with the adapter: each source once, its rewrites against that.
 * @returns for each request the logit of "right", up to a constant, in their order
 */
export async function judge(
  graph: Graph, pieces: Manifest['pieces'], requests: readonly ScoreRequest[], signal?: AbortSignal,
): Promise<number[]> {
  const results: number[] = [];
  for (const own of bySource(requests)) {
    const ids = [pieces.bos, ...(own[0] as Placed).source, pieces.sep];
    throwIfAborted(signal);
    const memory = await remembered(graph, ids);
    try {
      for (const pass of scoringPasses(own.map(sequenceOf))) {
        throwIfAborted(signal);
        const said = await read(graph, { memory, start: ids.length }, pass);
        pass.forEach(({ index }, i) => {
          const { tags, target } = requests[index] as ScoreRequest;
          results[index] = evidence(said(i).subarray((tags.length - 1) * SAID, (tags.length + target.length) * SAID));
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
  const found = new Map<string, Placed[]>();
  requests.forEach((request, index) => {
    const key = request.source.join();
    found.set(key, [...(found.get(key) ?? []), { ...request, index }]);
  });
  return found.values();
}

const sequenceOf = ({ index, tags, target }: Placed): ScoredSequence => ({
  index, ids: [...tags, ...target], prior: undefined, wanted: [],
});

/** The head tells nothing here, but the graph wants one position for it. */
const UNREAD = { select: new Int32Array(1), probes: new Int32Array(1) };

async function remembered(graph: Graph, ids: readonly number[]): Promise<Record<string, Tensor>> {
  const { kept } = await graph.read({ ids, rows: 1, length: ids.length, ...UNREAD, keep: true, judging: true });
  return Object.fromEntries(kept.map((tensor, i) => [`memory_${i}`, tensor]));
}

interface Source {
  readonly memory: Record<string, Tensor>;
  /** Its positions. */
  readonly start: number;
}

/** @returns what the positions of each row say, [length × 3] */
async function read(graph: Graph, { memory, start }: Source, pass: readonly ScoredSequence[]): Promise<(row: number) => Float32Array> {
  const length = Math.max(...pass.map(padded));
  const ids = new Int32Array(pass.length * length);
  pass.forEach((sequence, row) => { ids.set(sequence.ids, row * length); });
  const { judgement = new Float32Array() } = await graph.run(
    { ids, rows: pass.length, length, ...UNREAD, keep: false, judging: true },
    { start, bias: memoryBias(start, length), memory, pool: graph.blank.pool, slots: new Int32Array(pass.length) },
  );
  return (row) => judgement.subarray(row * length * SAID, (row + 1) * length * SAID);
}

/**
 * What the positions of a rewrite say, as one logit: the mean, less the evidence of the worst ones, and the last.
 * @param said [positions × 3]
 */
function evidence(said: Float32Array): number {
  const positions = said.length / SAID;
  const column = (c: number): Float32Array => said.filter((_, i) => i % SAID === c);
  const [means, objections] = [column(0), column(1)];
  const most = objections.reduce((a, b) => Math.max(a, b), -Infinity);
  const objection = most + Math.log(objections.reduce((sum, value) => sum + Math.exp(value - most), 0) / positions);
  return means.reduce((sum, value) => sum + value, 0) / positions - objection + (said.at(-1) ?? 0);
}
