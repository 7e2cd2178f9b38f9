import * as v from 'valibot';
import { OtherwiseError } from '../../errors.ts';
import { filterMeasures, type FoldRow, type PairScores, paraphraseTable, type Spread, tenthsTable } from '../../evaluation/corpora/fold-tables.ts';
import { parseTenths, tenths } from '../../evaluation/corpora/folds.ts';
import { corpusWords, readPair } from '../../evaluation/corpora/pairs.ts';
import type { SentenceEmbeddings } from '../../quality/meaning/embedding.ts';
import { trigramOverlap } from '../../evaluation/metrics/trigram-overlap.ts';
import type { Command, CommandContext } from '../command.ts';
import { checkFlags, parseFlags } from '../flags.ts';
import { errorObject, readLines, write } from '../lines.ts';
import { loadEmbeddings } from '../meaning.ts';

const flags = v.strictObject({
  by: v.optional(v.picklist(filterMeasures, `must be one of ${filterMeasures.join(', ')}.`)),
  tenths: v.optional(v.string()),
  table: v.optional(v.boolean(), false),
});

const help = `Usage: otherwise filter --by MEASURE --tenths LIST < pairs
       otherwise filter --table < pairs

Keeps some tenths of a corpus of sentence pairs, cut into ten folds of one size by a score (ParaNMT-50M, section 5.4).

Flags
  --by paraphrase|overlap|model   cosine of the sentence embeddings; word-trigram overlap; the model's score in the third column
  --tenths LIST                   the folds to keep, 1 lowest values, 10 highest: 9,10 or 2-5
  --table                         no pairs, but Markdown tables: overlap by range of the paraphrase score, and the tenths of each measure

Input: lines of reference, tab, translation, optionally tab and a score, without a header. Lines that are no pair are told on stderr (exit
code 1). A pair with a side of fewer than three words has no overlap and is in no tenth of it.

Output: the kept lines as they came, in their order.
`;

interface ScoredLine {
  readonly line: string;
  readonly scores: PairScores;
}

/** `otherwise filter`: the tenths of a pair corpus by paraphrase score, trigram overlap or model score. */
export const command: Command = {
  name: 'filter',
  summary: 'keep some tenths of a corpus of sentence pairs by a score, or print what the tenths are like',
  help,
  async run(context) {
    const { by, tenths: list, table } = checkFlags(flags, parseFlags(context.args, { by: 'string', tenths: 'string', table: 'boolean' }));
    if (table === (by !== undefined || list !== undefined) || (by === undefined) !== (list === undefined)) {
      throw new OtherwiseError('bad-flag', 'Give --by and --tenths to keep pairs, or --table alone.');
    }
    const kept = list === undefined ? undefined : parseTenths(list);
    const { pairs, failed } = await readScored(context, await loadEmbeddings(), by === 'model');
    if (by !== undefined && kept) {
      const folds = tenths(pairs.map(({ scores }) => scores[by]));
      for (const [place, { line }] of pairs.entries()) {
        if (kept.has(folds[place] ?? 0)) await write(context, `${line}\n`);
      }
    } else await write(context, markdown(pairs.map(({ scores }) => scores)));
    return failed ? 1 : 0;
  },
};

async function readScored(
  context: CommandContext,
  embeddings: SentenceEmbeddings,
  needsModel: boolean,
): Promise<{ pairs: ScoredLine[]; failed: boolean }> {
  const pairs: ScoredLine[] = [];
  let failed = false;
  for await (const { text, number, error } of readLines(context.stdin)) {
    if (context.signal.aborted) throw new OtherwiseError('aborted', 'Stopped before the corpus was read.');
    try {
      if (error) throw error;
      pairs.push({ line: text, scores: scoresOf(text, embeddings, needsModel) });
    } catch (cause) {
      failed = true;
      context.stderr.write(`${JSON.stringify({ line: number + 1, error: errorObject(cause) })}\n`);
    }
    if ((number + 1) % 10_000 === 0) context.stderr.write(`${number + 1} lines\n`);
  }
  return { pairs, failed };
}

function scoresOf(line: string, embeddings: SentenceEmbeddings, needsModel: boolean): PairScores {
  const { reference, translation, rest: [score] } = readPair(line, 1);
  const model = score === undefined || score.trim() === '' ? undefined : Number(score);
  if (model === undefined && needsModel)
    throw new OtherwiseError('missing-field', 'The line has no third column with the score of the model; --by model needs it.');
  if (model !== undefined && !Number.isFinite(model)) throw new OtherwiseError('bad-request', `The third column is no number: '${score}'.`);
  return {
    paraphrase: embeddings.cosine(reference, translation), overlap: trigramOverlap(reference, translation), model,
    words: corpusWords(reference).length + corpusWords(translation).length,
  };
}

const number = (value: number | undefined, digits = 2): string => (value === undefined ? '–' : value.toFixed(digits));
const both = (value: Spread | undefined): string => (value === undefined ? '–' : `${number(value.mean)} ± ${number(value.deviation)}`);
const cells = ({ pairs, overlap, paraphrase, length }: FoldRow): string =>
  `${pairs} | ${both(overlap)} | ${both(paraphrase)} | ${number(length, 1)}`;

function markdown(pairs: readonly PairScores[]): string {
  const lines = ['| paraphrase score | pairs | trigram overlap | paraphrase score, mean | words |', '|---|---:|---:|---:|---:|'];
  for (const { range: { above, most }, row } of paraphraseTable(pairs)) {
    lines.push(
      `| (${Number.isFinite(above) ? above.toFixed(1) : '−1'}, ${Number.isFinite(most) ? most.toFixed(1) : '1'}] | ${cells(row)} |`,
    );
  }
  for (const measure of filterMeasures) {
    if (pairs.every((pair) => pair[measure] === undefined)) continue;
    lines.push(
      '',
      `| tenth by ${measure} | values | pairs | trigram overlap | paraphrase score | words |`,
      '|---:|---|---:|---:|---:|---:|',
    );
    for (const [at, row] of tenthsTable(pairs, measure).entries())
      lines.push(`| ${at + 1} | ${number(row.least)} … ${number(row.most)} | ${cells(row)} |`);
  }
  return `${lines.join('\n')}\n`;
}
