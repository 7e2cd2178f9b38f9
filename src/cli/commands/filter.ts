import * as v from 'valibot';
import { OtherwiseError } from '../../core/errors.ts';
import {
  filterMeasures, type FoldRow, type FilterScores, paraphraseTable, type MeanAndDeviation, tenthsTable,
} from '../../lab/corpora/fold-tables.ts';
import { isWithin, paraphraseRanges, parseTenths, tenths } from '../../lab/corpora/folds.ts';
import { dualCrossEntropy } from '../../lab/corpus/filters.ts';
import { type CorpusPair, corpusWords, readPair } from '../../lab/corpora/pairs.ts';
import { bestOfEach, charsets, drawOfEach, firstOfEach, isEncodable, plainPunctuation } from '../../lab/corpora/preparation.ts';
import { settingsOf } from '../../core/options.ts';
import { isReadable, scorePairs } from '../../core/pipeline/score.ts';
import type { TextPair } from '../../core/protocol.ts';
import type { SentenceEmbeddings } from '../../core/quality/meaning/embedding.ts';
import { trigramOverlap } from '../../core/metrics/trigram-overlap.ts';
import type { Command, CommandContext } from '../command.ts';
import { cleanText } from '../../core/text/clean.ts';
import { columnOf } from '../corpus-input.ts';
import { checkFlags, parseFlags } from '../flags.ts';
import { errorObject, readLines, write } from '../lines.ts';
import { loadEmbeddings, loadMeaning } from '../meaning.ts';
import { loadingOf, modelFlagKinds, modelFlags } from '../model-flags.ts';
import { openRewriter } from '../tools.ts';

const words = v.pipe(v.number(), v.integer('must be a whole number.'), v.minValue(1, 'must be at least 1.'));
const nats = v.optional(v.pipe(v.number(), v.minValue(0, 'must not be negative.')));
const charset = v.picklist(charsets, `must be one of ${charsets.join(', ')}.`);
const flags = v.strictObject({
  by: v.optional(v.picklist(filterMeasures, `must be one of ${filterMeasures.join(', ')}.`)),
  tenths: v.optional(v.string()),
  table: v.optional(v.boolean(), false),
  minLength: v.optional(words),
  maxLength: v.optional(words),
  maxScore: nats,
  maxCrossEntropy: nats,
  foreignColumn: v.optional(v.string()),
  draw: v.optional(words),
  per: v.optional(v.picklist(['length', 'range', 'tenth'], 'must be one of length, range, tenth.')),
  seed: v.optional(v.pipe(v.number(), v.integer('must be a whole number.'))),
  unique: v.optional(v.boolean(), false),
  encodable: v.optional(charset),
  encodableForeign: v.optional(charset),
  normalise: v.optional(v.boolean(), false),
  best: v.optional(v.picklist(['meaning', 'paraphrase'], 'must be one of meaning, paraphrase.')),
  model: v.optional(v.string(), 'base'),
  ...modelFlags,
});
type Flags = v.InferOutput<typeof flags>;
const flagKinds = {
  by: 'string', tenths: 'string', table: 'boolean', minLength: 'number', maxLength: 'number', maxScore: 'number',
  maxCrossEntropy: 'number', foreignColumn: 'string', draw: 'number', per: 'string', seed: 'number', unique: 'boolean',
  encodable: 'string', encodableForeign: 'string', normalise: 'boolean', best: 'string', model: 'string',
  ...modelFlagKinds,
} as const;
/** Pairs scored together. */
const BATCH = 64;

const help = `Usage: otherwise filter [--by MEASURE --tenths LIST] [--min-length N] [--max-length N] [--max-score NATS]
                        [--max-cross-entropy NATS] [--foreign-column NAME|N] [--normalise] [--encodable latin-1]
                        [--unique] [--best meaning] [--draw N --per length|range|tenth --seed N] < pairs
       otherwise filter --table < pairs

Keeps some pairs of a corpus, in this order: punctuation is normalised, pairs outside an encoding, a length or a score go, repeated ones
and all but the best of a reference go, some tenths of the rest are kept, cut into ten folds of one size by a score (ParaNMT-50M, section
5.4), and of these some are drawn.

Flags
  --by paraphrase|overlap|model   cosine of the sentence embeddings; word-trigram overlap; the model's score in the third column
  --tenths LIST                   the folds to keep, 1 lowest values, 10 highest: 9,10 or 2-5
  --min-length N, --max-length N  least and most words of each side
  --max-score NATS                highest forward + backward score of the pair per token (ParaBank 2: 3.5), read by the model as in score
  --max-cross-entropy NATS        highest dual conditional cross-entropy, |forward − backward| + (forward + backward) / 2
  --foreign-column NAME|N         the column, counted from 1, of the text in the pivot language of a pair of translators; by its name
                                  where the first line is a header. Then the sides of a pair are the first other column (the
                                  reference) and this one; forward and backward are P(reference given foreign) and P(foreign given
                                  reference), as paraphrase decodes and scores
  --model NAME                    that scores; a pair of translators is pair:<to pivot>,<back>; --hub URL, --dtype NAME, --runtime,
                                  --device, --threads N: as in paraphrase --help
  --normalise                     quotation marks, dashes, dots, full-width forms and blanks become those of ASCII, also in the output
  --encodable ${charsets.join('|')}   keeps pairs whose English is encodable so (ParaBank 2: latin-1)
  --encodable-foreign NAME        the same of the foreign column (ParaBank 2: latin-2)
  --unique                        keeps the first of pairs with the same two texts
  --best meaning|paraphrase       keeps of each reference the translation with the highest predicted human score, or cosine
  --draw N                        draws N pairs, or N of each group of --per: of each length of the reference in words, of each range of
                                  the paraphrase score (Table 3), of each tenth by --by (paraphrase)
  --seed N                        decides what is drawn (0)
  --table                         no pairs, but Markdown tables: overlap by range of the paraphrase score, and the tenths of each measure

Input: lines of reference, tab, translation, optionally tab and a score, and any further columns. Lines that are no pair are told on
stderr (exit code 1). A pair with a side of fewer than three words has no overlap and is in no tenth of it.

Output: the kept lines as they came but for --normalise, in their order.
`;

interface ScoredLine {
  readonly line: string;
  /** The texts that the model reads. */
  readonly pair: TextPair;
  /** The texts whose length is limited. */
  readonly sides: TextPair;
  readonly foreign: string | undefined;
  readonly scores: FilterScores;
}

/** `otherwise filter`: the tenths of a pair corpus by paraphrase score, trigram overlap or model score. */
export const command: Command = {
  name: 'filter',
  summary: 'keep sentence pairs of a corpus by length, dual score, cross-entropy or tenths of a score, or print what the tenths are like',
  help,
  async run(context) {
    const asked = checkFlags(flags, parseFlags(context.args, flagKinds));
    checkAsked(asked);
    const { by, tenths: list, table } = asked;
    const kept = list === undefined ? undefined : parseTenths(list);
    const { pairs, failed, header } = await readScored(context, asked);
    if (header !== undefined) await write(context, `${header}\n`);
    if (table) await write(context, markdown(pairs.map(({ scores }) => scores)));
    else {
      const left = await chosen(await within(pairs, asked, context), asked);
      const folds = kept && by && tenths(left.map(({ scores }) => scores[by]));
      const some = folds ? left.filter((_, place) => kept.has(folds[place] ?? 0)) : left;
      for (const { line } of drawn(some, asked)) await write(context, `${line}\n`);
    }
    return failed ? 1 : 0;
  },
};

/** @throws OtherwiseError `bad-flag` where flags contradict each other, or one would be ignored */
function checkAsked(asked: Flags): void {
  const { by, tenths: list, table, minLength, maxLength, foreignColumn, draw, per, seed, unique, encodable, encodableForeign } = asked;
  const { normalise, best } = asked;
  const limits = [minLength, maxLength, draw, encodable, encodableForeign, best].some((limit) => limit !== undefined);
  const limited = limits || unique || normalise || asksModel(asked);
  const refuse = (message: string): never => { throw new OtherwiseError('bad-flag', message); };
  if (table === (by !== undefined || limited)) refuse('Give what keeps pairs (--by with --tenths, a limit, --draw), or --table alone.');
  if ((by === undefined) !== (list === undefined) && !(by !== undefined &&
    per === 'tenth')) refuse('--by goes with --tenths or --per tenth.');
  if (draw === undefined && (per !== undefined || seed !== undefined)) refuse('--per and --seed go with --draw.');
  if (foreignColumn === undefined && encodableForeign !== undefined) refuse('--encodable-foreign needs --foreign-column.');
  if (foreignColumn === undefined) return;
  if (best !== undefined || per === 'range' || (per === 'tenth' && by === undefined))
    refuse('--best, --per range and tenths by paraphrase need a translation, which a --foreign-column is not.');
  if (!limited || (asksModel(asked) && !asked.model.startsWith('pair:')))
    refuse('--foreign-column needs a limit, and for --max-score and --max-cross-entropy a --model pair:<to pivot>,<back>.');
}

/** The pairs without repetitions, and the best of each reference. */
async function chosen(pairs: readonly ScoredLine[], { unique, best }: Flags): Promise<readonly ScoredLine[]> {
  const distinct = unique ? firstOfEach(pairs, ({ sides }) => JSON.stringify(sides)) : pairs;
  if (best === undefined) return distinct;
  const meaning = best === 'meaning' ? await loadMeaning() : undefined;
  const valueOf = ({ pair: [a, b], scores }: ScoredLine): number => meaning?.similarity(a, b).meaning ?? scores.paraphrase;
  return bestOfEach(distinct, ({ pair }) => pair[0], valueOf);
}

/** Draws some of the pairs, or of each group of them. */
function drawn(pairs: readonly ScoredLine[], { draw, per, seed = 0, by = 'paraphrase' }: Flags): readonly ScoredLine[] {
  if (draw === undefined) return pairs;
  const folds = per === 'tenth' ? tenths(pairs.map(({ scores }) => scores[by])) : [];
  const groups: Readonly<Record<NonNullable<typeof per> | 'all', (line: ScoredLine, at: number) => string | undefined>> = {
    all: () => '',
    length: ({ sides }) => String(corpusWords(sides[0]).length),
    range: ({ scores }) => String(paraphraseRanges.findIndex((range) => isWithin(scores.paraphrase, range))),
    tenth: (_, at) => (folds[at] === undefined ? undefined : String(folds[at])),
  };
  return drawOfEach(pairs, groups[per ?? 'all'], draw, seed);
}

const asksModel = ({ maxScore, maxCrossEntropy }: Flags): boolean => maxScore !== undefined || maxCrossEntropy !== undefined;

/** The pairs within the limits of length and score. A pair too long for the model is not. */
async function within(pairs: readonly ScoredLine[], asked: Flags, context: CommandContext): Promise<ScoredLine[]> {
  const { minLength = 0, maxLength = Infinity, maxScore = Infinity, maxCrossEntropy = Infinity, model, threads } = asked;
  const fit = pairs.filter((line) => isEncoded(line, asked) && line.sides.every((text) => {
    const { length } = corpusWords(text);
    return length >= minLength && length <= maxLength;
  }));
  if (!asksModel(asked)) return fit;
  const { tools } = await openRewriter(model, threads, loadingOf(asked, context));
  const settings = settingsOf({ estimator: false }, tools.threshold);
  const readable = fit.filter(({ pair, foreign }) => isReadable(pair, tools, foreign));
  const left: ScoredLine[] = [];
  for (let at = 0; at < readable.length; at += BATCH) {
    const some = readable.slice(at, at + BATCH);
    const request = { tools, settings, signal: context.signal };
    const scores = await scorePairs(some.map(({ pair }) => pair), request, { foreign: some.map(({ foreign }) => foreign) });
    left.push(...some.filter((_, i) => {
      const read = scores[i];
      return read !== undefined && read.score <= maxScore && dualCrossEntropy(read) <= maxCrossEntropy;
    }));
  }
  return left;
}

function isEncoded({ pair, foreign }: ScoredLine, { encodable, encodableForeign }: Flags): boolean {
  const english = encodable === undefined || pair.every((text) => isEncodable(text, encodable));
  return english && (encodableForeign === undefined || isEncodable(foreign ?? '', encodableForeign));
}

interface ReadPairs {
  readonly pairs: readonly ScoredLine[];
  readonly failed: boolean;
  /** The first line, where a column is named by it. */
  readonly header: string | undefined;
}

/** @throws OtherwiseError `bad-flag` where the header lacks the foreign column, `aborted` */
async function readScored(context: CommandContext, asked: Flags): Promise<ReadPairs> {
  const embeddings = await loadEmbeddings();
  const named = asked.foreignColumn === undefined ? undefined : columnOf(asked.foreignColumn);
  const pairs: ScoredLine[] = [];
  let [failed, header, foreign]: [boolean, string | undefined, number | undefined] = [false, undefined, undefined];
  if (typeof named === 'number') foreign = named - 1;
  for await (const { text, number, error } of readLines(context.stdin)) {
    if (context.signal.aborted) throw new OtherwiseError('aborted', 'Stopped before the corpus was read.');
    if (number === 0 && typeof named === 'string') {
      header = text;
      foreign = text.split('\t').map((name) => name.trim()).indexOf(named);
      if (foreign < 0) throw new OtherwiseError('bad-flag', `The header has no column ${named}; it is: ${text}`);
      continue;
    }
    try {
      if (error) throw error;
      const line = asked.normalise ? text.split('\t').map(plainPunctuation).join('\t') : text;
      pairs.push(scoredLine(line, foreign, asked.by, embeddings));
    } catch (cause) {
      failed = true;
      context.stderr.write(`${JSON.stringify({ line: number + 1, error: errorObject(cause) })}\n`);
    }
    if ((number + 1) % 10_000 === 0) context.stderr.write(`${number + 1} lines\n`);
  }
  return { pairs, failed, header };
}

/** @param at of the column in the pivot language, from 0 @throws OtherwiseError `bad-request`, `text-empty`, `missing-field` */
function scoredLine(line: string, at: number | undefined, by: Flags['by'], embeddings: SentenceEmbeddings): ScoredLine {
  const cells = line.split('\t');
  const pivot = at === undefined ? undefined : cells[at];
  if (at !== undefined && pivot === undefined)
    throw new OtherwiseError('missing-field', `The line has no column ${at + 1}; it has ${cells.length}.`);
  const foreign = pivot === undefined ? undefined : cleanText(pivot);
  if (foreign === '') throw new OtherwiseError('text-empty', 'The text in the pivot language is empty.');
  const english = cells.filter((_, column) => column !== at);
  if (foreign === undefined) {
    const pair = readPair(line, Infinity);
    const texts = [pair.reference, pair.translation] as const;
    return { line, pair: texts, sides: texts, foreign, scores: scoresOf(pair, by, embeddings) };
  }
  if (by !== undefined && english.length < 2)
    throw new OtherwiseError('missing-field', `The line has no translation beside its reference; --by ${by} needs it.`);
  // A bitext: what else the line has is no business of the models.
  const pair = readPair((by === undefined ? [english[0], english[0]] : english).join('\t'), Infinity);
  const { reference } = pair;
  return { line, pair: [reference, reference], sides: [reference, foreign], foreign, scores: scoresOf(pair, by, embeddings) };
}

function scoresOf({ reference, translation, rest: [score] }: CorpusPair, by: Flags['by'], embeddings: SentenceEmbeddings): FilterScores {
  const model = score === undefined || score.trim() === '' ? undefined : Number(score);
  if (by === 'model' && model === undefined)
    throw new OtherwiseError('missing-field', 'The line has no third column with the score of the model; --by model needs it.');
  if (by === 'model' && !Number.isFinite(model))
    throw new OtherwiseError('bad-request', `The third column is no number: '${score}'.`);
  return {
    paraphrase: embeddings.cosine(reference, translation), overlap: trigramOverlap(reference, translation),
    model: Number.isFinite(model) ? model : undefined, words: corpusWords(reference).length + corpusWords(translation).length,
  };
}

const number = (value: number | undefined, digits = 2): string => (value === undefined ? '–' : value.toFixed(digits));
const both = (value: MeanAndDeviation | undefined): string =>
  (value === undefined ? '–' : `${number(value.mean)} ± ${number(value.deviation, 1)}`);
const cells = ({ pairs, overlap, paraphrase, length }: FoldRow): string =>
  `${pairs} | ${both(overlap)} | ${both(paraphrase)} | ${number(length, 1)}`;

function markdown(pairs: readonly FilterScores[]): string {
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
