import * as v from 'valibot';
import { OtherwiseError } from '../../core/errors.ts';
import { PairCounts, pmiMeasures } from '../../lab/corpora/pair-counts.ts';
import { corpusWords, readPair } from '../../lab/corpora/pairs.ts';
import { readJudgedWords, wordAgreement } from '../../lab/corpora/word-pairs.ts';
import { foldWord } from '../../core/text/words.ts';
import type { Command, CommandContext } from '../command.ts';
import { readFileLines } from '../evaluation-input.ts';
import { checkFlags, parseFlags } from '../flags.ts';
import { errorObject, readLines, write } from '../lines.ts';
import { loadEmbeddings } from '../meaning.ts';

const whole = v.pipe(v.number(), v.integer('must be a whole number.'), v.minValue(1, 'must be at least 1.'));
const flags = v.strictObject({
  minCount: v.optional(whole, 10),
  maxTokens: v.optional(whole, 30),
  minScore: v.optional(
    v.union([v.literal('none'), v.pipe(v.number(), v.minValue(-1), v.maxValue(1))], 'must be a cosine from -1 to 1, or none.'),
    0.35,
  ),
  measure: v.optional(v.picklist(pmiMeasures, `must be one of ${pmiMeasures.join(', ')}.`), 'adjusted'),
  word: v.optional(v.array(v.string())),
  against: v.optional(v.string()),
});

const flagKinds = {
  minCount: 'number', maxTokens: 'number', minScore: 'string', measure: 'string', word: 'list', against: 'string',
} as const;

const help = `Usage: otherwise lexicon [flags] < pairs

Words that may stand for each other, found in a corpus of sentence pairs by pointwise mutual information: high where two words meet across
the pair more often than within one sentence (ParaNMT-50M, appendix A.1).

Flags
  --measure adjusted|cross|single   across the pair less within a sentence, across alone, within alone (adjusted)
  --min-count N                     least number of co-occurrences (10)
  --min-score COSINE|none           least embedding cosine of a sentence pair (0.35)
  --max-tokens N                    longest sentence, in words (30)
  --word WORD                       only pairs with this word, or one of these when repeated (Table 12)
  --against FILE                    no pairs, but how their scores agree with people (Table 13): SimLex-999 as it is published,
    or lines of
                                    word, tab, word, tab, score. A pair that the corpus lacks counts as 0

Input: lines of reference, tab, translation, without a header. Pairs with a longer side or a lower cosine do not count; their number and
every line that is no pair are told on stderr (exit code 1 for the latter).

Output: TSV with the header a, b, count, score; best first; natural logarithm, six decimals. Words are in lower case. Each unordered pair
once, with single both orders. count: directions of pairs with a on one side and b on the other; with single sentences with both.
With --against: {"file", "n", "found", "spearman"}, in hundredths.
`;

/** `otherwise lexicon`: lexical paraphrases from a pair corpus. */
export const command: Command = {
  name: 'lexicon',
  summary: 'words that may stand for each other, from a corpus of sentence pairs',
  help,
  async run(context) {
    const given = parseFlags(context.args, flagKinds);
    const score = given['minScore'];
    const options = checkFlags(
      flags,
      typeof score === 'string' && score !== 'none' ? { ...given, minScore: score.trim() === '' ? NaN : Number(score) } : given,
    );
    if (options.word && options.against !== undefined) throw new OtherwiseError('bad-flag', 'Give --word or --against, not both.');
    const judged = options.against === undefined ? undefined : await readWords(options.against, context);
    const { counts, failed } = await readCorpus(context, options);
    const associations = counts.associations(options.measure, options.minCount);
    if (judged) {
      await write(context, `${JSON.stringify({ file: options.against, ...wordAgreement(judged.pairs, associations) })}\n`);
      return failed || judged.errors.length > 0 ? 1 : 0;
    }
    const wanted = options.word && new Set(options.word.map(foldWord));
    await write(context, 'a\tb\tcount\tscore\n');
    let block = '';
    for (const { a, b, count, score: value } of associations) {
      if (wanted && !wanted.has(a) && !wanted.has(b)) continue;
      block += `${a}\t${b}\t${count}\t${sixDecimals(value)}\n`;
      if (block.length < 65_536) continue;
      await write(context, block);
      block = '';
    }
    await write(context, block);
    return failed ? 1 : 0;
  },
};

/** Writes a number with six decimals, zero without a sign. */
const sixDecimals = (value: number): string => value.toFixed(6).replace(/^-(0\.0+)$/, '$1');

/** Reads judged pairs of words; lines that are none are told on stderr. @throws OtherwiseError `file-unreadable` */
async function readWords(file: string, { stderr }: CommandContext): Promise<ReturnType<typeof readJudgedWords>> {
  const read = readJudgedWords(await readFileLines(file));
  for (const { line, error } of read.errors) stderr.write(`${JSON.stringify({ file, line, error: errorObject(error) })}\n`);
  return read;
}

/** Counts the pairs of the input; lines that are none are told on stderr. */
async function readCorpus(
  context: CommandContext,
  { minScore, maxTokens }: v.InferOutput<typeof flags>,
): Promise<{ counts: PairCounts; failed: boolean }> {
  const embeddings = minScore === 'none' ? undefined : await loadEmbeddings();
  const counts = new PairCounts();
  const left = { long: 0, unlike: 0, wrong: 0 };
  for await (const { text, number, error } of readLines(context.stdin)) {
    if (context.signal.aborted) throw new OtherwiseError('aborted', 'Stopped before the corpus was read.');
    try {
      if (error) throw error;
      const { reference, translation } = readPair(text);
      const words = [corpusWords(reference), corpusWords(translation)] as const;
      if (words.some((side) => side.length > maxTokens)) left.long += 1;
      else if (embeddings && minScore !== 'none' && embeddings.cosine(reference, translation) < minScore) left.unlike += 1;
      else counts.add(...words);
    } catch (cause) {
      left.wrong += 1;
      context.stderr.write(`${JSON.stringify({ line: number + 1, error: errorObject(cause) })}\n`);
    }
    if ((number + 1) % 10_000 === 0) context.stderr.write(`${number + 1} lines\n`);
  }
  context.stderr.write(
    `${counts.pairs} pairs counted; left out: ${left.long} with more than ${maxTokens} words a side, ` +
      `${left.unlike} below the cosine, ${left.wrong} lines that are no pair\n`,
  );
  return { counts, failed: left.wrong > 0 };
}
