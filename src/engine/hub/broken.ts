import { OtherwiseError, toOtherwiseError } from '../../core/errors.ts';
import type { HubListing } from '../files/hub/hub-files.ts';
import { type Dtype, dtypes } from '../model/loaded.ts';
import { type Export, exportOf } from './exports.ts';

/** The facts about a model whose export fails. */
export interface Tried {
  readonly name: string;
  readonly listing: HubListing;
  readonly chosen: Export;
}

/**
 * onnxruntime since 1.25 wants the weights of a quantised product in the branch that uses them; merged decoders have them outside of both
 * (microsoft/onnxruntime#28306).
 */
const OUTSIDE_BRANCH = /TransposeDQWeightsForMatMulNBits|Missing required (?:scale|weight|zero)/u;
const UNKNOWN_OPERATOR = /(?:not implemented|could not find an implementation|not a registered function|NOT_IMPLEMENTED)/iu;

/** Says why an export could not be loaded, and what to choose instead. */
export function loadingFailure(cause: unknown, tried: Tried): OtherwiseError {
  const failure = toOtherwiseError(cause);
  const { name, chosen: { dtype } } = tried;
  if (failure.code !== 'runtime') return failure;
  if (OUTSIDE_BRANCH.test(failure.message))
    return unsupported(`The ${dtype} export of ${name} is one that onnxruntime can’t load any more: its decoder keeps quantised weights ` +
      `outside of the branches that use them. ${instead(tried)}`, cause);
  if (UNKNOWN_OPERATOR.test(failure.message))
    return unsupported(`The ${dtype} export of ${name} uses an operator that this runtime does not have (${failure.message}). ` +
      instead(tried), cause);
  return unsupported(`The ${dtype} export of ${name} can’t be loaded: ${failure.message} ${instead(tried)}`, cause);
}

const unsupported = (message: string, cause?: unknown): OtherwiseError => new OtherwiseError('model-unsupported', message, { cause });

/** Returns the error for a model that computes no numbers: 16 bits hold none above 65,504, which T5's layers reach. */
export function notNumbers(tried: Tried): OtherwiseError {
  const is16 = tried.chosen.dtype === 'fp16' || tried.chosen.dtype === 'q4f16';
  return unsupported(`The ${tried.chosen.dtype} export of ${tried.name} computes no numbers` +
    `${is16 ? ': its layers exceed what 16 bits hold, as those of T5 do' : ''}. ${instead(tried)}`);
}

/** Returns the error for a model whose steps differ from its reading of a whole text. @param distance of two probabilities */
export const wrongSteps = (tried: Tried, distance: number): OtherwiseError =>
  unsupported(`The ${tried.chosen.dtype} export of ${tried.name} says other things step by step than of a whole text (probabilities ` +
    `off by ${distance.toFixed(3)}): its past is broken. ${instead(tried)}`);

/** The other exports of a model, those first that are known to load. */
function instead({ listing: { files }, chosen }: Tried): string {
  const others = dtypes.filter((dtype) => dtype !== chosen.dtype && exportOf(files, chosen.kind !== 'causal', dtype));
  const order: readonly Dtype[] = ['fp32', 'q4', 'q8'];
  const [best] = [...order.filter((dtype) => others.includes(dtype)), ...others];
  return best === undefined ? 'There is no other export of it: choose another model.' : `Choose ${best} instead (of ${others.join(', ')}).`;
}
