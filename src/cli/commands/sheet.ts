import { existsSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import * as v from 'valibot';
import { OtherwiseError } from '../../core/errors.ts';
import type { RawLine } from '../../lab/corpora/references.ts';
import { sheetKinds } from '../../lab/sheets/kinds.ts';
import { judgingSheet } from '../../lab/sheets/layout.ts';
import type { SheetPair } from '../../lab/sheets/pair.ts';
import { keyTable, sheetTable } from '../../lab/sheets/table.ts';
import type { Command, CommandContext } from '../command.ts';
import { readFileLines } from '../evaluation-input.ts';
import { checkFlags, parseFlagsAndRest } from '../flags.ts';
import { errorObject, write } from '../lines.ts';
import { loadEmbeddings } from '../meaning.ts';
import { readSheetPairs, type SheetSource } from '../sheet-input.ts';
import { readTexts } from '../text-folder.ts';

const whole = v.pipe(v.number(), v.integer('must be a whole number.'), v.minValue(1, 'must be at least 1.'));
const flagSchema = v.strictObject({
  kind: v.picklist(sheetKinds, `must be one of ${sheetKinds.join(', ')}.`),
  out: v.string('must name a file.'),
  seed: v.optional(v.pipe(v.number(), v.integer('must be a whole number.')), 0),
  per: v.optional(whole, 100),
  texts: v.optional(v.string()),
  positive: v.optional(v.string()),
});
type Flags = v.InferOutput<typeof flagSchema>;
const kinds = { kind: 'string', out: 'string', seed: 'number', per: 'number', texts: 'string', positive: 'string' } as const;
/** Longest document of a folder of texts, as in `mine`. */
const MOST_BYTES = 1_000_000;

const help = `Usage: otherwise sheet FILE... --kind ${sheetKinds.join('|')} --out FILE [flags]

Makes a sheet on which people judge the outputs of corpus, evaluate, filter or mine without knowing what made them, and a key beside it
(sheet.tsv, sheet.key.tsv). The page's "Measure" opens any sheet; a table editor does too. Read it back with: otherwise ratings
SHEET... --key KEY, a copy of the sheet a rater.

Kinds
  parabank    pages of five rewrites of a sentence, each with a rating from 0 to 100 and a flag (1: ungrammatical or without meaning); on
              every other page an identical copy (ParaBank, section 5)
  paranmt     pairs of each range of the paraphrase score, with strength and fluency from 1 to 3 (ParaNMT-50M, Table 3)
  documents, sentences
              pairs of each band of the score, with their relation: paraphrase,
                related or unrelated (Wang & Callison-Burch 2011, Figure 2)
  fragments   fragments in their sentences, with their relation (Table 2); several files are judged side by side, a system each
Pages of the last four have eight pairs, one that is known to be a paraphrase and one that is not.

Flags
  --out FILE       the sheet; the key is written to the same folder
  --per N          pairs of each range or system, for parabank sentences, at most (100), drawn by the seed
  --seed N         decides what is drawn, and the order (0)
  --texts FOLDER   for documents: the folder of texts that was mined
  --positive FILE  known paraphrases, a line each (a, tab, b), as positive controls; without it each control is a text and its copy

FILE: what corpus writes (jsonl or tsv), rewrites.jsonl of evaluate (a rank each is a system of its own), what paraphrase prints, lines of
reference, tab, translation as filter has them, or documents.jsonl, sentences.jsonl, fragments.jsonl of mine (sentences.jsonl beside it).
Pairs that do not say what made them have the file's name, those of mine that of its folder. Lines that are none are told on stderr (exit
code 1).

Output: {"sheet", "key", "pages", "items", "controls"}.
`;

/** `otherwise sheet`: a blind sheet of any output, and its key. */
export const command: Command = {
  name: 'sheet',
  summary: 'a sheet on which people judge outputs without knowing what made them, with controls and a key',
  help,
  async run(context) {
    const { flags, rest: files } = parseFlagsAndRest(context.args, kinds, Infinity);
    const asked = checkFlags(flagSchema, flags);
    if (files.length === 0) throw new OtherwiseError('bad-flag',
      'Name what is to be judged: otherwise sheet FILE... --kind KIND --out FILE.');
    if ((asked.kind === 'documents') !== (asked.texts !== undefined))
      throw new OtherwiseError('bad-flag', '--texts FOLDER, the texts that were mined, goes with --kind documents and no other.');
    if (asked.positive !== undefined && asked.kind === 'parabank')
      throw new OtherwiseError('bad-flag', '--positive is for other kinds: the controls of parabank are copies.');
    const shared = { kind: asked.kind, cosine: await cosineFor(asked), texts: await textsIn(asked.texts) };
    const pairs: SheetPair[] = [];
    let wrong = 0;
    for (const file of files) {
      const read = readSheetPairs({ ...shared, ...(await sourceOf(file, asked)) });
      pairs.push(...read.pairs);
      wrong += told(file, read.errors, context);
    }
    const positives = asked.positive === undefined ? undefined : await readPositives(asked.positive, shared);
    wrong += positives ? told(asked.positive ?? '', positives.errors, context) : 0;
    const items = judgingSheet(pairs, { ...asked, ...(positives && { positives: positives.pairs }) });
    const key = `${asked.out.replace(/\.tsv$/, '')}.key.tsv`;
    writeOut(asked.out, sheetTable(asked.kind, items));
    writeOut(key, keyTable(asked.kind, items));
    const controls = items.filter(({ control }) => control).length;
    await write(context, `${JSON.stringify({ sheet: asked.out, key, pages: items.at(-1)?.page, items: items.length, controls })}\n`);
    return wrong > 0 ? 1 : 0;
  },
};

const cosineFor = async ({ kind }: Flags): Promise<SheetSource['cosine']> => {
  if (kind !== 'paranmt') return () => NaN;
  const embeddings = await loadEmbeddings();
  return (a, b) => embeddings.cosine(a, b);
};

async function textsIn(folder: string | undefined): Promise<ReadonlyMap<string, string> | undefined> {
  if (folder === undefined) return undefined;
  const texts = new Map<string, string>();
  for await (const { name, text } of readTexts(folder, MOST_BYTES)) if (text !== undefined) texts.set(name, text);
  return texts;
}

/** Files of `mine` have the names of its stages; their folder tells the runs apart. */
async function sourceOf(file: string, { kind }: Flags): Promise<Pick<SheetSource, 'name' | 'lines' | 'sentences'>> {
  const plain = basename(file).replace(/(?:\.(?:tsv|jsonl|txt))?(?:\.xz)?$/, '');
  const stages: readonly string[] = ['documents', 'sentences', 'fragments'];
  const name = stages.includes(plain) ? basename(dirname(file)) || plain : plain;
  const beside = join(dirname(file), 'sentences.jsonl');
  const sentences: readonly RawLine[] | undefined = kind === 'fragments' && existsSync(beside) ? await readFileLines(beside) : undefined;
  return { name, lines: await readFileLines(file), sentences };
}

const readPositives = async (file: string, shared: Pick<SheetSource, 'kind' | 'cosine'>): Promise<ReturnType<typeof readSheetPairs>> =>
  readSheetPairs({ ...shared, kind: 'parabank', name: 'positive', lines: await readFileLines(file) });

function told(file: string, errors: readonly { readonly line: number; readonly error: OtherwiseError }[],
  { stderr }: CommandContext): number {
  for (const { line, error } of errors) stderr.write(`${JSON.stringify({ file, line, error: errorObject(error) })}\n`);
  return errors.length;
}

function writeOut(path: string, text: string): void {
  try {
    writeFileSync(path, text);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new OtherwiseError('file-unreadable', `${path} can't be written: ${why}`, { cause });
  }
}
