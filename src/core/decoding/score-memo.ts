import type { ScoreRequest, Scores, StepModel } from './step-model.ts';

/** The part of a model that scores and, where it has an adapter, reads rewrites. */
export type Reader = Pick<StepModel, 'score' | 'judge'>;
type Read<T> = (requests: readonly ScoreRequest[], signal?: AbortSignal) => Promise<T[]>;

/** Caches the scores and readings of a model, so that each request is computed once: the answer depends on the request alone. */
export class ScoreMemo implements Reader {
  /** Gives one result a request, in their order. @throws what the model throws */
  readonly score: Read<Scores>;
  readonly judge: Reader['judge'];

  constructor(model: Reader) {
    this.score = remembering((...args) => model.score(...args));
    const { judge } = model;
    this.judge = judge && remembering((...args) => judge(...args));
  }
}

/** The most answers that are cached, those of the last requests. */
const MOST = 4000;

function remembering<T>(read: Read<T>): Read<T> {
  const known = new Map<string, T>();
  return async (requests, signal) => {
    const unknown = new Map(requests.map((request) => [keyOf(request), request] as const).filter(([key]) => !known.has(key)));
    const answers = unknown.size > 0 ? await read([...unknown.values()], signal) : [];
    [...unknown.keys()].forEach((key, i) => known.set(key, answers[i] as T));
    const results = requests.map((request) => known.get(keyOf(request)) as T);
    for (const oldest of [...known.keys()].slice(0, Math.max(0, known.size - MOST))) known.delete(oldest);
    return results;
  };
}

const keyOf = ({ source, tags, target, prior }: ScoreRequest): string => [source, tags, target, prior === true].join(';');
