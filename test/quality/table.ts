import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { checkpointIn, removeCheckpointIn } from '../../src/cli/checkpoint.ts';
import type { CommandContext } from '../../src/cli/command.ts';
import { asFlags, checkFlags, parseFlags } from '../../src/cli/flags.ts';
import { makeFolder } from '../../src/cli/folder.ts';
import { errorObject, write } from '../../src/cli/lines.ts';
import { executionFlagKinds, executionFlags, loadingOf } from '../../src/cli/model-flags.ts';
import { computedBy, type LoadedTools, loadTools } from '../../src/cli/tools.ts';
import { OtherwiseError } from '../../src/core/errors.ts';
import { MOST_EXPECTED } from '../../src/core/metrics/distinct.ts';
import { qualityMarkdown, type QualityRecord, qualityRows } from '../../src/lab/tables/quality.ts';
import { optionFields, optionFlags, type RequestOptions, settingsOf } from '../../src/core/options.ts';
import { paraphraseText } from '../../src/core/pipeline/text.ts';
import type { ParaphraseResult } from '../../src/core/protocol.ts';
import { GrammarChecker } from './grammar.ts';
import {
  fixedSentences, freshSentences, referenceFields, referenceKinds, references, type Source, type Wanted, wantedOf,
} from './sources.ts';

const whole = v.pipe(v.number(), v.integer('must be a whole number.'), v.minValue(1, 'must be at least 1.'));
const paths = v.optional(v.array(v.string()), []);

const schema = v.strictObject({
  ...optionFields, ...referenceFields, model: v.optional(v.string(), 'base'), ...executionFlags,
  lines: v.optional(v.boolean(), false), sentences: paths, register: paths, most: v.optional(whole), out: v.optional(v.string()),
  json: v.optional(v.boolean(), false),
});
const kinds = {
  ...optionFlags, ...referenceKinds, model: 'string', ...executionFlagKinds, lines: 'boolean', sentences: 'list', register: 'list',
  most: 'number', out: 'string', json: 'boolean',
} as const;
type Flags = v.InferOutput<typeof schema>;

/** The result of a sentence: its place in the table, and the answer of `paraphrase`. */
interface Done {
  readonly record: QualityRecord;
  readonly result: ParaphraseResult;
}

/** Rewrites all sentences asked for and prints the table. @returns the exit code */
export async function runTable(context: CommandContext): Promise<number> {
  const flags = checkedFlags(context);
  const { model, threads, lines, out, json } = flags;
  const options = optionsOf(flags);
  const wanted = wantedOf(flags);
  const sources = await sourcesOf(flags, wanted, context);
  const tools = await loadTools(model, threads, loadingOf(flags, context));
  const run: Run = { tools, options, lines, grammar: new GrammarChecker(), context };
  if (out !== undefined) makeFolder(out);
  const results = await rewriteAll(sources, run, out);
  await run.grammar.dispose();
  const done = results.filter((one) => one !== undefined);
  const rows = qualityRows(done.map(({ record }) => record));
  const part = wanted?.part ?? null;
  const { runtime, device } = tools.execution;
  const weights = `${tools.name} (${tools.hash.slice(0, 12)}) on ${runtime} ${device}`;
  const about = `Model ${weights}, options ${JSON.stringify(options)}, references: ${part ?? 'none'}.`;
  const markdown = qualityMarkdown(rows, [about]);
  const report = `${JSON.stringify({ model: tools.name, hash: tools.hash, ...tools.execution, options, part, rows }, null, 1)}\n`;
  if (out !== undefined) {
    writeFileSync(join(out, 'table.md'), markdown);
    writeFileSync(join(out, 'table.json'), report);
    writeFileSync(join(out, 'rewrites.jsonl'), done.map(({ result }) => `${JSON.stringify(result)}\n`).join(''));
    removeCheckpointIn(out);
  }
  await write(context, json ? report : markdown);
  return done.length < sources.length ? 1 : 0;
}

/** @throws OtherwiseError `bad-flag`, `unknown-flag`, before anything is loaded */
function checkedFlags({ args }: CommandContext): Flags {
  const parsed = parseFlags(args, kinds);
  const flags = checkFlags(schema, parsed);
  const { n } = asFlags(() => settingsOf(flags, 0));
  if (n > MOST_EXPECTED) throw new OtherwiseError('bad-flag', `--n: the table takes sets of at most ${MOST_EXPECTED} rewrites.`);
  return flags;
}

/** The options of `paraphrase` that were given. */
const optionsOf = (flags: Flags): RequestOptions =>
  Object.fromEntries(Object.entries(flags).filter(([name, value]) => name in optionFlags && value !== undefined));

type Asked = Pick<Flags, 'sentences' | 'register' | 'most'>;

/** Gives the sentences that are to be rewritten, at most so many of each group. */
async function sourcesOf({ sentences, register, most }: Asked, wanted: Wanted | undefined, context: CommandContext): Promise<Source[]> {
  const items = wanted ? await references(wanted, context) : [];
  const groups = [await fixedSentences(register), items.map(({ reference }): Source => ({ group: 'references', text: reference }))];
  for (const file of sentences) groups.push(await freshSentences(file));
  const all = groups.flat();
  const found = [...new Set(all.map(({ group }) => group))].flatMap((name) => all.filter(({ group }) => group === name).slice(0, most));
  if (found.length === 0) throw new OtherwiseError('bad-flag', 'There is nothing to rewrite: name registers, references or sentences.');
  return found;
}

interface Run {
  readonly tools: LoadedTools;
  readonly options: RequestOptions;
  readonly lines: boolean;
  readonly grammar: GrammarChecker;
  readonly context: CommandContext;
}

/** Rewrites the sources; undefined, with the reason on stderr, for one that can't be. With a folder, finished ones are kept there. */
async function rewriteAll(sources: readonly Source[], run: Run, out: string | undefined): Promise<(Done | undefined)[]> {
  const { tools, options, lines, context } = run;
  const checkpoint = out === undefined ? undefined : checkpointIn(out, [JSON.stringify([sources, options, lines]), ...computedBy(tools)]);
  const results: (Done | undefined)[] = [];
  try {
    for (const [at, source] of sources.entries()) {
      const stored = checkpoint?.get(at);
      const done = stored === undefined ? await rewrite(source, run) : (JSON.parse(stored) as Done);
      if (stored === undefined && done !== undefined) checkpoint?.set(at, JSON.stringify(done));
      results.push(done);
      context.stderr.write(`${at + 1} of ${sources.length}, ${source.group}: ${done?.record.seconds.toFixed(1) ?? '–'} s\n`);
    }
  } finally {
    checkpoint?.close();
  }
  return results;
}

async function rewrite({ group, text }: Source, { tools, options, lines, grammar, context }: Run): Promise<Done | undefined> {
  try {
    const began = performance.now();
    const request = { tools, settings: settingsOf(options, tools.threshold), signal: context.signal };
    const result = await paraphraseText(text, request, { lines });
    const seconds = (performance.now() - began) / 1000;
    const rewrites = result.rewrites.map(({ text: own, right }) => ({ text: own, right }));
    const [sourceAlarms, rewriteAlarms] = [await grammar.alarms([text]), await grammar.alarms(rewrites.map((one) => one.text))];
    return { record: { group, source: text, rewrites, sourceAlarms, rewriteAlarms, seconds }, result };
  } catch (cause) {
    if (context.signal.aborted) throw cause;
    context.stderr.write(`${JSON.stringify({ text, error: errorObject(cause) })}\n`);
    return undefined;
  }
}
