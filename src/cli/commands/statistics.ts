import * as v from 'valibot';
import { readEntryPairs, readPairCells, type RewritePair } from '../../lab/corpus/forms.ts';
import { type Column, columnNames, type ReadRow, type RowFormat, type RowKind } from '../../lab/corpus/rows.ts';
import { CorpusStatistics, type StatisticsTools } from '../../lab/corpus/statistics.ts';
import { statisticsMarkdown } from '../../lab/corpus/statistics-markdown.ts';
import { OtherwiseError, throwIfAborted } from '../../core/errors.ts';
import { parseObject } from '../../core/text/json-object.ts';
import { loadTokenizer } from '../tokenizer.ts';
import type { Command, CommandContext } from '../command.ts';
import { columnOf, inputFlags, inputKinds, openCorpus } from '../corpus-input.ts';
import { checkFlags, parseFlagsAndRest } from '../flags.ts';
import { loadIdf, readIdf } from '../lexical.ts';
import { errorObject, write } from '../lines.ts';
import { loadMeaning } from '../meaning.ts';
import { TreeFile, treeHelp } from '../tree-file.ts';

const flagSchema = v.strictObject({
  format: v.optional(v.picklist(inputKinds, `must be one of ${inputKinds.join(', ')}.`)),
  header: v.optional(v.boolean()),
  source: v.optional(v.string()),
  rewrite: v.optional(v.string()),
  system: v.optional(v.string()),
  model: v.optional(v.string(), 'base'),
  idf: v.optional(v.string()),
  trees: v.optional(v.string()),
  json: v.optional(v.boolean(), false),
});
type Asked = v.InferOutput<typeof flagSchema>;
const flagKinds = {
  ...inputFlags, source: 'string', rewrite: 'string', system: 'string', model: 'string', idf: 'string', trees: 'string', json: 'boolean',
} as const;
/** Rows between two lines of progress. */
const EVERY = 10_000;

const help = `Usage: otherwise statistics [FILE] [flags]

What a corpus of rewrites is like: lengths, IDF and entropies of its texts (ParaNMT-50M, Table 1), likeness of rewrites and sources by
system and by length (ParaBank, Table 4), and of two systems' rewrites for the same source (ParaBank 2, Table 2).

Input: what corpus writes, as jsonl or tsv; or any file of pairs, a pair a line, those of one source one after the other
  --format ${inputKinds.join('|')}   as in corpus
  --[no-]header           whether the first line of a TSV names its columns (on when a column is chosen by name)
  --source NAME|N         column of the source (tsv: source, or 1 with --no-header)
  --rewrite NAME|N        column of the rewrite (tsv: rewrite, or 2 with --no-header)
  --system NAME|N         column of the systems that made it, with commas (tsv: systems; none with --no-header)
A line that is none is told on stderr with its number and left out (exit code 1).

Flags
  --model NAME            whose tokens overlap: base (default), tiny, or a folder with a manifest.json
${treeHelp}
  --no-trees         no tree edit distances and parse entropies, which take most of the time
  --idf FILE         IDF of words, as otherwise idf writes it, instead of the shipped table's
  --json                  JSON instead of Markdown

Output: tables in Markdown; or {"sources": {"n", "length", "idf", "vocabularyEntropy", "parseEntropy"}, "without", "systems": [{"system",
        "texts", "n", "copies", "meaning", "cosine", "oneMinusBleu", "paragraphBleu", "overlap", "trigramOverlap", "treeEdit",
        "lengthRatio", "selfBleu", "byLength": {words: as before}}], "together": [{"systems": [a, b], "n", "oneMinusBleu", "overlap",
        "treeEdit"}]}, the first system, null, being all together; null is what nothing has
`;

/** `otherwise statistics`: the papers' tables of a corpus. */
export const command: Command = {
  name: 'statistics',
  summary: 'lengths, overlaps, entropies and differences of a corpus of rewrites, by system and by length',
  help,
  async run(context) {
    const { flags, rest: [file] } = parseFlagsAndRest(withoutTrees(context.args), flagKinds, 1);
    const asked = checkFlags(flagSchema, flags);
    const trees = asked.trees ? await TreeFile.read(asked.trees) : asked.trees !== NO_TREES;
    const input = await openCorpus({ file, stdin: context.stdin, whole: false }, asked, (kind, first) => columnsOf(asked, kind, first));
    const statistics = new CorpusStatistics({ ...await toolsOf(asked), trees });
    const wrong = await addAll(input.rows(), statistics, { ...context, format: input.format });
    const tables = statistics.tables();
    if (trees instanceof TreeFile) trees.report(context);
    await write(context, asked.json ? `${JSON.stringify(tables)}\n` : statisticsMarkdown(tables));
    return wrong > 0 ? 1 : 0;
  },
};

type Reading = Pick<CommandContext, 'stderr' | 'signal'> & { readonly format: RowFormat<Part> };

type Part = 'whole' | 'source' | 'rewrite' | 'system' | 'unmet';

/** The columns of the output of `corpus` have these names; those of other files are named by the flags. Column 0 stands for none. */
function columnsOf({ header, source, rewrite, system }: Asked, kind: RowKind, first: string): Readonly<Record<Part, Column>> {
  if (kind === 'txt') throw new OtherwiseError('bad-flag', 'A text file has no pairs. Give a TSV or JSON lines, or say so by --format.');
  const whole = { whole: 0, unmet: 0 } as const;
  if (kind === 'jsonl' && source === undefined && rewrite === undefined) return { ...whole, source: 0, rewrite: 0, system: 0 };
  const named = kind === 'jsonl' || header !== false;
  const [a, b] = named ? ['source', 'rewrite'] : ['1', '2'];
  const by = system ?? (kind === 'tsv' && named && source === undefined ? 'systems' : undefined);
  const unmet = kind === 'tsv' && named && columnNames(first, kind, true).includes('unmet') ? 'unmet' : 0;
  return { ...whole, source: columnOf(source ?? a), rewrite: columnOf(rewrite ?? b), system: by === undefined ? 0 : columnOf(by), unmet };
}

/** The value that `--no-trees` gives to the flag that otherwise names a file. */
const NO_TREES = '';
const withoutTrees = (args: readonly string[]): string[] => args.map((arg) => (arg === '--no-trees' ? `--trees=${NO_TREES}` : arg));

async function toolsOf({ model, idf: table }: Asked): Promise<Omit<StatisticsTools, 'trees'>> {
  const [idf, similarity, tokenizer] = await Promise.all([
    table === undefined ? loadIdf() : readIdf(table), loadMeaning(), loadTokenizer(model),
  ]);
  return {
    idf: (word) => idf.idf(word), cosine: (a, b) => similarity.embeddings.cosine(a, b),
    meaning: (a, b) => similarity.similarity(a, b).meaning,
    pieces: (text) => tokenizer.encode(text).map((id) => tokenizer.pieceText(id)),
  };
}

/** Takes in all rows, those of one source together. @returns how many are none */
async function addAll(rows: AsyncIterable<ReadRow<Part>>, statistics: CorpusStatistics, asked: Reading): Promise<number> {
  let [group, wrong]: [RewritePair[], number] = [[], 0];
  for await (const row of rows) {
    throwIfAborted(asked.signal);
    try {
      const pairs = pairsOf(row, asked.format);
      if (group[0]?.source !== pairs[0]?.source) {
        statistics.add(group);
        group = [];
      }
      group.push(...pairs);
    } catch (cause) {
      wrong += 1;
      asked.stderr.write(`${JSON.stringify({ line: row.line, error: errorObject(cause) })}\n`);
    }
    if (row.line % EVERY === 0) asked.stderr.write(`${row.line} rows\n`);
  }
  statistics.add(group);
  return wrong;
}

function pairsOf(row: ReadRow<Part>, { columns }: RowFormat<Part>): RewritePair[] {
  if ('error' in row) throw row.error;
  const { whole, source, rewrite, system, unmet } = row.fields;
  if (columns.source === 0) return readEntryPairs(parseObject(whole));
  return [readPairCells({ source, rewrite, systems: columns.system === 0 ? '' : system, unmet: columns.unmet === 0 ? '' : unmet })];
}
