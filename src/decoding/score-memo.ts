import type { ScoreRequest, Scores, StepModel } from './step-model.ts';

/** Scores targets as its model does, each request once: a model's answer depends on the request alone. */
export class ScoreMemo implements Pick<StepModel, 'score'> {
  private readonly known = new Map<string, Scores>();

  constructor(private readonly model: Pick<StepModel, 'score'>) {}

  /** @returns one result a request, in their order @throws what the model throws */
  async score(requests: readonly ScoreRequest[], signal?: AbortSignal): Promise<Scores[]> {
    const unknown = new Map(requests.map((request) => [keyOf(request), request] as const).filter(([key]) => !this.known.has(key)));
    const scores = unknown.size > 0 ? await this.model.score([...unknown.values()], signal) : [];
    [...unknown.keys()].forEach((key, i) => this.known.set(key, scores[i] as Scores));
    return requests.map((request) => this.known.get(keyOf(request)) as Scores);
  }
}

const keyOf = ({ source, tags, target, prior }: ScoreRequest): string => [source, tags, target, prior === true].join(';');
