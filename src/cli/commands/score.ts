import * as v from 'valibot';
import { type FlagKind, optionFlags, overridden } from '../../core/options.ts';
import { checkPair } from '../../core/pipeline/score.ts';
import type { Execution, PairScores, TextPair } from '../../core/protocol.ts';
import { batched } from '../batched.ts';
import type { Command } from '../command.ts';
import { checkFields, checkFlags, parseFlags } from '../flags.ts';
import { parseObject } from '../lines.ts';
import { executionHelp, loadingOf, modelFlagKinds, modelFlags, modelHelp } from '../model-flags.ts';
import { optionHelp } from '../options-text.ts';
import { pairOptions, scoreEntries } from '../requests.ts';
import { Models } from '../tools.ts';

const { source: _source, rewrite: _rewrite, foreign: _foreign, ...requestOptions } = scoreEntries;
const model = v.optional(v.string());
const lineSchema = v.strictObject({ ...scoreEntries, model });
const flagSchema = v.strictObject({ ...requestOptions, model, ...modelFlags });
const flagKinds: Record<string, FlagKind> = {
  ...Object.fromEntries(pairOptions.map((name) => [name, optionFlags[name]])), model: 'string', lines: 'boolean', ...modelFlagKinds,
};
/** Pairs read together. */
const BATCH = 16;

/** A checked line: its pair, and everything that must be the same for pairs of one batch. */
interface Asked {
  readonly pair: TextPair;
  readonly foreign: string | undefined;
  readonly options: Omit<v.InferOutput<typeof flagSchema>, keyof typeof modelFlags>;
}

/** `otherwise score`: how good any rewrites of any sources are. */
export const command: Command = {
  name: 'score',
  summary: 'how good rewrites of sources are: nats both ways, estimator, predicted meaning, findings',
  help: `Usage: otherwise score [flags] < pairs

The figures that paraphrase gives for the same pair: of the rewrite's own text, whoever wrote it. Texts of equally many sentences are read
sentence by sentence; sentences that are equal on both sides count for nothing.

Flags (a line's own field wins)
${optionHelp(pairOptions)}
${modelHelp}
  --lines               read each text as one unit instead of sentence by sentence
${executionHelp}

Input, a JSON object a line ("source" and "rewrite" are required; fields of the flags' names besides)
  {"source", "rewrite", "foreign"?}
  foreign: the source in the pivot language of a pair of translators (--model pair:<to pivot>,<back>), which takes the place of its
  translations: forward and backward are P(rewrite given foreign) and P(foreign given rewrite)

Output, a JSON object a line
  {"forward", "backward", "score", "right"?, "meaning", "distance", "findings": [{"kind", "lost"?, "gained"?}],
   "doubted"?: {"kind", "lost"?, "gained"?}, "runtime", "device"}
  forward and backward are nats per token, score is their sum, lower is better; right is how probably a reader calls the rewrite right, 0 to
  1, absent for a model without estimator; meaning is the predicted human judgement, 0 to 100; distance is 0 for the same words, 1 for none.
`,
  async run(context) {
    const { threads, hub, dtype, runtime, device, ...defaults } = checkFlags(flagSchema, parseFlags(context.args, flagKinds));
    const models = new Models(threads, loadingOf({ hub, dtype, runtime, device }, context));
    await models.get(defaults.model ?? 'base');
    const read = async (line: string): Promise<Asked> => {
      const { source, rewrite, foreign, ...own } = checkFields(lineSchema, parseObject(line));
      const options = overridden(defaults, own);
      const pair = [source, rewrite] as const;
      checkPair(pair, (await models.get(options.model ?? 'base')).tools, foreign);
      return { pair, foreign, options };
    };
    const answer = async (asked: readonly Asked[]): Promise<(PairScores & Execution)[]> => {
      const [first] = asked;
      if (!first) return [];
      const { model: name = 'base', ...given } = first.options;
      const rewriter = await models.get(name);
      const foreign = asked.map((one) => one.foreign);
      const scores = await rewriter.score(asked.map(({ pair }) => pair), given, { signal: context.signal, foreign });
      return scores.map((one) => ({ ...one, ...rewriter.engine.execution }));
    };
    return batched(context, { read, answer, most: BATCH, group: ({ options }) => JSON.stringify(options) });
  },
};
