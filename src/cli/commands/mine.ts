import { resolve, sep } from 'node:path';
import * as v from 'valibot';
import { OtherwiseError } from '../../core/errors.ts';
import { aligners, extractions } from '../../core/alignment/align.ts';
import { distinctDocuments, mine, type Mined, type MinedDocument, minedPairs, type MiningOptions } from '../../lab/mining/mine.ts';
import { miningMarkdown } from '../../lab/mining/mining-tally.ts';
import type { FragmentOptions } from '../../lab/mining/scored-fragments.ts';
import type { Command, CommandContext } from '../command.ts';
import { checkFlags, parseFlagsAndRest } from '../flags.ts';
import { FolderWriter } from '../folder-writer.ts';
import { loadAligner, readAligner } from '../lexical.ts';
import { write } from '../lines.ts';
import { readDocuments, readMinedPairs } from '../mining-input.ts';
import { MiningRun, TABLE_FILE } from '../mining-run.ts';

const whole = v.pipe(v.number(), v.integer('must be a whole number.'), v.minValue(1, 'must be at least 1.'));
const between = (low: number, high: number) =>
  v.pipe(v.number(), v.minValue(low, `must be at least ${low}.`), v.maxValue(high, `must be at most ${high}.`));
const flagSchema = v.strictObject({
  out: v.optional(v.string()),
  pairs: v.optional(v.string()),
  minDocument: v.optional(between(0, 1)),
  maxDocument: v.optional(between(0, 1)),
  across: v.optional(v.boolean()),
  minSentence: v.optional(between(0, 1)),
  maxSentence: v.optional(between(0, 1)),
  ngrams: v.optional(v.pipe(whole, v.maxValue(9, 'must be at most 9.')), 4),
  first: v.optional(whole),
  minWords: v.optional(whole, 1),
  maxWords: v.optional(whole, 100),
  aligner: v.optional(v.picklist(aligners)),
  table: v.optional(v.string()),
  train: v.optional(v.boolean(), false),
  iterations: v.optional(whole),
  identical: v.optional(v.pipe(v.number(), v.minValue(0, 'must be at least 0.'))),
  extract: v.optional(v.picklist(extractions), 'ngram'),
  stopWords: v.optional(v.boolean(), false),
  minFragment: v.optional(between(-1, 1), 0),
  minFragmentWords: v.optional(v.pipe(whole, v.minValue(2, 'must be at least 2.')), 2),
  maxBytes: v.optional(whole),
});
type Flags = v.InferOutput<typeof flagSchema>;
const kinds = {
  out: 'string', pairs: 'string', minDocument: 'number', maxDocument: 'number', across: 'boolean', minSentence: 'number',
  maxSentence: 'number', ngrams: 'number', first: 'number', minWords: 'number', maxWords: 'number', aligner: 'string', table: 'string',
  train: 'boolean', iterations: 'number', identical: 'number', extract: 'string', stopWords: 'boolean', minFragment: 'number',
  minFragmentWords: 'number', maxBytes: 'number',
} as const;

/** Limits that are not given; those of sentences hold for pairs of documents alone. */
const usual = { documents: { min: 0.9, max: 1 }, sentences: { min: 0.2, max: 0.8 }, maxBytes: 1_000_000 };
const names = ['documents.jsonl', 'sentences.jsonl', 'fragments.jsonl', 'counts.json', 'table.md'];

const help = `Usage: otherwise mine FOLDER --out FOLDER [flags]
       otherwise mine --pairs FILE --out FOLDER [flags]

Finds paraphrase fragments in texts that tell of the same things (Wang & Callison-Burch 2011): pairs of documents with much the same
words, pairs of their sentences that share some n-grams but not most, and in these the stretches that stand for each other.

Flags
  --out FOLDER              where the files go, all at once when the run is whole; a folder of an earlier run is replaced
  --pairs FILE              fragments of these sentence pairs, without documents: lines of a text, a tab and a text, of
                            sentences.jsonl, or of what corpus writes (.xz is unpacked)
  --min-document COSINE     two documents are a pair above it (0.9)
  --max-document COSINE     ... and up to it (1; --min-document 0.8 --max-document 0.9 is the paper's second band)
  --across                  only pairs of documents from different sources, which are the folders directly in FOLDER
  --min-sentence SHARE      least share of n-grams in common (0.2; with --pairs none)
  --max-sentence SHARE      greatest (0.8; with --pairs none)
  --ngrams N                longest n-grams, in words (4)
  --first N                 only the first N sentences of each document (the paper's heuristic: 2)
  --min-words N             shortest sentence (1)
  --max-words N             longest sentence (100)
  --aligner lcs|model|both  how sentences are aligned, as in align (lcs; model with --table or --train)
  --table TABLE             the aligner that align --train wrote, instead of the one that is shipped
  --train                   trains the aligner on the sentence pairs of this run, as the paper does, and writes it to aligner.tsv
  --iterations N, --identical N
                            with --train, as in align (5, 100)
  --extract ngram|phrase|chunk, --stop-words
                            as in align (ngram, off): how fragments are cut; --stop-words starts stop words at +1
  --min-fragment VALUE      a fragment's words have smoothed values above it, -1 to 1 (0)
  --min-fragment-words N    fewest words of either side (2)
  --max-bytes N             longest file (1000000)

FOLDER: a document a file, UTF-8, also in folders inside it. What is empty, too long or no UTF-8 is told on stderr by its name and left out
(exit code 1). Of documents that differ in nothing but casing and punctuation only the first by name counts.

Output: documents.jsonl {"a", "b", "score"}, cosine of TF-IDF vectors (smoothed IDF, natural logarithm); sentences.jsonl {"documents": [a,
b], "a", "b", "score"}, n-grams in common over those of the shorter sentence, the same two sentences once; fragments.jsonl {"sentences":
line of sentences.jsonl, from 1, "a", "b", "score"}, mean smoothed value of a's words; counts.json, which is printed too: {"files",
"skipped", "identical", "read", "retrieved", "documents", "sentences", "fragments", "phrases", "paraphrases"}. retrieved: documents that
are in a pair; the three after it are the lines of the files; the last two are per cent: of phrases by their words, of fragments by the
words of their two phrases. With --pairs it begins with {"lines", "skipped", "read"}. table.md has the counts as the paper's tables 3 and
4, and is told on stderr.
`;

/** `otherwise mine`: paraphrase fragments from a folder of comparable texts, or from sentence pairs. */
export const command: Command = {
  name: 'mine',
  summary: 'find documents about the same, sentences and fragments in them that mean about the same',
  help,
  async run(context) {
    const { flags, rest: [folder] } = parseFlagsAndRest(context.args, kinds, 1);
    const asked = checkFlags(flagSchema, flags);
    checkUse(asked, folder);
    const { found, counts, read } = await (asked.pairs === undefined
      ? ofDocuments(folder ?? '', asked, context) : ofPairs(asked.pairs, asked, context));
    const writer = new FolderWriter(asked.out ?? '', [...names, ...(asked.train ? [TABLE_FILE] : [])]);
    try {
      const run = new MiningRun(writer, context);
      const cutting = { ...fragmentsOf(asked), aligner: alignerOf(asked) };
      const results = asked.train
        ? await run.write(found(), { iterations: asked.iterations, identical: asked.identical, fragments: cutting })
        : await run.write(found(await withModel(cutting, asked)));
      const line = JSON.stringify({ ...counts, ...results });
      const table = miningMarkdown(results, read);
      writer.write('counts.json', `${line}\n`);
      writer.write('table.md', table);
      writer.finish();
      context.stderr.write(table);
      await write(context, `${line}\n`);
    } catch (cause) {
      writer.discard();
      throw cause;
    }
    return counts.skipped > 0 ? 1 : 0;
  },
};

/** @throws OtherwiseError `bad-flag` for flags that contradict each other or would do nothing */
function checkUse(flags: Flags, folder: string | undefined): void {
  const fail = (why: string): never => { throw new OtherwiseError('bad-flag', why); };
  if ((folder === undefined) === (flags.pairs === undefined) || flags.out === undefined)
    fail('Name the texts and the folder to write: otherwise mine FOLDER --out FOLDER, or mine --pairs FILE --out FOLDER.');
  if (flags.pairs !== undefined && (flags.minDocument ?? flags.maxDocument ?? flags.across ?? flags.first ?? flags.maxBytes) !== undefined)
    fail('--pairs has no documents; leave --min-document, --max-document, --across, --first and --max-bytes out.');
  if (!flags.train && (flags.iterations ?? flags.identical) !== undefined) fail('--iterations and --identical go with --train.');
  if (flags.train && flags.table !== undefined) fail('--train makes a table of its own; leave --table out.');
  if (flags.aligner === 'lcs' && (flags.train || flags.table !== undefined)) fail('The aligner lcs has no table; ask for model or both.');
  const { documents, sentences } = limitsOf(flags);
  const ranges = [['document', documents.min, documents.max], ['sentence', sentences.min, sentences.max],
    ['words', flags.minWords, flags.maxWords]] as const;
  for (const [what, min, max] of ranges) if (min > max) fail(`--min-${what} ${min} is greater than --max-${what} ${max}.`);
  if (folder !== undefined && `${resolve(flags.out ?? '')}${sep}`.startsWith(`${resolve(folder)}${sep}`))
    fail('--out lies in the folder of texts, where the next run would read it. Name another folder.');
}

const limitsOf = (flags: Flags) => ({
  documents: { min: flags.minDocument ?? usual.documents.min, max: flags.maxDocument ?? usual.documents.max },
  sentences: {
    min: flags.minSentence ?? (flags.pairs === undefined ? usual.sentences.min : 0),
    max: flags.maxSentence ?? (flags.pairs === undefined ? usual.sentences.max : 1),
  },
});

const alignerOf = ({ aligner, table, train }: Flags): 'lcs' | 'model' | 'both' =>
  aligner ?? (table !== undefined || train ? 'model' : 'lcs');

const fragmentsOf = ({ extract, stopWords, minFragment, minFragmentWords }: Flags): FragmentOptions =>
  ({ extract, stopWords, threshold: minFragment, minWords: minFragmentWords });

async function withModel(options: FragmentOptions, { table }: Flags): Promise<FragmentOptions> {
  if (options.aligner === 'lcs') return options;
  return { ...options, model: table === undefined ? await loadAligner() : await readAligner(table) };
}

/** The input of a run: `found` gives its findings, with fragments where it is told how to cut them. */
interface Input {
  readonly found: (fragments?: FragmentOptions) => Iterable<Mined>;
  readonly counts: Readonly<Record<'skipped' | 'read', number>>;
  /** The number of documents compared. */
  readonly read: number | undefined;
}

const stepsOf = (flags: Flags): Omit<MiningOptions, 'fragments' | 'mayPair'> => ({
  ...limitsOf(flags), ngrams: flags.ngrams, first: flags.first, length: { min: flags.minWords, max: flags.maxWords },
});

async function ofDocuments(folder: string, flags: Flags, context: CommandContext): Promise<Input> {
  const { items, skipped } = await readDocuments(folder, flags.maxBytes ?? usual.maxBytes, context);
  const distinct = distinctDocuments(items);
  const source = ({ name }: MinedDocument): string => name.slice(0, name.indexOf('/') + 1);
  const options = {
    ...stepsOf(flags), ...(flags.across && { mayPair: (a: MinedDocument, b: MinedDocument) => source(a) !== source(b) }),
  };
  const counts = { files: items.length + skipped, skipped, identical: items.length - distinct.length, read: distinct.length };
  return { found: (fragments) => mine(distinct, { ...options, ...(fragments && { fragments }) }), counts, read: distinct.length };
}

async function ofPairs(file: string, flags: Flags, context: CommandContext): Promise<Input> {
  const { items, skipped } = await readMinedPairs(file, context);
  const counts = { lines: items.length + skipped, skipped, read: items.length };
  const found = (fragments?: FragmentOptions) => minedPairs(items, { ...stepsOf(flags), ...(fragments && { fragments }) });
  return { found, counts, read: undefined };
}
