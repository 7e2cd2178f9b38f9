import * as v from 'valibot';
import { align } from '../../evaluation/alignment/align.ts';
import { AssociationModel } from '../../evaluation/alignment/association.ts';
import { stopWords } from '../../evaluation/alignment/stop-words.ts';
import { OtherwiseError } from '../../errors.ts';
import type { Command } from '../command.ts';
import { checkFields, checkFlags, parseFlags } from '../flags.ts';
import { answerLines, parseObject, write } from '../lines.ts';

const aligner = v.picklist(['lcs', 'model', 'both']);
const extract = v.picklist(['ngram', 'chunk']);
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
const flags = v.strictObject({ aligner: v.optional(aligner), extract: v.optional(extract, 'ngram'), stopWords: v.optional(v.boolean()) });

/** `otherwise align`: word alignment and paraphrase fragments of sentence pairs. */
export const command: Command = {
  name: 'align',
  summary: 'align two sentences and cut out the fragments that mean the same',
  help: `Usage: otherwise align [flags] < requests
       otherwise align --stop-words

Flags (defaults for requests that do not say it themselves)
  --aligner lcs|model|both   common n-grams, word association, or one after the other (lcs; model when a request brings counts)
  --extract ngram|chunk      runs of aligned words, or whole chunks of a shallow chunker (ngram)
  --stop-words               print the stop list, one word a line, and nothing else (requests switch the rule on with "stopWords": true)

Input, a JSON object a line
  {"a", "b", "aligner", "extract", "stopWords": false, "counts": {"pairs": [[w1, w2, n], ...], "words": [[w2, n], ...], "total": n}}
  a is the target side. Texts are split into words and marks and compared lower-cased, token lists as they are. Without counts the
  model knows only that a word goes with itself; with counts the aligner is the model (or both).

Output, a JSON object a line
  {"links": [[i, j], ...], "scores": [one for each token of a, after smoothing], "fragments": [[a side, b side], ...]}
`,
  async run(context) {
    const defaults = checkFlags(flags, parseFlags(context.args, { aligner: 'string', extract: 'string', stopWords: 'boolean' }));
    if (defaults.stopWords) {
      await write(context, `${stopWords.join('\n')}\n`);
      return 0;
    }
    return answerLines(context, (line) => {
      const asked = checkFields(request, parseObject(line));
      if (asked.counts && asked.aligner === 'lcs') {
        throw new OtherwiseError(
          'bad-request',
          'Field \'counts\': the aligner "lcs" does not use counts; leave the aligner out, or ask for "model" or "both".',
        );
      }
      return align(asked.a, asked.b, {
        aligner: asked.aligner ?? (asked.counts ? 'model' : defaults.aligner ?? 'lcs'),
        extract: asked.extract ?? defaults.extract,
        stopWords: asked.stopWords ?? false,
        ...(asked.counts && { model: AssociationModel.from(asked.counts) }),
      });
    });
  },
};
