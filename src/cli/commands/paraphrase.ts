import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import * as v from 'valibot';
import { OtherwiseError } from '../../errors.ts';
import { paraphraseText } from '../../pipeline/text.ts';
import { optionFields, settingsOf } from '../../options.ts';
import { Checkpoint } from '../checkpoint.ts';
import type { Command, CommandContext } from '../command.ts';
import { checkFields, checkFlags, parseFlags } from '../flags.ts';
import { errorObject, type InputLine, parseObject, readLines, write } from '../lines.ts';
import { parseShard, shardRange } from '../shard.ts';
import { type LoadedTools, loadTools } from '../tools.ts';

const lineOptions = { ...optionFields, model: v.optional(v.string()), lines: v.optional(v.boolean()), full: v.optional(v.boolean()) };
const lineSchema = v.strictObject({ text: v.string('must be a text.'), ...lineOptions });
const flagSchema = v.strictObject({
  ...lineOptions,
  checkpoint: v.optional(v.string()),
  shard: v.optional(v.string()),
  threads: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(64))),
});
type LineOptions = Omit<v.InferOutput<typeof lineSchema>, 'text'>;

/** Budget of --full: ParaBank 2's own numbers. */
const FULL = { sets: 5, samples: 30 };

const help = `Usage: otherwise paraphrase [flags] < sentences

Several rewrites of each line that keep its meaning and differ from it and from each other. A line that begins with { is a JSON request with
"text" and any of the options below as fields; any other line is a text. Answers are JSON lines in the same order.

Options (a line's own field wins)
  --avoid PHRASE        ban a word (with its inflections) or phrase; repeat for more
  --require PHRASE      demand a word or phrase as written; repeat for more
  --ordered             demands in the given order
  --no-inflections      ban single words as written only
  --system WHAT         parabank2 (default) or one of ParaBank's systems 1-37 (beam search)
  --n N                 rewrites (5)
  --sets N              random ban sets (5)       --samples N      samples a set (16)
  --free N              sets on top of these without random bans (2); with 0 all samples are drawn as ParaBank 2 draws them
  --full                ParaBank 2's budget: 5 sets of 30 samples, and as many samples in each set without bans
  --top-k N             pieces to draw from (10)  --temperature T  (0.55)
  --threshold NATS      highest forward + backward score per piece (the model's own)
  --diversity NATS      what sharing all words with another rewrite costs in the choice of n (1.5); 0 takes the best of each cluster but the
                        source's instead, as ParaBank 2 does
  --clusters N          these clusters, the source's included (8); given alone, they choose as with --diversity 0
  --p P                 chance of a content word to enter a random set (0.1)
  --distance 0..4       how different: 0 nearly the same words, 4 hardly a common word (1)
  --beam N              beam of systems 1-37 (12)
  --scored N            most candidates scored backward (two for nine rows, at least 24 and at most 48)
  --rounds N            most rounds of sampling; another one while there are fewer than n rewrites (3)
  --seed N              (0)
  --model NAME          base (default), tiny, or a folder with a manifest.json
  --lines               keep each line as one unit instead of splitting it into sentences

Running
  --threads N           WASM threads (the machine's, at most 4)
  --checkpoint FILE     keep finished lines; a resumed run prints the whole output again
  --shard i/n           the i-th of n contiguous parts of the input

The default budget is fixed, whatever the machine: 112 sampled rows a round, 25 of them scored; up to 3 rounds, each nearer to the
source, when fewer than n rewrites pass, the third without random bans (but with --free 0). What is then missing comes from up to 1.4 times the
model's threshold and from what the model doubts, with notes that say so. A --threshold is strict.
Output: {"text", "rewrites": [{"text", "forward", "backward", "score", "cluster", "notes"?}], "unmet": [{"phrase", "reason"}],
         "constraints": [{"avoid", "require"}], "counts": {"sampled", "unique", "accepted"}, "model", "seed"}`;

/** `otherwise paraphrase`: the pipeline on every line. */
export const command: Command = {
  name: 'paraphrase',
  summary: 'rewrites of each line, with bans and demands',
  help,
  async run(context) {
    const { checkpoint: checkpointPath, shard, threads, ...defaults } = flagsOf(context);
    const part = shard === undefined ? undefined : parseShard(shard);
    const models = new Models(threads ?? Math.min(4, availableParallelism()));
    const tools = await models.get(defaults.model ?? 'base');
    const answer = async (line: InputLine): Promise<unknown> => {
      if (line.error) throw line.error;
      const { text, ...own } = requestOf(line.text);
      return rewrite(text, { ...defaults, ...own }, models, context);
    };
    if (checkpointPath === undefined && !part) return stream(readLines(context.stdin), answer, context);

    const all: InputLine[] = [];
    for await (const line of readLines(context.stdin)) all.push(line);
    const { from, to } = part ? shardRange(part, all.length) : { from: 0, to: all.length };
    if (checkpointPath === undefined) return stream(all.slice(from, to), answer, context);
    const input = createHash('sha256').update(JSON.stringify(all.map((line) => line.error?.code ?? [line.text]))).digest('hex');
    const checkpoint = new Checkpoint(checkpointPath, [input, JSON.stringify([defaults, shard ?? null]), tools.hash]);
    try {
      return await stream(all.slice(from, to), answer, context, checkpoint);
    } finally {
      checkpoint.close();
    }
  },
};

function flagsOf(context: CommandContext): v.InferOutput<typeof flagSchema> {
  const { system, ...flags } = parseFlags(context.args, {
    avoid: 'list',
    require: 'list',
    system: 'string',
    n: 'number',
    sets: 'number',
    free: 'number',
    samples: 'number',
    topK: 'number',
    temperature: 'number',
    threshold: 'number',
    clusters: 'number',
    diversity: 'number',
    p: 'number',
    seed: 'number',
    distance: 'number',
    inflections: 'boolean',
    ordered: 'boolean',
    beam: 'number',
    scored: 'number',
    rounds: 'number',
    model: 'string',
    lines: 'boolean',
    full: 'boolean',
    checkpoint: 'string',
    shard: 'string',
    threads: 'number',
  });
  return checkFlags(flagSchema, {
    ...flags,
    ...(system !== undefined && { system: typeof system === 'string' && /^\d+$/.test(system) ? Number(system) : system }),
  });
}

function requestOf(line: string): LineOptions & { text: string } {
  return line.trimStart().startsWith('{') ? checkFields(lineSchema, parseObject(line)) : { text: line };
}

async function rewrite(text: string, options: LineOptions, models: Models, { signal }: CommandContext): Promise<unknown> {
  const { model, lines, full, ...rest } = options;
  const tools = await models.get(model ?? 'base');
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  const settings = settingsOf({ ...(full && FULL), ...given }, tools.threshold);
  return paraphraseText(text, { tools, settings, signal }, { lines: lines ?? false });
}

/** Models are loaded when first asked for and kept. */
class Models {
  private readonly loaded = new Map<string, Promise<LoadedTools>>();
  constructor(private readonly threads: number) {}
  get(name: string): Promise<LoadedTools> {
    const known = this.loaded.get(name) ?? loadTools(name, this.threads);
    this.loaded.set(name, known);
    return known;
  }
}

async function stream(
  lines: Iterable<InputLine> | AsyncIterable<InputLine>,
  answer: (line: InputLine) => Promise<unknown>,
  context: CommandContext,
  checkpoint?: Checkpoint,
): Promise<number> {
  let failed = false;
  const began = Date.now();
  let count = 0;
  for await (const line of lines) {
    let output = checkpoint?.get(line.number);
    if (output === undefined) {
      output = JSON.stringify(
        await answer(line).catch((cause: unknown) => {
          if (context.signal.aborted || (cause instanceof OtherwiseError && cause.code === 'aborted')) throw cause;
          return { error: errorObject(cause) };
        }),
      );
      checkpoint?.set(line.number, output);
    }
    failed ||= output.startsWith('{"error":');
    await write(context, `${output}\n`);
    count += 1;
    if (count % 10 === 0) context.stderr.write(`${count} lines, ${((Date.now() - began) / 1000 / count).toFixed(1)} s a line\n`);
  }
  return failed ? 1 : 0;
}
