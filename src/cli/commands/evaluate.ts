import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { OtherwiseError } from '../../core/errors.ts';
import type { EvaluationItem, EvaluationLine } from '../../lab/corpora/references.ts';
import { evaluationMarkdown } from '../../lab/tables/markdown.ts';
import { optionFields, optionFlags } from '../../core/options.ts';
import { type Checkpoint, checkpointIn, removeCheckpointIn } from '../checkpoint.ts';
import type { Command, CommandContext } from '../command.ts';
import {
  baselineOf, chosenSystems, type EvaluationRun, evaluationTables, type OwnOutputs, runSystems, type TableOptions, usualSystems,
} from '../evaluation.ts';
import { chosenReferences, lengthColumns, type Lengths, readFileLines, referencesOf, textsOf } from '../evaluation-input.ts';
import type { Column } from '../../lab/corpus/rows.ts';
import { columnOf } from '../corpus-input.ts';
import { asFlags, checkFlags, numberList, parseFlagsAndRest } from '../flags.ts';
import { makeFolder } from '../folder.ts';
import type { WantedExecution } from '../execution.ts';
import { errorObject, write } from '../lines.ts';
import { loadingOf, modelFlagKinds, modelFlags } from '../model-flags.ts';
import { settingsFor } from '../run-settings.ts';
import { systemFlagKinds, systemFlags, systemHelp, systemTables } from '../system-tables.ts';
import { computedBy, type Loading, loadTools } from '../tools.ts';
import { TreeFile, treeHelp } from '../tree-file.ts';

const whole = v.pipe(v.number(), v.integer('must be a whole number.'), v.minValue(1, 'must be at least 1.'));
const yes = v.optional(v.boolean(), false);
const flagSchema = v.strictObject({
  ...optionFields,
  systems: v.optional(v.string()),
  judged: v.optional(v.string(), '17,21,28,31,34,35'),
  out: v.optional(v.string()),
  references: v.optional(whole),
  lengths: v.optional(v.string()),
  foreignColumn: v.optional(v.string()),
  seeds: v.optional(v.string()),
  oracle: yes,
  texts: v.optional(v.string()),
  baseline: v.optional(v.string()),
  keepCase: yes,
  copies: v.optional(v.boolean(), true),
  lines: v.optional(v.boolean()),
  model: v.optional(v.string(), 'base'),
  trees: v.optional(v.string()),
  ...modelFlags,
  ...systemFlags,
});
const kinds = {
  ...optionFlags, systems: 'string', judged: 'string', out: 'string', references: 'number', lengths: 'string',
  foreignColumn: 'string', seeds: 'string',
  oracle: 'boolean', texts: 'string', baseline: 'string', keepCase: 'boolean', copies: 'boolean', lines: 'boolean',
  model: 'string', trees: 'string', ...modelFlagKinds, ...systemFlagKinds,
} as const;

/** The value of `--lengths` without a list. */
const ALL_LENGTHS = 'all';

const help = `Usage: otherwise evaluate FILE [flags]

Runs our systems over a file of references and prints the papers' tables for them, with the outputs of other systems in the
file beside them.

Flags
  --systems LIST     (${usualSystems.join(',')})
                     otherwise: our mode. parabank2: the steps of ParaBank 2. Numbers: ParaBank's systems.
                     backtranslate: ParaNMT's (with --model pair:<to pivot>,<back>). none: the file's alone
  --out FOLDER       write table.md, table.json and rewrites.jsonl there; an interrupted run goes on where it stopped
  --references N     only the first N references
  --lengths [LIST]   columns by length of the reference (the field length) as in ParaBank's Table 4; with a list (10,20) these lengths only
  --seeds LIST       run our systems once with each seed (0,1) and give the mean and half the range
  --oracle           rows for the outputs that people scored highest, in the middle and lowest (human:<column>), and for the ranks of
                     each of our systems that are predicted to be so, as nobody has judged them
  --baseline SYSTEM  a table of the gains over this system or column, per cent of its similarity, of its share without a flag
  --texts FILE       references by id, a line each (id, tab, text): for a table that lacks some, or in place of its own
  --keep-case        BLEU and unigram precision tell words that differ in case alone
  --no-copies        outputs with the words of the reference in its order count in no row, oracle or comparison
  --foreign-column NAME|N  the references in the pivot language, for a pair of translators: rewrites are decoded from them
  --judged LIST      systems to take from ParaBank's table of judgements (17,21,28,31,34,35; 35 is ParaNMT)
${treeHelp}
${systemHelp}
  --model, --hub, --dtype, --runtime, --device, --threads, --lines, and every option of paraphrase (paraphrase --help); the system's name
                     sets the mode, and --mode or --system without --systems takes the systems of that mode. n: 5 ranks, 1 of a
                     numbered system (of 35 to 37 the first decoding)

FILE: TSV with a header, or JSON lines, with id, reference, optionally length, human:<column> (human score of a column's output) and
flagged:<column> (1 where somebody flagged it); any further columns are the outputs of other systems. Or ParaBank's table of judgements
(ref_id, ref_len, systems, candidate, ...) as it is: a reference whose own text it lacks counts for what people say of its rewrites, and
every one of their ratings counts once.
Lines that are none are told on stderr and in rewrites.jsonl (exit code 1). rewrites.jsonl: {"id", "reference", "rewrites": [{"system",
"seed"?, "texts": [best first]}]}.

Output: the tables in Markdown. table.json: {"rows": [{"system", "rank", "meaning", "human", "flagged", "oneMinusBleu", "overlap",
"treeEdit", "lengthRatio", "copies", "n", "paragraphBleu", "unigramPrecision", "unigramHuman", "halfRange"?, "byLength"?: {length: ...,
"mean", "deviation"}, "gain"?, ...}], "collective":
[{"system", "ranks": [1, 5], "oneMinusBleu", "overlap", "treeEdit", ...}], "correlations": [{"measures", "spearman", "systems"}]}.
A reference with fewer rewrites than ranks repeats its last one; one with none, or to which a system is not applicable, is not in
that row's n. --references 3 --systems otherwise is a first look.
`;

/** `otherwise evaluate`: the papers' tables for our systems and those of a file. */
export const command: Command = {
  name: 'evaluate',
  summary: "the papers' tables for our systems over a file of references, with other systems beside them",
  help,
  async run(context) {
    const asked = askedOf(context.args);
    const { path, systems, seeds, options, judged, foreign, lengths, references, oracle, out, model, loading, ownTables } = asked;
    const raw = await readFileLines(path);
    const texts = asked.texts === undefined ? undefined : await textsOf(asked.texts, context);
    const all = asFlags(() => referencesOf(raw, { judged, foreign, texts: texts?.texts }, context));
    const chosen = chosenReferences(all, lengths, references);
    if (oracle && !all.some(({ item }) => item && item.human.size > 0) && !systems.some((one) => settingsFor(one, options, 0).n > 1))
      throw new OtherwiseError('bad-flag', '--oracle needs a system of ours with several ranks, or columns human:<column>.');
    const items = all.flatMap(({ item }) => item ?? []);
    const { baseline: named, ...measuring } = asked.measuring;
    const baseline = named === undefined ? undefined : baselineOf(named, systems, items);
    const trees = asked.trees === undefined ? undefined : await TreeFile.read(asked.trees);
    const own = await systemTables(ownTables);
    const tools = await loadTools(model, loading.threads, loadingOf({ ...loading, tables: own }, context));
    if (foreign !== undefined && !tools.pivot)
      throw new OtherwiseError('bad-flag', '--foreign-column needs a pair of translators: --model pair:<to pivot>,<back>.');
    const run: EvaluationRun = { systems, seeds, options, tools, trees, signal: context.signal };
    if (out !== undefined) makeFolder(out);
    const columns = foreign === undefined ? [] : [foreign];
    const input = JSON.stringify([raw.map(({ text }) => text), ...(texts ? [[...texts.texts]] : []), systems, seeds, judged,
      options, ...columns]);
    const checkpoint = out === undefined ? undefined : checkpointIn(out, [input, ...computedBy(tools, own)]);
    const results = await runAll(chosen, run, context, checkpoint);

    const done = results.flatMap(({ item, own }) => (item && own ? [{ item, own }] : []));
    const columnsByLength = lengthColumns(done.map(({ item }) => item), lengths);
    const tables = evaluationTables(done, run, { ...measuring, lengths: columnsByLength, oracle, baseline });
    trees?.report(context);
    const seed = seeds.join(', ');
    const { runtime, device } = tools.execution;
    const weights = `${tools.name} (${tools.hash.slice(0, 12)}) on ${runtime} ${device}`;
    const heading = `${done.length} references, model ${weights}, seed ${seed}, options ${JSON.stringify(options)}.`;
    const treeNote = trees ? ['', `Trees: those of ${asked.trees}, not of a shallow parser.`] : [];
    const copyNote = measuring.copies ? [] : ['', 'Outputs with the words of the reference in its order do not count.'];
    const markdown = evaluationMarkdown(tables, [heading, ...treeNote, ...copyNote]);
    if (out !== undefined) {
      const about = { references: done.length, model: tools.name, hash: tools.hash, seed: seeds[0], seeds, runtime, device, options };
      const report = { ...about, ...tables };
      writeFileSync(join(out, 'table.md'), markdown);
      writeFileSync(join(out, 'table.json'), `${JSON.stringify(report, null, 1)}\n`);
      writeFileSync(join(out, 'rewrites.jsonl'), results.map((result) => `${JSON.stringify(rewritesLine(result, run))}\n`).join(''));
      removeCheckpointIn(out);
    }
    await write(context, markdown);
    return results.some(({ error }) => error) || (texts?.errors.length ?? 0) > 0 ? 1 : 0;
  },
};

interface Asked extends Pick<EvaluationRun, 'systems' | 'seeds' | 'options'>, Pick<TableOptions, 'oracle'> {
  readonly path: string;
  readonly judged: readonly string[];
  readonly foreign: Column | undefined;
  readonly lengths: Lengths;
  readonly references: number | undefined;
  readonly texts: string | undefined;
  readonly measuring: Pick<TableOptions, 'baseline' | 'keepCase' | 'copies'>;
  readonly out: string | undefined;
  readonly model: string;
  readonly loading: Pick<Loading, 'hub' | 'dtype'> & WantedExecution;
  /** Files of tables of one's own, and of trees. */
  readonly ownTables: { readonly idf: string | undefined; readonly ppdb: string | undefined };
  readonly trees: string | undefined;
}

/** Reads the arguments. @throws OtherwiseError `bad-flag`, `unknown-flag` */
function askedOf(args: readonly string[]): Asked {
  // A list is optional behind --lengths, which parseArgs does not know.
  const given = args.map((arg, at) => (arg === '--lengths' && !/^[\d,\s]+$/.test(args[at + 1] ?? '') ? `${arg}=${ALL_LENGTHS}` : arg));
  const { flags: parsed, rest: [path] } = parseFlagsAndRest(given, kinds, 1);
  if (path === undefined) throw new OtherwiseError('bad-flag', 'Name the file of references: otherwise evaluate FILE.');
  const named = parsed['system'];
  const flags = checkFlags(flagSchema, { ...parsed, ...(/^\d+$/.test(String(named)) && { system: Number(named) }) });
  const { systems: list, judged, foreignColumn, out, references, lengths, seeds, oracle, model, seed, mode, system, ...most } = flags;
  const { texts, baseline, keepCase, copies, trees, idf, ppdb, ...others } = most;
  const { threads, hub, dtype, runtime, device, ...rest } = others;
  if (seeds !== undefined && seed !== undefined) throw new OtherwiseError('bad-flag', 'Give --seed or --seeds, not both.');
  const options = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  const systems = chosenSystems(list, { mode, system });
  for (const one of systems) asFlags(() => settingsFor(one, options, 0));
  return {
    path, systems, options, oracle, references, texts, out, model, trees, measuring: { baseline, keepCase, copies },
    loading: { threads, hub, dtype, runtime, device }, ownTables: { idf, ppdb },
    seeds: seeds === undefined ? [seed ?? 0] : numberList(seeds, 'seeds').map(Number),
    judged: numberList(judged, 'judged'),
    foreign: foreignColumn === undefined ? undefined : columnOf(foreignColumn),
    lengths: lengths === undefined || lengths === ALL_LENGTHS ? lengths : numberList(lengths, 'lengths').map(Number),
  };
}

interface Result {
  readonly line: number;
  readonly item?: EvaluationItem;
  readonly own?: OwnOutputs;
  readonly error?: { code: string; message: string };
}

/** Runs the systems on every reference; what a checkpoint holds is taken from it. */
async function runAll(
  lines: readonly EvaluationLine[],
  run: EvaluationRun,
  context: CommandContext,
  checkpoint: Checkpoint | undefined,
): Promise<Result[]> {
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
        const own = stored === undefined ? await runSystems(item, run) : (JSON.parse(stored) as OwnOutputs);
        if (stored === undefined) checkpoint?.set(line, JSON.stringify(own));
        results.push({ line, item, own });
      } catch (cause) {
        if (context.signal.aborted) throw cause;
        results.push(report(context, line, cause));
      }
      count += 1;
      if (stored === undefined && run.systems.length > 0) progress(context, count, total, (Date.now() - began) / 1000 / fresh);
    }
  } finally {
    checkpoint?.close();
  }
  return results;
}

function progress(context: CommandContext, count: number, total: number, seconds: number): void {
  const left = Math.ceil((seconds * (total - count)) / 60);
  context.stderr.write(`${count} of ${total} references, ${seconds.toFixed(1)} s each, about ${left} min left\n`);
}

function report(context: CommandContext, line: number, cause: unknown): Result {
  const error = errorObject(cause);
  context.stderr.write(`${JSON.stringify({ line, error })}\n`);
  return { line, error };
}

function rewritesLine({ line, item, own, error }: Result, { systems, seeds, tools: { execution } }: EvaluationRun): unknown {
  if (!item || !own) return { line, error };
  const rewrites = systems.flatMap((system, at) =>
    seeds.map((seed, run) => ({ system, ...(seeds.length > 1 && { seed }), texts: own[run]?.[at] ?? [] })),
  );
  return { id: item.id, reference: item.reference, rewrites, ...execution };
}
