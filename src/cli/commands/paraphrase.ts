import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { inKnownLanguage } from '../../core/known-language.ts';
import { type FlagKind, optionFields, optionFlags, overridden, type RequestOptions } from '../../core/options.ts';
import { Checkpoint } from '../checkpoint.ts';
import type { Command, CommandContext } from '../command.ts';
import { checkFields, checkFlags, parseFlags } from '../flags.ts';
import { executionHelp, loadingOf, modelFlagKinds, modelFlags, modelHelp } from '../model-flags.ts';
import { answerLines, type InputLine, parseObject, readLines } from '../lines.ts';
import { optionHelp } from '../options-text.ts';
import { askedText, inputHelp, paraphraseEntries } from '../requests.ts';
import { parseShard, shardRange } from '../shard.ts';
import { systemFlagKinds, systemFlags, systemHelp, systemTables } from '../system-tables.ts';
import { computedBy, Models } from '../tools.ts';

const model = v.optional(v.string());
const lines = v.optional(v.boolean());
const lineSchema = v.strictObject({ ...paraphraseEntries, model });
const flagSchema = v.strictObject({
  ...optionFields, lines, model, checkpoint: v.optional(v.string()), shard: v.optional(v.string()), ...modelFlags,
  ...systemFlags,
});
const flagKinds = {
  ...optionFlags, model: 'string', lines: 'boolean', checkpoint: 'string', shard: 'string', ...modelFlagKinds, ...systemFlagKinds,
} as const satisfies Record<string, FlagKind>;
type LineFields = v.InferOutput<typeof lineSchema>;
/** The options that flags give to every line. */
type Defaults = RequestOptions & Pick<LineFields, 'model' | 'lines'>;

const help = `Usage: otherwise paraphrase [flags] < sentences

Several rewrites of each line that keep its meaning and differ from it and from each other. A line that begins with { is a JSON request with
"text" and any of the options below as fields (topK for --top-k); any other line is a text. Answers are JSON lines in the same order.

Options (a line's own field wins)
${optionHelp()}
${modelHelp}
  --lines               keep each line as one unit instead of splitting it into sentences
${systemHelp}

Fields of a JSON request that no flag gives
${inputHelp}

Running
${executionHelp}
  --checkpoint FILE     keep finished lines; a resumed run prints the whole output again
  --shard i/n           the i-th of n contiguous parts of the input

Modes
  otherwise   samples of all sets, scored, judged by the estimator and chosen as a set. The default budget is fixed, whatever the machine:
              70 samples a round, 12 of them scored backward; up to 3 rounds, each nearer to the source, while the set is nearly empty, the
              third without random bans (but with --free 0). Places that only something probably wrong could fill stay empty; where
              nothing passes, the next best is shown and says so (up to 1.4 times the model's threshold). A --threshold is strict.
  parabank2   ParaBank 2: 5 sets of 30 samples, threshold 3.5, clusters around the source, the best of each other cluster. Without
              look-ahead a demand only keeps a sample from ending before it is met; samples that never meet it are counted as unmet.
  parabank    one of ParaBank's 37 systems: the hypotheses of the beam in the beam's order, as they were decoded. Systems 35 to 37 are
              decoded once for each word that has a substitute, highest IDF first, with n rewrites each.

Output: {"text", "rewrites": [{"text", "forward", "backward", "score", "right"?, "distance", "cluster"?, "meaning", "findings"?:
         [{"kind", "lost"?, "gained"?}], "doubted"?: {"kind", "lost"?, "gained"?}, "kept"?, "outside"?}], "doubtful"?: [as in "rewrites"],
         "outside"?, "unmet": [{"phrase", "reason"}], "constraints": [{"avoid", "require", "anchored"?}],
         "counts": {"sampled", "unfinished", "copies", "duplicates", "banned", "unmet", "invariants": {kind: n}, "unlikely",
         "aboveThreshold", "unscored", "accepted", "unique", "recombined"?}, "mode", "model", "seed", "runtime", "device"}
  forward and backward are nats per token, lower is better; right is how probably a reader calls it right, 0 to 1; meaning is 0 to 100;
  distance is 0 to 1; outside is the share of words of the text, or of a rewrite, that are not in the vocabulary, 0 to 1.
  sampled is the sum of the other counts except unique and recombined.`;

/** `otherwise paraphrase`: the pipeline on every line. */
export const command: Command = {
  name: 'paraphrase',
  summary: 'rewrites of each line, with bans and demands',
  help,
  async run(context) {
    const flags = checkFlags(flagSchema, parseFlags(context.args, flagKinds));
    const { checkpoint: checkpointPath, shard, threads, hub, dtype, runtime, device, idf, ppdb, ...defaults } = flags;
    const part = shard === undefined ? undefined : parseShard(shard);
    const tables = await systemTables({ idf, ppdb });
    const models = new Models(threads, loadingOf({ hub, dtype, runtime, device, tables }, context));
    const { engine } = await models.get(defaults.model ?? 'base');
    const answer = (line: string): Promise<unknown> => rewrite(requestOf(line), defaults, models, context);
    const answered = pace(context);
    if (checkpointPath === undefined && !part) return answerLines(context, answer, { answered });

    const all: InputLine[] = [];
    for await (const line of readLines(context.stdin)) all.push(line);
    const { from, to } = part ? shardRange(part, all.length) : { from: 0, to: all.length };
    const lines = all.slice(from, to);
    if (checkpointPath === undefined) return answerLines(context, answer, { lines, answered });
    const input = createHash('sha256').update(JSON.stringify(all.map((line) => line.error?.code ?? [line.text]))).digest('hex');
    const kept = new Checkpoint(checkpointPath, [input, JSON.stringify([defaults, shard ?? null]), ...computedBy(engine, tables)]);
    try {
      return await answerLines(context, answer, { lines, kept, answered });
    } finally {
      kept.close();
    }
  },
};

function requestOf(line: string): LineFields {
  return line.trimStart().startsWith('{') ? checkFields(lineSchema, parseObject(line)) : { text: line };
}

/** Rewrites a line; what it does not say for itself, flags say. */
async function rewrite(fields: LineFields, defaults: Defaults, models: Models, { signal }: CommandContext): Promise<unknown> {
  const { model: name = defaults.model ?? 'base', text, ...own } = fields;
  const { model: _model, lines: isOne, ...flags } = defaults;
  const { options, input } = askedText(own);
  const rewriter = await models.get(name);
  const asked = { ...overridden(flags, options), lines: input.lines ?? isOne };
  return inKnownLanguage(await rewriter.rewrite(text, asked, { signal, input }));
}

/** Tells every tenth line how long a line takes. */
function pace({ stderr }: CommandContext): (count: number) => void {
  const began = Date.now();
  return (count) => {
    if (count % 10 === 0) stderr.write(`${count} lines, ${((Date.now() - began) / 1000 / count).toFixed(1)} s a line\n`);
  };
}
