import * as v from 'valibot';
import { OtherwiseError, throwIfAborted } from '../../core/errors.ts';
import { agreement, agreementBySet, type JudgedPair, meanDifferences, readJudgedPair } from '../../lab/corpora/similarities.ts';
import type { Command, CommandContext } from '../command.ts';
import { readFileLines } from '../evaluation-input.ts';
import { checkFlags, parseFlagsAndRest } from '../flags.ts';
import { errorObject, write } from '../lines.ts';
import { loadEmbeddings } from '../meaning.ts';
import { measureBleu, ownMeasures, type SimilarityMeasure, shippedMeasures } from '../similarity-measures.ts';
import { readVectors, vectorsHelp } from '../vectors.ts';

const flagSchema = v.strictObject({
  bySet: v.optional(v.boolean(), false), each: v.optional(v.boolean(), false), vectors: v.optional(v.string()),
});
const flagKinds = { bySet: 'boolean', each: 'boolean', vectors: 'string' } as const;

const help = `Usage: otherwise sts FILE... [flags]

How well the sentence embeddings agree with people on semantic textual similarity (ParaNMT-50M, tables 6, 8 and 10), beside BLEU.

Flags
  --by-set           the plain mean over the sets that the fourth column names, as the papers give a year's value, instead of all
                     pairs at once
  --each             a line for each set of each file, then how far each two models lie from each other: the mean over the sets of
                     the absolute difference (table 10)
${vectorsHelp.split(';', 1)[0] ?? ''}: all of its models
                     stand beside each other

FILE: lines of score, tab, text, tab, text, optionally tab and set; further columns do not count, nor does a first line that begins with a
word: a header. A file whose name ends in .xz is unpacked. Lines that are no pair are told on stderr (exit code 1).

Output, a JSON object a file
  {"file", "n", "pearson": {"word", "trigram", "sum", "concatenation", "bleu"}, "spearman": {the same}}
  n: pairs; in hundredths, two decimals; null where all values are the same
  word, trigram:   cosine of the mean word vectors, of the mean character-trigram vectors
  sum:             of these two cosines (the two kinds of vectors differ in length and can't be added)
  concatenation:   cosine of both vectors joined end to end, as similarity gives it
  bleu:            of the second text against the first; words and marks in lower case, brevity penalty, orders above the first plus one
  With --vectors the names of the models stand in place of the first four.
  With --each {"file", "set", "n", "pearson", "spearman"} for each set (null where the file names none), and at the end {"sets",
  "differences": [{"models": [one, other], "pearson", "spearman"}]}.
`;

/** `otherwise sts`: agreement of embeddings and BLEU with human scores of similarity. */
export const command: Command = {
  name: 'sts',
  summary: 'how well sentence embeddings and BLEU agree with people on files of scored pairs',
  help,
  async run(context) {
    const { flags, rest: files } = parseFlagsAndRest(context.args, flagKinds, Infinity);
    const { bySet, each, vectors } = checkFlags(flagSchema, flags);
    if (files.length === 0) throw new OtherwiseError('bad-flag', 'Name at least one file of scored pairs: otherwise sts FILE.');
    if (bySet && each) throw new OtherwiseError('bad-flag', 'Give --by-set or --each, not both.');
    const models = vectors === undefined ? shippedMeasures(await loadEmbeddings()) : ownMeasures(await readVectors(vectors));
    const measures = [...models, measureBleu];
    const sets: Figures[] = [];
    let failed = false;
    for (const file of files) {
      try {
        const { pairs, wrong } = await readPairs(file, context);
        failed ||= wrong > 0;
        for (const { about, pairs: own } of each ? setsOf(pairs) : [{ about: {}, pairs }]) {
          const figures = figuresOf(own, measures, bySet);
          sets.push(figures);
          await write(context, `${JSON.stringify({ file, ...about, n: own.length, ...figures })}\n`);
        }
      } catch (cause) {
        if (context.signal.aborted) throw cause;
        failed = true;
        await write(context, `${JSON.stringify({ file, error: errorObject(cause) })}\n`);
      }
    }
    if (each) await write(context, `${JSON.stringify(differencesOf(sets, models.map(({ name }) => name)))}\n`);
    return failed ? 1 : 0;
  },
};

/** The sets of a file, in the order of their first pairs. */
function setsOf(pairs: readonly JudgedPair[]): { about: { set: string | null }; pairs: JudgedPair[] }[] {
  return Array.from(new Set(pairs.map(({ set }) => set)), (set) =>
    ({ about: { set: set === '' ? null : set }, pairs: pairs.filter((pair) => pair.set === set) }));
}

/** The pairs of a file; lines that are none are told on stderr. @throws OtherwiseError `file-unreadable` */
async function readPairs(file: string, { stderr, signal }: CommandContext): Promise<{ pairs: JudgedPair[]; wrong: number }> {
  const pairs: JudgedPair[] = [];
  let wrong = 0;
  for (const { text, number, error } of await readFileLines(file)) {
    throwIfAborted(signal);
    if (number === 0 && !error && /^\p{L}/u.test(text)) continue;
    try {
      if (error) throw error;
      pairs.push(readJudgedPair(text));
    } catch (cause) {
      wrong += 1;
      stderr.write(`${JSON.stringify({ file, line: number + 1, error: errorObject(cause) })}\n`);
    }
  }
  return { pairs, wrong };
}

/** The figures in hundredths, by the name of the measure. */
type FigureRow = Readonly<Record<string, number | null>>;
type Figures = Readonly<Record<'pearson' | 'spearman', FigureRow>>;

function figuresOf(pairs: readonly JudgedPair[], measures: readonly SimilarityMeasure[], bySet: boolean): Figures {
  const found = measures.map(({ name, values }) => ({ name, ...(bySet ? agreementBySet : agreement)(pairs, values(pairs)) }));
  const row = (kind: 'pearson' | 'spearman'): FigureRow => Object.fromEntries(found.map((one) => [one.name, hundredths(one[kind])]));
  return { pearson: row('pearson'), spearman: row('spearman') };
}

/** Gives the differences of each two models on the sets where both have a value. */
function differencesOf(sets: readonly Figures[], models: readonly string[]): object {
  const pearson = meanDifferences(sets.map((one) => one.pearson), models);
  const spearman = meanDifferences(sets.map((one) => one.spearman), models);
  return {
    sets: sets.length,
    differences: pearson.map(({ models: two, difference }, at) =>
      ({ models: two, pearson: hundredths(difference), spearman: hundredths(spearman[at]?.difference) })),
  };
}

const hundredths = (value: number | undefined): number | null => (value === undefined ? null : Number(value.toFixed(2)));
