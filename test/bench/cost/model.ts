import type { Manifest } from '../../../src/engine/files/manifest.ts';
import { architectureFlop, stepTraffic } from './flop.ts';

/** A sentence and what is done with it, in pieces and rows. */
export interface Scenario {
  /** Pieces of the sentence and of a rewrite. */
  readonly pieces: number;
  /** Rows of a full step, rows sampled, candidates judged, and scored backward. */
  readonly step: number;
  readonly sampled: number;
  readonly judged: number;
  readonly scored: number;
}

/** The scenario of a sentence of twelve words with the default options of the command line. */
export const USUAL: Scenario = { pieces: 16, step: 150, sampled: 84, judged: 24, scored: 12 };
/** Marks around a source and the tags behind it. */
const MARKS = 2;
const TAGS = 3;

/** Work of a part of a request: multiplications and additions, and bytes that are moved at least. */
export interface Work {
  readonly part: string;
  readonly flop: number;
  readonly bytes: number;
}

/** Gives the work of a model's parts, each pass of the graph by itself, then a sentence. */
export function workOf(manifest: Manifest, form: 'int8' | 'blocks', scenario: Scenario = USUAL): Work[] {
  const { pieces, step, sampled, scored } = scenario;
  const { hidden, adapter } = manifest.architecture;
  const source = pieces + MARKS;
  const whole = source + TAGS + pieces;
  const stepWork = (rows: number): Omit<Work, 'part'> => {
    const { weights, past, logits } = stepTraffic(manifest, form, { rows, source, own: pieces / 2 });
    const flop = architectureFlop(manifest, { positions: rows, heads: rows, seen: source + pieces / 2 });
    return { flop, bytes: weights + past + logits };
  };
  const pass = (positions: number, heads: number, seen: number): Omit<Work, 'part'> =>
    ({ flop: architectureFlop(manifest, { positions, heads, seen }), bytes: manifest.graphs[form].externalBytes });
  const encode = { part: 'encode the sentence', ...pass(source, 1, source / 2) };
  const candidate = { part: 'score a candidate', ...pass(whole, pieces + 1, whole / 2) };
  // Behind the source, up to the adapter's end, and as if no two began alike.
  const judging = { positions: TAGS + pieces, heads: 1, seen: source + pieces / 2, layers: adapter?.high ?? 0 };
  const judged = { part: 'judge a candidate', flop: architectureFlop(manifest, judging), bytes: manifest.graphs[form].externalBytes };
  // Two probes of one layer's state at each piece.
  const estimate = { part: 'estimate a candidate (probes)', flop: 2 * 2 * hidden * pieces, bytes: 2 * 4 * hidden };
  const sampling = stepWork(sampled);
  const sentence: Work = {
    part: `a sentence: ${sampled} rows sampled, ${adapter ? `${scenario.judged} judged, ` : ''}${scored} scored`,
    flop: encode.flop + pieces * sampling.flop + scored * candidate.flop + (adapter ? scenario.judged * judged.flop : 0),
    bytes: encode.bytes + pieces * sampling.bytes + (adapter ? 2 : 1) * candidate.bytes,
  };
  return [
    encode, { part: 'a step of 1 row', ...stepWork(1) }, { part: `a step of ${step} rows`, ...stepWork(step) },
    candidate, ...(adapter ? [judged] : []), estimate, sentence,
  ];
}

/** The most that a device can do. */
export interface Limits {
  readonly name: string;
  /** GFLOP/s of matrix products, and GB/s of memory. */
  readonly gflops: number;
  readonly gigabytes: number;
  /** Microseconds that each dispatch costs at least; none on a processor. */
  readonly dispatch: number;
}

/** Graphics cards by their makers' data sheets (32-bit floats), a dispatch at five microseconds. */
export const CARDS: readonly Limits[] = [
  { name: 'integrated (2 TFLOP/s, 68 GB/s)', gflops: 2000, gigabytes: 68, dispatch: 5 },
  { name: 'laptop, shared memory (3.6 TFLOP/s, 100 GB/s)', gflops: 3600, gigabytes: 100, dispatch: 5 },
  { name: 'discrete (29 TFLOP/s, 504 GB/s)', gflops: 29_000, gigabytes: 504, dispatch: 5 },
];

/** The least time of some work, milliseconds, and what it is bound by. */
export interface Bound {
  readonly milliseconds: number;
  readonly by: 'products' | 'memory' | 'dispatches';
}

/** Gives the bound of some work on a device: the largest of three times, each as if the others were free. */
export function boundOf({ flop, bytes }: Pick<Work, 'flop' | 'bytes'>, limits: Limits, dispatches = 0): Bound {
  const times = {
    products: flop / limits.gflops / 1e6, memory: bytes / limits.gigabytes / 1e6, dispatches: (dispatches * limits.dispatch) / 1000,
  };
  const by = (['products', 'memory', 'dispatches'] as const).reduce((a, b) => (times[b] > times[a] ? b : a));
  return { milliseconds: times[by], by };
}
