import * as v from 'valibot';
import { align, aligners, extractions } from '../../core/alignment/align.ts';
import { AssociationModel } from '../../core/alignment/association.ts';
import { stopWords } from '../../core/alignment/tokens.ts';
import { OtherwiseError } from '../../core/errors.ts';
import { trainAligner } from '../aligner-training.ts';
import type { Command } from '../command.ts';
import { checkFields, checkFlags, parseFlags } from '../flags.ts';
import { loadAligner, readAligner } from '../lexical.ts';
import { answerLines, parseObject, write } from '../lines.ts';

const aligner = v.picklist(aligners);
const extract = v.picklist(extractions);
const side = v.union([v.string(), v.array(v.string())], 'must be a text or a list of tokens.');
const count = v.pipe(v.number(), v.minValue(0));

const request = v.strictObject({
  a: side,
  b: side,
  aligner: v.optional(aligner),
  extract: v.optional(extract),
  stopWords: v.optional(v.boolean()),
  counts: v.optional(v.strictObject({
    pairs: v.array(v.strictTuple([v.string(), v.string(), count])), words: v.array(v.strictTuple([v.string(), count])), total: count,
  })),
});
const whole = v.pipe(v.number(), v.integer('must be a whole number.'), v.minValue(1, 'must be at least 1.'));
const flags = v.strictObject({
  aligner: v.optional(aligner),
  extract: v.optional(extract),
  stopWords: v.optional(v.boolean()),
  table: v.optional(v.string()),
  train: v.optional(v.string()),
  out: v.optional(v.string()),
  iterations: v.optional(whole),
  identical: v.optional(v.pipe(v.number(), v.minValue(0, 'must be at least 0.'))),
  maxWords: v.optional(whole),
});
type Flags = v.InferOutput<typeof flags>;
const kinds = {
  aligner: 'string', extract: 'string', stopWords: 'boolean', table: 'string',
  train: 'string', out: 'string', iterations: 'number', identical: 'number', maxWords: 'number',
} as const;

const help = `Usage: otherwise align [flags] < requests
       otherwise align --train FILE --out TABLE [flags]
       otherwise align --stop-words

Flags (defaults for requests that do not say it themselves)
  --aligner lcs|model|both   common n-grams, a trained word aligner, or one after the other (lcs; model when a request brings counts or
                             --table is given)
  --extract ngram|phrase|chunk
                             the paper's runs of words above 0; these cut into phrases of at most ten words that are linked to
                             nothing outside (ours); or whole noun and verb chunks (ngram)
  --table TABLE              the aligner that was trained, instead of the one that is shipped
  --stop-words               print the stop list, one word a line, and nothing else (requests switch the rule on with "stopWords": true)

Training: IBM Model 1 in both directions with a null word and the dictionary of identical words
  --train FILE               lines of a, tab, b (.xz is unpacked); lines that are none are told on stderr and left out (exit code 1)
  --out TABLE                where the table goes, when it is whole
  --iterations N             of expectation maximisation (5)
  --identical N              how many sentence pairs the dictionary stands for, for each word (100)
  --max-words N              longest sentence of the corpus (100)
  The log-likelihood of corpus and dictionary at the beginning of each iteration is told on stderr, in nats; it never falls. On stdout
  {"pairs", "words", "iterations", "logLikelihood"}, the last at the end.

Input, a JSON object a line
  {"a", "b", "aligner", "extract", "stopWords": false, "counts": {"pairs": [[w1, w2, n], ...], "words": [[w2, n], ...], "total": n}}
  a is the target side. Texts are split into words and marks and compared lower-cased, token lists as they are. With counts the aligner is
  the model (or both), made of these counts.

Output, a JSON object a line
  {"links": [[i, j], ...], "scores": [one for each token of a, after smoothing], "fragments": [[a side, b side], ...]}
`;

/** `otherwise align`: word alignment and paraphrase fragments of sentence pairs. */
export const command: Command = {
  name: 'align',
  summary: 'align two sentences and cut out the fragments that mean the same',
  help,
  async run(context) {
    const given = checkFlags(flags, parseFlags(context.args, kinds));
    checkUse(given);
    if (given.stopWords) {
      await write(context, `${stopWords.join('\n')}\n`);
      return 0;
    }
    if (given.train !== undefined) return trainAligner({ ...given, train: given.train, out: given.out ?? '' }, context);
    const trained = given.table === undefined ? undefined : await readAligner(given.table);
    return answerLines(context, async (line) => {
      const asked = checkFields(request, parseObject(line));
      if (asked.counts && asked.aligner === 'lcs') {
        throw new OtherwiseError(
          'bad-request',
          'Field \'counts\': the aligner "lcs" does not use counts; leave the aligner out, or ask for "model" or "both".',
        );
      }
      const how = asked.aligner ?? (asked.counts ? 'model' : given.aligner ?? (trained ? 'model' : 'lcs'));
      return align(asked.a, asked.b, {
        aligner: how,
        extract: asked.extract ?? given.extract ?? 'ngram',
        stopWords: asked.stopWords ?? false,
        ...(how !== 'lcs' && { model: asked.counts ? AssociationModel.from(asked.counts) : trained ?? await loadAligner() }),
      });
    });
  },
};

/** @throws OtherwiseError `bad-flag` for flags that would do nothing */
function checkUse({ train, out, table, aligner: how, extract: cut, stopWords: list, iterations, identical, maxWords }: Flags): void {
  const training = out ?? iterations ?? identical ?? maxWords;
  if (train === undefined && training !== undefined)
    throw new OtherwiseError('bad-flag', '--out, --iterations, --identical and --max-words go with --train FILE.');
  if (train !== undefined && out === undefined)
    throw new OtherwiseError('bad-flag', 'Name the table to write: align --train FILE --out TABLE.');
  if (train !== undefined && (table ?? how ?? cut ?? list) !== undefined)
    throw new OtherwiseError('bad-flag', '--train writes a table and aligns nothing; leave the flags of aligning out.');
}
