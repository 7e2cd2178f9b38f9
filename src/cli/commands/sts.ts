import * as v from 'valibot';
import { OtherwiseError, throwIfAborted } from '../../core/errors.ts';
import { sideOf } from '../../core/alignment/tokens.ts';
import { type Correlations, agreement, agreementBySet, type JudgedPair, readJudgedPair } from '../../lab/corpora/similarities.ts';
import { corpusBleu } from '../../core/metrics/bleu.ts';
import { cosine, type SentenceEmbeddings, trigramCosine, wordCosine } from '../../core/quality/meaning/embedding.ts';
import type { Command, CommandContext } from '../command.ts';
import { readFileLines } from '../evaluation-input.ts';
import { checkFlags, parseFlagsAndRest } from '../flags.ts';
import { errorObject, write } from '../lines.ts';
import { loadEmbeddings } from '../meaning.ts';

const flagSchema = v.strictObject({ bySet: v.optional(v.boolean(), false) });
const measures = ['word', 'trigram', 'sum', 'concatenation', 'bleu'] as const;
type Measured = Readonly<Record<(typeof measures)[number], number>>;

const help = `Usage: otherwise sts FILE... [flags]

How well the sentence embeddings agree with people on semantic textual similarity (ParaNMT-50M, table 8), beside BLEU.

Flags
  --by-set   the plain mean over the sets that the fourth column names, as the papers give a year's value, instead of all pairs at once

FILE: lines of score, tab, text, tab, text, optionally tab and set; further columns do not count, nor does a first line that begins with a
word: a header. A file whose name ends in .xz is unpacked. Lines that are no pair are told on stderr (exit code 1).

Output, a JSON object a file
  {"file", "n", "pearson": {"word", "trigram", "sum", "concatenation", "bleu"}, "spearman": {the same}}
  n: pairs; in hundredths, two decimals; null where all values are the same
  word, trigram:   cosine of the mean word vectors, of the mean character-trigram vectors
  sum:             of these two cosines (the two kinds of vectors differ in length and can't be added)
  concatenation:   cosine of both vectors joined end to end, as similarity gives it
  bleu:            of the second text against the first; words and marks in lower case, brevity penalty, orders above the first plus one
`;

/** `otherwise sts`: agreement of embeddings and BLEU with human scores of similarity. */
export const command: Command = {
  name: 'sts',
  summary: 'how well sentence embeddings and BLEU agree with people on files of scored pairs',
  help,
  async run(context) {
    const { flags, rest: files } = parseFlagsAndRest(context.args, { bySet: 'boolean' }, Infinity);
    const { bySet } = checkFlags(flagSchema, flags);
    if (files.length === 0) throw new OtherwiseError('bad-flag', 'Name at least one file of scored pairs: otherwise sts FILE.');
    const embeddings = await loadEmbeddings();
    let failed = false;
    for (const file of files) {
      try {
        const { pairs, wrong } = await readPairs(file, context);
        failed ||= wrong > 0;
        await write(context, `${JSON.stringify({ file, n: pairs.length, ...agreements(pairs, embeddings, bySet) })}\n`);
      } catch (cause) {
        if (context.signal.aborted) throw cause;
        failed = true;
        await write(context, `${JSON.stringify({ file, error: errorObject(cause) })}\n`);
      }
    }
    return failed ? 1 : 0;
  },
};

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

type Figures = Readonly<Record<(typeof measures)[number], number | null>>;

function agreements(
  pairs: readonly JudgedPair[],
  embeddings: SentenceEmbeddings,
  bySet: boolean,
): Readonly<Record<keyof Correlations, Figures>> {
  const measured = pairs.map((pair) => measure(pair, embeddings));
  const found = measures.map((name) => (bySet ? agreementBySet : agreement)(pairs, measured.map((one) => one[name])));
  const figures = (kind: keyof Correlations): Figures =>
    Object.fromEntries(measures.map((name, at) => [name, hundredths(found[at]?.[kind])])) as Figures;
  return { pearson: figures('pearson'), spearman: figures('spearman') };
}

const hundredths = (value: number | undefined): number | null => (value === undefined ? null : Number(value.toFixed(2)));

function measure({ a, b }: JudgedPair, embeddings: SentenceEmbeddings): Measured {
  const [one, other] = [embeddings.embed(a), embeddings.embed(b)];
  const [word, trigram] = [wordCosine(one, other), trigramCosine(one, other)];
  const [reference = [], candidate = []] = [a, b].map((text) => sideOf(text).tokens.map(({ key }) => key));
  const bleu = corpusBleu([{ references: [reference], candidate }], { brevityPenalty: true, smoothing: 'one' }) ?? 0;
  return { word, trigram, sum: word + trigram, concatenation: cosine(one, other), bleu };
}
