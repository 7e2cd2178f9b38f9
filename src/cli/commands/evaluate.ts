import { createHash } from 'node:crypto';
import { createReadStream, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { type EvaluationItem, type EvaluationLine, type RawLine, readEvaluation } from '../../evaluation/corpora/evaluation-file.ts';
import { evaluationMarkdown } from '../../evaluation/corpora/evaluation-markdown.ts';
import { isJudgementTable, readJudgements } from '../../evaluation/corpora/judgements.ts';
import { OtherwiseError } from '../../errors.ts';
import { optionFields } from '../../options.ts';
import { Checkpoint } from '../checkpoint.ts';
import type { Command, CommandContext } from '../command.ts';
import { evaluationTables, evaluationTools, type OwnOutputs, type OwnSystem, type RunOptions, runSystems } from '../evaluation.ts';
import { checkFlags, parseFlagsAndRest } from '../flags.ts';
import { errorObject, readLines, write } from '../lines.ts';
import { type LoadedTools, loadTools } from '../tools.ts';

const { sets, free, samples, topK, temperature, seed, distance, beam, rounds } = optionFields;
const whole = v.pipe(v.number(), v.integer('must be a whole number.'), v.minValue(1, 'must be at least 1.'));
const flagSchema = v.strictObject({
  sets, free, samples, topK, temperature, seed, distance, beam, rounds,
  systems: v.optional(v.string(), 'parabank2,17,21,28,31,34'), judged: v.optional(v.string(), '17,34,35'),
  out: v.optional(v.string()), references: v.optional(whole), lengths: v.optional(v.string()),
  model: v.optional(v.string(), 'base'), threads: v.optional(v.pipe(whole, v.maxValue(64))), lines: v.optional(v.boolean()),
});
const kinds = {
  sets: 'number',
  free: 'number',
  samples: 'number',
  topK: 'number',
  temperature: 'number',
  seed: 'number',
  distance: 'number',
  beam: 'number',
  rounds: 'number',
  systems: 'string',
  judged: 'string',
  out: 'string',
  references: 'number',
  lengths: 'string',
  model: 'string',
  threads: 'number',
  lines: 'boolean',
} as const;

const help = `Usage: otherwise evaluate FILE [flags]

Runs our systems over a file of references and prints the papers' tables for them, with the outputs of other systems in the file beside them.

Flags
  --systems LIST     parabank2 (ranks 1-5) and numbers of ParaBank's systems (parabank2,17,21,28,31,34); none: the file's alone
  --out FOLDER       write table.md, table.json and rewrites.jsonl there; an interrupted run goes on where it stopped
  --references N     only the first N references
  --lengths LIST     only references of these lengths (the field length): 10,20
  --judged LIST      systems to take from ParaBank's table of judgements (17,34,35; 35 is ParaNMT)
  --model NAME, --threads N, --lines, --seed N, --sets N, --free N, --samples N, --top-k N, --temperature T, --distance 0..4, --beam N,
  --rounds N         as in paraphrase

FILE: TSV with a header, or JSON lines, with id, reference, optionally length and human:<column> (human score of a column's output); any
further columns are the outputs of other systems. Or ParaBank's table of judgements (ref_id, ref_len, systems, candidate, ...) as it is.
Lines that are none are told on stderr and in rewrites.jsonl (exit code 1). rewrites.jsonl: {"id", "reference", "rewrites": [{"system",
"texts": [best first]}]}.

Output: the tables in Markdown. table.json: {"rows": [{"system", "rank", "meaning", "human", "oneMinusBleu", "overlap", "treeEdit", "lengthRatio",
"copies", "n", ...}], "collective": [{"system", "ranks": [1, 5], "oneMinusBleu", "overlap", "treeEdit", ...}]}. A reference with fewer than five
rewrites repeats its last one; one with none, or to which a system is not applicable, is not in that row's n.
About half a minute a reference with the base model on one slow thread; --references 3 --systems parabank2 is a first look.
`;

/** `otherwise evaluate`: the papers' tables for our systems and those of a file. */
export const command: Command = {
  name: 'evaluate',
  summary: "the papers' tables for our systems over a file of references, with other systems beside them",
  help,
  async run(context) {
    const { flags: given, rest: [path] } = parseFlagsAndRest(context.args, kinds, 1);
    if (path === undefined) throw new OtherwiseError('bad-flag', 'Name the file of references: otherwise evaluate FILE.');
    const { systems: list, judged, out, references, lengths, model, threads, ...rest } = checkFlags(flagSchema, given);
    const options = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)) as RunOptions;
    const systems = parseSystems(list);
    const raw = await readFileLines(path);
    const all = readLinesOf(raw, numbers(judged, 'judged'), context);
    const chosen = choose(all, lengths === undefined ? undefined : numbers(lengths, 'lengths').map(Number), references);
    const tools = await loadTools(model, threads ?? Math.min(4, availableParallelism()));
    if (out !== undefined) makeFolder(out);
    const results = await runAll(
      chosen,
      systems,
      options,
      tools,
      context,
      out,
      createHash('sha256')
        .update(JSON.stringify([raw.map(({ text }) => text), list, judged, options]))
        .digest('hex'),
    );

    const done = results.flatMap(({ item, own }) => (item && own ? [{ item, own }] : []));
    const tables = evaluationTables(done.map(({ item }) => item), systems, done.map(({ own }) => own), evaluationTools(tools));
    const notes = [
      `${done.length} references, model ${tools.name} (${tools.hash.slice(0, 12)}), seed ${options.seed ?? 0}, options ${JSON.stringify(options)}.`,
    ];
    const markdown = evaluationMarkdown(tables.rows, tables.collective, notes);
    if (out !== undefined) {
      writeFileSync(join(out, 'table.md'), markdown);
      writeFileSync(
        join(out, 'table.json'),
        `${JSON.stringify({ references: done.length, model: tools.name, hash: tools.hash, seed: options.seed ?? 0, options, ...tables }, null, 1)}\n`,
      );
      writeFileSync(join(out, 'rewrites.jsonl'), results.map((result) => `${JSON.stringify(rewritesLine(result, systems))}\n`).join(''));
      rmSync(checkpointPath(out), { force: true });
    }
    await write(context, markdown);
    return results.some(({ error }) => error) ? 1 : 0;
  },
};

interface Result {
  readonly line: number;
  readonly item?: EvaluationItem;
  readonly own?: OwnOutputs;
  readonly error?: { code: string; message: string };
}

const checkpointPath = (out: string): string => join(out, 'unfinished.jsonl');

/** Runs the systems on every reference; what a checkpoint holds is taken from it. */
async function runAll(
  lines: readonly EvaluationLine[],
  systems: readonly OwnSystem[],
  options: RunOptions,
  tools: LoadedTools,
  context: CommandContext,
  out: string | undefined,
  identity: string,
): Promise<Result[]> {
  const checkpoint = out === undefined ? undefined : new Checkpoint(checkpointPath(out), [identity, tools.hash]);
  const results: Result[] = [];
  const began = Date.now();
  const total = lines.filter(({ item }) => item).length;
  let [count, fresh] = [0, 0];
  try {
    for (const { line, item, error } of lines) {
      if (!item) {
        results.push(report(context, line, error));
        continue;
      }
      const stored = checkpoint?.get(line);
      if (stored === undefined) fresh += 1;
      try {
        const own =
          stored === undefined
            ? await runSystems(item.reference, systems, options, tools, context.signal)
            : (JSON.parse(stored) as OwnOutputs);
        if (stored === undefined) checkpoint?.set(line, JSON.stringify(own));
        results.push({ line, item, own });
      } catch (cause) {
        if (context.signal.aborted) throw cause;
        results.push(report(context, line, cause));
      }
      count += 1;
      if (stored === undefined && systems.length > 0) progress(context, count, total, (Date.now() - began) / 1000 / fresh);
    }
  } finally {
    checkpoint?.close();
  }
  return results;
}

function progress(context: CommandContext, count: number, total: number, seconds: number): void {
  context.stderr.write(
    `${count} of ${total} references, ${seconds.toFixed(1)} s each, about ${Math.ceil((seconds * (total - count)) / 60)} min left\n`,
  );
}

function report(context: CommandContext, line: number, cause: unknown): Result {
  const error = errorObject(cause);
  context.stderr.write(`${JSON.stringify({ line, error })}\n`);
  return { line, error };
}

function rewritesLine({ line, item, own, error }: Result, systems: readonly OwnSystem[]): unknown {
  if (!item || !own) return { line, error };
  return { id: item.id, reference: item.reference, rewrites: systems.map((system, at) => ({ system, texts: own[at] ?? [] })) };
}

function readLinesOf(raw: readonly RawLine[], judged: readonly string[], context: CommandContext): EvaluationLine[] {
  if (!raw[0] || !isJudgementTable(raw[0].text)) return readEvaluation(raw);
  const { lines, withoutText } = readJudgements(raw, judged);
  if (withoutText > 0)
    context.stderr.write(`${withoutText} references of the table have no text of their own (system 0) and are left out\n`);
  return lines;
}

/** References of the wanted lengths, at most `most` of them, and the lines that are none before the last of these. */
function choose(lines: readonly EvaluationLine[], lengths: readonly number[] | undefined, most: number | undefined): EvaluationLine[] {
  if (lengths && lines.every(({ item }) => item?.length === undefined))
    throw new OtherwiseError('bad-flag', '--lengths needs a file with the column length.');
  const wanted = lines.filter(({ item }) => !item || !lengths || (item.length !== undefined && lengths.includes(item.length)));
  const last = most === undefined ? undefined : wanted.filter(({ item }) => item)[most - 1];
  return last ? wanted.slice(0, wanted.indexOf(last) + 1) : wanted;
}

/** `parabank2,17,34`, or `none`. @throws OtherwiseError `bad-flag` */
function parseSystems(list: string): OwnSystem[] {
  if (list.trim() === 'none') return [];
  const systems = list.split(',').map((name): OwnSystem => {
    const trimmed = name.trim();
    if (trimmed === 'parabank2') return trimmed;
    if (!/^\d{1,2}$/.test(trimmed) || Number(trimmed) < 1 || Number(trimmed) > 37)
      throw new OtherwiseError('bad-flag', `--systems takes parabank2 and numbers from 1 to 37, or none; not '${name}'.`);
    return Number(trimmed);
  });
  return [...new Set(systems)];
}

function numbers(list: string, flag: string): string[] {
  const found = list.split(',').map((one) => one.trim());
  if (!found.every((one) => /^\d+$/.test(one))) throw new OtherwiseError('bad-flag', `--${flag} takes numbers with commas, not '${list}'.`);
  return found;
}

async function readFileLines(path: string): Promise<RawLine[]> {
  try {
    const lines: RawLine[] = [];
    for await (const line of readLines(createReadStream(path))) lines.push(line);
    return lines;
  } catch (cause) {
    throw new OtherwiseError('file-unreadable', `${path} can't be read: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
}

function makeFolder(folder: string): void {
  try {
    if (!existsSync(folder)) mkdirSync(folder, { recursive: true });
  } catch (cause) {
    throw new OtherwiseError(
      'file-unreadable',
      `The folder ${folder} can't be made: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    );
  }
}
