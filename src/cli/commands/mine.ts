import { resolve, sep } from 'node:path';
import * as v from 'valibot';
import { OtherwiseError, throwIfAborted } from '../../errors.ts';
import type { WordAligner } from '../../evaluation/alignment/word-aligner.ts';
import { distinctDocuments, mine, type MinedDocument, type MiningOptions } from '../../evaluation/mining/mine.ts';
import type { Command, CommandContext } from '../command.ts';
import { checkFlags, parseFlagsAndRest } from '../flags.ts';
import { FolderWriter } from '../folder-writer.ts';
import { loadAligner } from '../lexical.ts';
import { write } from '../lines.ts';
import { readTexts } from '../text-folder.ts';

const whole = v.pipe(v.number(), v.integer('must be a whole number.'), v.minValue(1, 'must be at least 1.'));
const between = (low: number, high: number) =>
  v.pipe(v.number(), v.minValue(low, `must be at least ${low}.`), v.maxValue(high, `must be at most ${high}.`));
const flagSchema = v.strictObject({
  out: v.optional(v.string()),
  minDocument: v.optional(between(0, 1), 0.9),
  maxDocument: v.optional(between(0, 1), 1),
  across: v.optional(v.boolean(), false),
  minSentence: v.optional(between(0, 1), 0.2),
  maxSentence: v.optional(between(0, 1), 0.8),
  ngrams: v.optional(v.pipe(whole, v.maxValue(9, 'must be at most 9.')), 4),
  first: v.optional(whole),
  minWords: v.optional(whole, 1),
  maxWords: v.optional(whole, 100),
  aligner: v.optional(v.picklist(['lcs', 'model', 'both']), 'lcs'),
  extract: v.optional(v.picklist(['ngram', 'chunk']), 'ngram'),
  stopWords: v.optional(v.boolean(), false),
  minFragment: v.optional(between(-1, 1), 0),
  minFragmentWords: v.optional(v.pipe(whole, v.minValue(2, 'must be at least 2.')), 2),
  maxBytes: v.optional(whole, 1_000_000),
});
type Flags = v.InferOutput<typeof flagSchema>;
const kinds = {
  out: 'string', minDocument: 'number', maxDocument: 'number', across: 'boolean', minSentence: 'number', maxSentence: 'number',
  ngrams: 'number', first: 'number', minWords: 'number', maxWords: 'number', aligner: 'string', extract: 'string', stopWords: 'boolean',
  minFragment: 'number', minFragmentWords: 'number', maxBytes: 'number',
} as const;

const stages = ['documents', 'sentences', 'fragments'] as const;
const names = [...stages.map((stage) => `${stage}.jsonl`), 'counts.json'];

const help = `Usage: otherwise mine FOLDER --out FOLDER [flags]

Finds paraphrase fragments in texts that tell of the same things (Wang & Callison-Burch 2011): pairs of documents with much the same
words, pairs of their sentences that share some n-grams but not most, and in these the stretches that stand for each other.

Flags
  --out FOLDER              where the four files go, all at once when the run is whole; a folder of an earlier run is replaced
  --min-document COSINE     two documents are a pair above it (0.9)
  --max-document COSINE     ... and up to it (1; --min-document 0.8 --max-document 0.9 is the paper's second band)
  --across                  only pairs of documents from different sources, which are the folders directly in FOLDER
  --min-sentence SHARE      least share of n-grams in common (0.2)
  --max-sentence SHARE      greatest (0.8)
  --ngrams N                longest n-grams, in words (4)
  --first N                 only the first N sentences of each document (the paper's heuristic: 2)
  --min-words N             shortest sentence (1)
  --max-words N             longest sentence (100)
  --aligner lcs|model|both, --extract ngram|chunk, --stop-words
                            as in align (lcs, ngram, off): how sentences are aligned and cut; --stop-words starts stop words at +1
  --min-fragment VALUE      a fragment's words have smoothed values above it, -1 to 1 (0)
  --min-fragment-words N    fewest words of either side (2)
  --max-bytes N             longest file (1000000)

FOLDER: a document a file, UTF-8, also in folders inside it. What is empty, too long or no UTF-8 is told on stderr by its name and left out
(exit code 1). Of documents that differ in nothing but casing and punctuation only the first by name counts.

Output: documents.jsonl {"a", "b", "score"}, cosine of TF-IDF vectors (smoothed IDF, natural logarithm); sentences.jsonl {"documents": [a,
b], "a", "b", "score"}, n-grams in common over those of the shorter sentence, the same two sentences once; fragments.jsonl {"sentences":
line of sentences.jsonl, from 1, "a", "b", "score"}, mean smoothed value of a's words; counts.json, which is printed too: {"files",
"skipped", "identical", "read", "documents", "sentences", "fragments"}, the last three the lines of the files.
`;

/** `otherwise mine`: paraphrase fragments from a folder of comparable texts. */
export const command: Command = {
  name: 'mine',
  summary: 'find documents about the same, sentences and fragments in them that mean about the same',
  help,
  async run(context) {
    const { flags, rest: [folder] } = parseFlagsAndRest(context.args, kinds, 1);
    const asked = checkFlags(flagSchema, flags);
    if (folder === undefined || asked.out === undefined)
      throw new OtherwiseError('bad-flag', 'Name the folder of texts and the one to write: otherwise mine FOLDER --out FOLDER.');
    checkRanges(asked);
    if (`${resolve(asked.out)}${sep}`.startsWith(`${resolve(folder)}${sep}`))
      throw new OtherwiseError('bad-flag', '--out lies in the folder of texts, where the next run would read it. Name another folder.');
    const { documents, files, skipped } = await readDocuments(folder, asked.maxBytes, context);
    const distinct = distinctDocuments(documents);
    const writer = new FolderWriter(asked.out, names);
    try {
      const model = asked.aligner === 'lcs' ? undefined : await loadAligner();
      const found = await writeStages(mine(distinct, optionsOf(asked, model)), writer, context);
      const counts = { files, skipped, identical: documents.length - distinct.length, read: distinct.length, ...found };
      writer.write('counts.json', `${JSON.stringify(counts)}\n`);
      writer.finish();
      await write(context, `${JSON.stringify(counts)}\n`);
    } catch (cause) {
      writer.discard();
      throw cause;
    }
    return skipped > 0 ? 1 : 0;
  },
};

/** @throws OtherwiseError `bad-flag` where nothing could lie between two limits */
function checkRanges(flags: Flags): void {
  const ranges = [['document', flags.minDocument, flags.maxDocument], ['sentence', flags.minSentence, flags.maxSentence],
    ['words', flags.minWords, flags.maxWords]] as const;
  for (const [what, min, max] of ranges)
    if (min > max) throw new OtherwiseError('bad-flag', `--min-${what} ${min} is greater than --max-${what} ${max}.`);
}

function optionsOf(flags: Flags, model: WordAligner | undefined): MiningOptions {
  const source = ({ name }: MinedDocument): string => name.slice(0, name.indexOf('/') + 1);
  return {
    documents: { min: flags.minDocument, max: flags.maxDocument },
    ...(flags.across && { mayPair: (a: MinedDocument, b: MinedDocument) => source(a) !== source(b) }),
    sentences: { min: flags.minSentence, max: flags.maxSentence },
    ngrams: flags.ngrams,
    first: flags.first,
    length: { min: flags.minWords, max: flags.maxWords },
    fragments: {
      aligner: flags.aligner, extract: flags.extract, stopWords: flags.stopWords, threshold: flags.minFragment,
      minWords: flags.minFragmentWords, ...(model && { model }),
    },
  };
}

/** The texts of a folder; what is left out is told on stderr. */
async function readDocuments(
  folder: string,
  maxBytes: number,
  { stderr, signal }: CommandContext,
): Promise<{ documents: MinedDocument[]; files: number; skipped: number }> {
  const documents: MinedDocument[] = [];
  let skipped = 0;
  for await (const { name, text, error } of readTexts(folder, maxBytes)) {
    throwIfAborted(signal);
    if (text !== undefined) documents.push({ name, text });
    else {
      skipped += 1;
      stderr.write(`${JSON.stringify({ file: name, error })}\n`);
    }
  }
  stderr.write(`${documents.length} documents read, ${skipped} files left out\n`);
  return { documents, files: documents.length + skipped, skipped };
}

/** Writes each pair into the file of its stage. @returns the lines of each file */
async function writeStages(
  found: ReturnType<typeof mine>,
  writer: FolderWriter,
  { stderr, signal }: CommandContext,
): Promise<Record<(typeof stages)[number], number>> {
  const counts = { documents: 0, sentences: 0, fragments: 0 };
  for (const one of found) {
    if (one.stage !== 'compared') {
      counts[one.stage] += 1;
      writer.write(`${one.stage}.jsonl`, `${JSON.stringify({ ...one.pair, score: Number(one.pair.score.toFixed(4)) })}\n`);
    } else if (one.documents % 1000 === 0) stderr.write(`${one.documents} documents compared, ${counts.documents} pairs\n`);
    if (one.stage !== 'compared' && one.stage !== 'documents') continue;
    // Signals reach a program only while it waits.
    await new Promise(setImmediate);
    throwIfAborted(signal);
  }
  return counts;
}
