import { toOtherwiseError } from '../../core/errors.ts';
import { median } from '../../core/metrics/histogram.ts';
import type { LoadingRewriter } from '../../engine/rewriter.ts';
import { sentences } from './sentences.ts';
import { type WordCount, LENGTHS, type BenchResult, type BenchFailure } from './table.ts';
import type { BenchTask } from './tasks.ts';

/** The host of a measurement: it makes a new engine for each task, which is disposed of afterwards. */
export interface BenchHost {
  create(): LoadingRewriter;
  /** Gives the milliseconds since an arbitrary moment. */
  now(): number;
  /** Hears how many of all sentences of the task are done; 0 while the model loads. */
  onProgress(task: BenchTask, done: number, all: number): void;
}

interface Taken {
  readonly first: number;
  readonly whole: number;
  readonly rows: number;
}

/** Makes a record with a value for each length. */
const byLength = <T>(valueOf: (length: WordCount) => T): Record<WordCount, T> =>
  Object.fromEntries(LENGTHS.map((length) => [length, valueOf(length)])) as Record<WordCount, T>;

/** Measures the rewriting of one sentence, in seconds. */
async function rewritten(engine: LoadingRewriter, text: string, now: () => number): Promise<Taken> {
  const began = now();
  let first: number | undefined;
  const { counts } = await engine.rewrite(text, {}, {
    onProgress: ({ kind }) => {
      if (kind === 'early') first ??= now() - began;
    },
  });
  const whole = now() - began;
  return { first: (first ?? whole) / 1000, whole: whole / 1000, rows: counts.sampled };
}

/** Measures a model on a device. A failure is returned, not thrown. */
export async function measure(task: BenchTask, { create, now, onProgress }: BenchHost): Promise<BenchResult | BenchFailure> {
  const all = LENGTHS.flatMap((length) => sentences[length]).length;
  let engine: LoadingRewriter | undefined;
  try {
    engine = create();
    onProgress(task, 0, all);
    const began = now();
    const { deviceName: name } = await engine.load(task.model, task.device);
    const load = (now() - began) / 1000;
    const taken = byLength((): Taken[] => []);
    let done = 0;
    for (const length of LENGTHS) {
      for (const text of sentences[length]) {
        taken[length].push(await rewritten(engine, text, now));
        onProgress(task, done += 1, all);
      }
    }
    const medianOf = (kind: keyof Taken, of: readonly Taken[]): number => median(of.map((one) => one[kind])) ?? NaN;
    const medians = (kind: keyof Taken): Record<WordCount, number> => byLength((length) => medianOf(kind, taken[length]));
    const rows = medianOf('rows', LENGTHS.flatMap((length) => taken[length]));
    return { ...task, name, load, first: medians('first'), whole: medians('whole'), rows, sentences: sentences[LENGTHS[0]].length };
  } catch (cause) {
    const { code, message } = toOtherwiseError(cause);
    return { ...task, failure: `${code}: ${message}` };
  } finally {
    await engine?.dispose();
  }
}
