import { resolve } from 'node:path';
import * as v from 'valibot';
import { type CorpusForm, corpusForms, corpusHeader, corpusLines, type MoreColumns } from '../../lab/corpus/forms.ts';
import type { Column, ReadRow, RowKind } from '../../lab/corpus/rows.ts';
import { parseSystems } from '../../lab/corpus/systems.ts';
import { OtherwiseError } from '../../core/errors.ts';
import { type FlagKind, optionFields, optionFlags, type OptionName, options } from '../../core/options.ts';
import { Checkpoint } from '../checkpoint.ts';
import type { Command, CommandContext } from '../command.ts';
import { columnOf, type CorpusInput, inputFlags, inputKinds, openCorpus } from '../corpus-input.ts';
import type { RowMaker } from '../corpus-maker.ts';
import { coresHelp, openMakers } from '../corpus-makers.ts';
import { openSink } from '../corpus-output.ts';
import { rowFields, type RowReading, type SourceRow } from '../corpus-row.ts';
import { CorpusReport, type RowResult, type RowOutcome } from '../corpus-report.ts';
import { asFlags, checkFlags, parseFlagsAndRest } from '../flags.ts';
import { inOrder } from '../in-order.ts';
import { modelFlagKinds, modelFlags, runtimeHelp } from '../model-flags.ts';
import { optionHelp } from '../options-text.ts';
import { parseShard, shardRange } from '../shard.ts';
import { systemFlagKinds, systemFlags, systemHelp } from '../system-tables.ts';

const { mode: _mode, system: _system, ...ownFields } = optionFields;
const { mode: _modeFlag, system: _systemFlag, ...ownFlags } = optionFlags;
const ownOptions = (Object.keys(options) as OptionName[]).filter((name) => name !== 'mode' && name !== 'system');

const words = v.pipe(v.number(), v.integer('must be a whole number.'), v.minValue(1, 'must be at least 1.'));
const nats = v.pipe(v.number(), v.minValue(0, 'must not be negative.'));
const percent = v.pipe(v.number(), v.minValue(0, 'must be at least 0.'), v.maxValue(100, 'must be at most 100.'));
const filterFields = {
  minLength: v.optional(words), maxLength: v.optional(words), maxOverlap: v.optional(percent), maxScore: v.optional(nats),
  maxCrossEntropy: v.optional(nats), minMeaning: v.optional(percent), copies: v.optional(v.boolean()),
};
const MOST_AT_A_TIME = 64;
const flagSchema = v.strictObject({
  ...ownFields, ...filterFields,
  systems: v.optional(v.string(), 'otherwise'),
  format: v.optional(v.picklist(inputKinds, `must be one of ${inputKinds.join(', ')}.`)),
  header: v.optional(v.boolean()),
  column: v.optional(v.string()),
  id: v.optional(v.string()),
  foreignColumn: v.optional(v.string()),
  brackets: v.optional(v.boolean(), false),
  to: v.optional(v.picklist(corpusForms, `must be one of ${corpusForms.join(', ')}.`), 'jsonl'),
  out: v.optional(v.string()),
  model: v.optional(v.string(), 'base'),
  lines: v.optional(v.boolean(), false),
  batch: v.optional(v.pipe(words, v.maxValue(MOST_AT_A_TIME, `must be at most ${MOST_AT_A_TIME}.`)), 8),
  ...modelFlags,
  ...systemFlags,
  checkpoint: v.optional(v.string()),
  shard: v.optional(v.string()),
});
type Asked = v.InferOutput<typeof flagSchema>;
const flagKinds = {
  ...ownFlags, ...inputFlags, systems: 'string', column: 'string', id: 'string', foreignColumn: 'string', brackets: 'boolean',
  to: 'string', out: 'string', model: 'string', lines: 'boolean', batch: 'number', ...modelFlagKinds, ...systemFlagKinds,
  checkpoint: 'string', shard: 'string',
  minLength: 'number', maxLength: 'number',
  maxOverlap: 'number', maxScore: 'number', maxCrossEntropy: 'number', minMeaning: 'number', copies: 'boolean',
} as const satisfies Record<string, FlagKind>;

const help = `Usage: otherwise corpus [FILE] [--systems LIST] [flags]

A corpus of rewrites from a file of sentences, or from standard input: every system on every row, equal outputs merged with the list of
the systems that made them (ParaBank's form), filtered, stamped with the hash of the model and the seed.

Input
  --format ${inputKinds.join('|')}   a text a line; columns with tabs between them, no quoting; a JSON object a line
                          (by the file's ending, else by its first line)
  --[no-]header           whether the first line of a TSV names its columns (on when a column is chosen by name)
  --column NAME|N         the column of the texts: a name, or a number from 1 (tsv 1; jsonl text)
  --id NAME|N             a column whose value goes along as id
  --foreign-column NAME|N the text in the pivot language, for a pair of translators: rewrites are decoded from it (a bitext)
  --brackets              brackets in the text mark what stays letter for letter: [Ada](person) met [Charles]. \\[ is a bracket
A row's own avoid and require (lists; in a TSV with bars between the phrases), keep ([[start, end, label?], …] in code points) and foreign
count for it. All other columns go along. A field that is an option of the whole run, or that the output has for something else, is an
error of its row.
A row that is none (bad JSON, invalid UTF-8, a missing column, over 1 MB) or that can't be rewritten is told on stderr with its line,
from 1, and left out (exit code 1).

Systems
  --systems LIST          ${['otherwise', 'parabank2', 'backtranslate', '1 … 37'].join(', ')}, with commas (otherwise)
  --model NAME            base (default), small, tiny, a model of a hub (--hub URL, --dtype NAME) or folder, or a pair of translators,
                          pair:<to pivot>,<back>, with which backtranslate is a system too
  --lines                 keep each row as one unit instead of splitting it into sentences
${systemHelp}
Rewrites of a system come best first; --n says how many (5; numbered systems 1).

Filters, all limits included; a rewrite without the figure is left out
  --min-length N, --max-length N   words of either side
  --max-overlap 0..100             ∩/∪ of the model's tokens with the source (ParaBank 2 §3.7: 70)
  --max-score NATS                 forward + backward per token (ParaBank 2: 3.5)
  --max-cross-entropy NATS         dual conditional cross-entropy with the source, |forward − backward| + (forward + backward) / 2
  --min-meaning 0..100             predicted human similarity
  --no-copies                      leave out what has the words of the source in its order

Running
${runtimeHelp}
${coresHelp}
  --batch N               rows at a time, divided among the workers (8); those of one worker share the passes that score and judge, and
                          all systems of a row share its steps too. The output does not depend on it
  --checkpoint FILE       keep finished rows; a resumed run writes the whole output again
  --shard i/n             the i-th of n contiguous parts of the rows; outputs one after the other are the whole
  --to ${corpusForms.join('|')}         form of the output (jsonl)
  --out FILE              write there instead of to stdout; when the disk is full the file ends with the last whole row

Options of every system (as in paraphrase)
${optionHelp(ownOptions)}

Output: jsonl {"line", "id"?, other columns, "source", "keep"?, "outside"?, "rewrites": [{"text", "forward", "backward", "score",
        "right"?, "distance", "overlap", "meaning", "kept"?: [{"start", "end", "label"?}], "outside"?,
        "systems": [{"system", "rank"}], "crossEntropy"}], "dropped": {filter: n}, "unmet"?: [{"system", "phrase", "reason"}],
        "model", "seed", "runtime", "device"}
        kept: where what the row keeps stands, in its order, in code points; a row without rewrites says in unmet which spans were lost
        tsv   the same with a header, a rewrite a line, systems as otherwise:1,17:1, kept and unmet as JSON, other columns last; a row
              without rewrites has a line where unmet says why, with no rewrite in it
        outside: with a vocabulary, the share of the words of the source (tsv: sourceOutside), or of a rewrite, that are not in it
`;

/** `otherwise corpus`: systems on the rows of a file. */
export const command: Command = {
  name: 'corpus',
  summary: 'a corpus of rewrites: any systems on a file of sentences, merged and filtered',
  help,
  async run(context) {
    const { flags, rest: [file] } = parseFlagsAndRest(context.args, flagKinds, 1);
    const asked = checkFlags(flagSchema, flags);
    const part = asked.shard === undefined ? undefined : parseShard(asked.shard);
    const systems = asFlags(() => parseSystems(asked.systems));
    checkPlaces(file, asked);
    const whole = part !== undefined || asked.checkpoint !== undefined;
    const input = await openCorpus({ file, stdin: context.stdin, whole, others: true }, asked, (kind) => columnsOf(asked, kind));
    const more = moreColumns(input, asked);
    const rows = input.known?.rows;
    const range = part && rows !== undefined ? shardRange(part, rows) : { from: 0, to: rows ?? Infinity };
    const maker = await openMakers({ asked, systems, reading: rowReading(more, asked) }, range.to - range.from, context);
    let checkpoint: Checkpoint | undefined;
    try {
      checkpoint = asked.checkpoint === undefined ? undefined : new Checkpoint(asked.checkpoint, identityOf(input, asked, maker.computed));
      const outcomes = inOrder(input.rows(range.from, range.to), maker.width, (row) => outcomeOf(row, maker, checkpoint));
      const report = new CorpusReport(context.stderr, rows === undefined ? undefined : range.to - range.from);
      await writeAll(outcomes, report, { ...asked, headed: part === undefined || part.index === 1, more }, context);
      return report.wrong > 0 ? 1 : 0;
    } finally {
      checkpoint?.close();
      await maker.close();
    }
  },
};

/** @throws OtherwiseError `bad-flag` where a file is named twice, which would be written over */
function checkPlaces(file: string | undefined, { out, checkpoint }: Asked): void {
  const places = [file, out, checkpoint].flatMap((path) => (path === undefined ? [] : resolve(path)));
  const twice = places.find((path, at) => places.indexOf(path) !== at);
  if (twice !== undefined) throw new OtherwiseError('bad-flag', `${twice} is named twice: input, --out and --checkpoint are three files.`);
}

type Part = keyof SourceRow['fields'];

function columnsOf({ column, id, foreignColumn }: Asked, kind: RowKind): Readonly<Record<Part, Column>> {
  const text = column === undefined ? (kind === 'jsonl' ? 'text' : 1) : columnOf(column);
  // Where no id or text in a pivot language is wanted its column is any that is there.
  const [named, foreign] = [id, foreignColumn].map((name) => (name === undefined ? text : columnOf(name)));
  return { text, id: named ?? text, foreign: foreign ?? text };
}

/** Gives the columns of the output besides those that every corpus has. */
function moreColumns({ others }: CorpusInput<Part>, { brackets, vocabulary }: Asked): MoreColumns {
  return {
    others: others.filter((name) => !rowFields.includes(name)),
    optional: [
      ...(brackets || others.includes('keep') ? ['kept' as const] : []), ...(vocabulary ? ['sourceOutside', 'outside'] as const : []),
    ],
  };
}

const rowReading = (
  { others, optional }: MoreColumns, { brackets, foreignColumn, to }: Asked,
): RowReading => ({
  brackets, hasForeign: foreignColumn !== undefined, to,
  others: to === 'tsv' ? others : undefined, hasKept: to === 'jsonl' || optional.includes('kept'),
});

/** Gives everything that the output depends on. */
function identityOf({ known }: CorpusInput<string>, asked: Asked, computed: readonly string[]): string[] {
  const { checkpoint: _checkpoint, out: _out, to: _to, batch: _batch, threads: _threads, ...others } = asked;
  const { runtime: _runtime, device: _device, idf: _idf, ppdb: _ppdb, ...rest } = others;
  return ['corpus', known?.hash ?? '', JSON.stringify(rest), ...computed];
}

/**
 * Gives the result of a row: the one that a checkpoint has, or one that is made now.
 * @throws OtherwiseError `no-storage`, `bad-checkpoint`, and what the maker throws
 */
async function outcomeOf(row: ReadRow<Part>, maker: RowMaker, checkpoint: Checkpoint | undefined): Promise<RowOutcome> {
  if ('error' in row) return { line: row.line, error: row.error.toJSON(), kept: true };
  const kept = checkpoint?.get(row.line);
  if (kept !== undefined) return { ...(JSON.parse(kept) as RowResult), kept: true };
  const made = await maker.make(row);
  checkpoint?.set(row.line, JSON.stringify(made));
  return { ...made, kept: false };
}

interface Writing {
  readonly to: CorpusForm;
  readonly out?: string | undefined;
  /** Tells whether the output begins with the header of its form. */
  readonly headed: boolean;
  readonly more: MoreColumns;
}

async function writeAll(
  outcomes: AsyncIterable<RowOutcome>, report: CorpusReport, { to, out, headed, more }: Writing, context: CommandContext,
): Promise<void> {
  const sink = openSink(out, context);
  try {
    if (headed) await sink.add(corpusHeader(to, more));
    for await (const outcome of outcomes) {
      report.add(outcome);
      if ('entry' in outcome) await sink.add(corpusLines(outcome.entry, to, more));
    }
  } finally {
    sink.close();
    report.end();
  }
}
