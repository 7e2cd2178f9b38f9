import * as v from 'valibot';
import { OtherwiseError } from '../../errors.ts';
import {
  filterMeasures,
  type FoldRow,
  type PairScores,
  paraphraseTable,
  type Spread,
  tenthsTable,
} from '../../evaluation/corpora/fold-tables.ts';
import { parseTenths, tenths } from '../../evaluation/corpora/folds.ts';
import { corpusWords, readPair } from '../../evaluation/corpora/pairs.ts';
import { settingsOf } from '../../options.ts';
import { isReadable, scorePairs } from '../../pipeline/score.ts';
import type { TextPair } from '../../protocol.ts';
import type { SentenceEmbeddings } from '../../quality/meaning/embedding.ts';
import { trigramOverlap } from '../../evaluation/metrics/trigram-overlap.ts';
import type { Command, CommandContext } from '../command.ts';
import { checkFlags, parseFlags } from '../flags.ts';
import { errorObject, readLines, write } from '../lines.ts';
import { loadEmbeddings } from '../meaning.ts';
import { loadingOf, modelFlagKinds, modelFlags } from '../model-flags.ts';
import { Models } from '../tools.ts';

const words = v.pipe(v.number(), v.integer('must be a whole number.'), v.minValue(1, 'must be at least 1.'));
const flags = v.strictObject({
  by: v.optional(v.picklist(filterMeasures, `must be one of ${filterMeasures.join(', ')}.`)),
  tenths: v.optional(v.string()),
  table: v.optional(v.boolean(), false),
  minLength: v.optional(words),
  maxLength: v.optional(words),
  maxScore: v.optional(v.pipe(v.number(), v.minValue(0, 'must not be negative.'))),
  model: v.optional(v.string(), 'base'),
  ...modelFlags,
});
type Flags = v.InferOutput<typeof flags>;
const flagKinds = {
  by: 'string', tenths: 'string', table: 'boolean', minLength: 'number', maxLength: 'number', maxScore: 'number', model: 'string',
  ...modelFlagKinds,
} as const;
/** Pairs scored together. */
const BATCH = 64;

const help = `Usage: otherwise filter [--by MEASURE --tenths LIST] [--min-length N] [--max-length N] [--max-score NATS] < pairs
       otherwise filter --table < pairs

Keeps some pairs of a corpus: by length, by the model's dual score, and some tenths of what is left, cut into ten folds of one size by a
score (ParaNMT-50M, section 5.4).

Flags
  --by paraphrase|overlap|model   cosine of the sentence embeddings; word-trigram overlap; the model's score in the third column
  --tenths LIST                   the folds to keep, 1 lowest values, 10 highest: 9,10 or 2-5
  --min-length N, --max-length N  least and most words of each side
  --max-score NATS                highest forward + backward score of the pair per token (ParaBank 2: 3.5), read by the model as in score
  --model NAME                    that scores; --hub URL, --dtype NAME, --runtime,
                                  --device, --threads N: as in paraphrase --help
  --table                         no pairs, but Markdown tables: overlap by range of the paraphrase score, and the tenths of each measure

Input: lines of reference, tab, translation, optionally tab and a score, without a header. Lines that are no pair are told on stderr (exit
code 1). A pair with a side of fewer than three words has no overlap and is in no tenth of it.

Output: the kept lines as they came, in their order.
`;

interface ScoredLine {
  readonly line: string;
  readonly pair: TextPair;
  readonly scores: PairScores;
}

/** `otherwise filter`: the tenths of a pair corpus by paraphrase score, trigram overlap or model score. */
export const command: Command = {
  name: 'filter',
  summary: 'keep sentence pairs of a corpus by length, dual score or tenths of a score, or print what the tenths are like',
  help,
  async run(context) {
    const asked = checkFlags(flags, parseFlags(context.args, flagKinds));
    const { by, tenths: list, table, minLength, maxLength, maxScore } = asked;
    const limited = minLength !== undefined || maxLength !== undefined || maxScore !== undefined;
    if (table === (by !== undefined || limited) || (by === undefined) !== (list === undefined))
      throw new OtherwiseError('bad-flag', 'Give --by with --tenths or limits of length or score to keep pairs, or --table alone.');
    const kept = list === undefined ? undefined : parseTenths(list);
    const { pairs, failed } = await readScored(context, await loadEmbeddings(), by === 'model');
    if (table) await write(context, markdown(pairs.map(({ scores }) => scores)));
    else {
      const left = await within(pairs, asked, context);
      const folds = by && tenths(left.map(({ scores }) => scores[by]));
      for (const [place, { line }] of left.entries()) if (!folds || kept?.has(folds[place] ?? 0)) await write(context, `${line}\n`);
    }
    return failed ? 1 : 0;
  },
};

/** The pairs within the limits of length and score. A pair too long for the model is not. */
async function within(pairs: readonly ScoredLine[], asked: Flags, context: CommandContext): Promise<ScoredLine[]> {
  const { minLength = 0, maxLength = Infinity, maxScore, model, threads, hub, dtype, runtime, device } = asked;
  const fit = pairs.filter(({ pair }) => pair.every((text) => {
    const { length } = corpusWords(text);
    return length >= minLength && length <= maxLength;
  }));
  if (maxScore === undefined) return fit;
  const tools = await new Models(threads, loadingOf({ hub, dtype, runtime, device }, context)).get(model);
  const settings = settingsOf({ estimator: false }, tools.threshold);
  const readable = fit.filter(({ pair }) => isReadable(pair, tools));
  const left: ScoredLine[] = [];
  for (let at = 0; at < readable.length; at += BATCH) {
    const some = readable.slice(at, at + BATCH);
    const scores = await scorePairs(some.map(({ pair }) => pair), { tools, settings, signal: context.signal });
    left.push(...some.filter((_, i) => (scores[i]?.score ?? Infinity) <= maxScore));
  }
  return left;
}

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
      const { reference, translation } = readPair(text, 1);
      pairs.push({ line: text, pair: [reference, translation], scores: scoresOf(text, embeddings, needsModel) });
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
