import { AvoidAutomaton } from '../constraints/avoid.ts';
import { OtherwiseError } from '../errors.ts';
import { Bans, checkForText } from './bans.ts';
import type { TokenConstraintSet, SampleRequest } from './sample-request.ts';
import { Steering } from './steering.ts';
import type { Memory, StepModel } from './step-model.ts';

/** A set of constraints, ready for sampling. */
export interface SetState {
  readonly bans: Bans;
  readonly steering: Steering | undefined;
  /** The index of the sequence of tags that it begins with. */
  readonly root: number;
}

/** The sets of a request, the different sequences of tags they begin with, and the most tokens of a sample. */
export interface SampleSets {
  readonly sets: readonly SetState[];
  readonly tags: readonly (readonly number[])[];
  readonly maxTokens: number;
}

/** Prepares the sets of a request. @throws OtherwiseError `bad-request` for a request that cannot be sampled */
export function sampleSets(request: SampleRequest, model: StepModel, memory: Memory): SampleSets {
  const { samples, text, expectedLength = memory.length } = request;
  if (!Number.isInteger(samples) || samples < 1)
    throw new OtherwiseError('bad-request', `Samples a set: ${samples}; it must be a whole number of at least 1.`);
  checkForText(request, request.sets.some((set) => set.require?.length));
  const maxTokens = Math.max(1, Math.min(request.maxTokens, model.maxPositions - memory.length - request.tags.length - 1));
  const tagsOf = ({ tags = request.tags }: TokenConstraintSet): readonly number[] => tags;
  const distinct = new Map(request.sets.map((set) => [tagsOf(set).join(), tagsOf(set)]));
  const sets = request.sets.map((set): SetState => ({
    root: [...distinct.keys()].indexOf(tagsOf(set).join()),
    bans: new Bans(new AvoidAutomaton(set.avoid, set.anchored), request, model.eos),
    steering: set.require?.length && text ? new Steering(set, { text, eos: model.eos, expectedLength, maxTokens }) : undefined,
  }));
  return { sets, tags: [...distinct.values()], maxTokens };
}
