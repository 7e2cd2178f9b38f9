import * as v from 'valibot';
import { OtherwiseError } from '../../core/errors.ts';
import { flagName } from '../../core/options.ts';
import { cleanText } from '../../core/text/clean.ts';
import type { Command } from '../command.ts';
import { checkFields, checkFlags, parseFlags } from '../flags.ts';
import { answerLines, parseObject } from '../lines.ts';
import { trainingFlagKinds, trainingFlags, trainingHelp, trainVectors } from '../embedding-training.ts';
import { NpyWriter } from '../npy.ts';
import { embeddingsOf, vectorsHelp } from '../vectors.ts';

const flagSchema = v.strictObject({ npy: v.optional(v.string()), vectors: v.optional(v.string()), ...trainingFlags });
const flagKinds = { npy: 'string', vectors: 'string', ...trainingFlagKinds } as const;
const lineSchema = v.strictObject({ text: v.string('must be a text.') });
const DIGITS = 6;

const help = `Usage: otherwise embed [--npy FILE] [--vectors FOLDER] < texts
       otherwise embed --train PAIRS --out FOLDER [flags]

Sentence embeddings of texts: the mean of word vectors and of character-trigram vectors trained on paraphrases, joined and scaled to
length 1 (ParaNMT-50M, section 4). The cosine of two texts is the dot product of their vectors.

Flags
  --npy FILE         write the vectors there, as a NumPy array of float32 with a row for each text
${vectorsHelp}

Training (ParaNMT-50M, sections 4 and 5.2)
${trainingHelp}

Input, a line
  a text, or {"text"}

Output, a JSON object a line
  {"vector": [numbers]}, ${DIGITS} digits behind the point; with --npy {"row": its row in the file, from 0}.
  A line that is an error has no row.
  With --train, for each model: {"model", "mega", "pairs", "words"?, "trigrams"?, "epochs", "losses": [of each epoch], "negatives": [{"a",
  "b", "negative", "cosine"}]}: examples of the sentence of another pair that is most like a (the paper's table 7). sts --vectors FOLDER
  --each says how well the models agree with people (tables 6, 8 and 10).
`;

/** `otherwise embed`: texts as vectors. */
export const command: Command = {
  name: 'embed',
  summary: 'sentence embeddings of texts, as JSON lines or a NumPy file',
  help,
  async run(context) {
    const { npy, vectors, train, ...training } = checkFlags(flagSchema, parseFlags(context.args, flagKinds));
    if (train !== undefined && (npy ?? vectors) !== undefined)
      throw new OtherwiseError('bad-flag', '--train embeds nothing; leave --npy and --vectors out.');
    if (train !== undefined) return trainVectors({ ...training, train }, context);
    const stray = Object.entries(training).find(([, value]) => value !== undefined);
    if (stray) throw new OtherwiseError('bad-flag', `--${flagName(stray[0])} goes with --train PAIRS.`);
    const embeddings = await embeddingsOf(vectors);
    const file = npy === undefined ? undefined : new NpyWriter(npy);
    try {
      return await answerLines(context, (line) => {
        const { vector } = embeddings.embed(textOf(line));
        if (!file) return { vector: Array.from(vector, (value) => Number(value.toFixed(DIGITS))) };
        file.add(vector);
        return { row: file.rows - 1 };
      });
    } finally {
      file?.close(embeddings.embed('').vector.length);
    }
  },
};

/** @throws OtherwiseError `text-empty`, and those of `checkFields` */
function textOf(line: string): string {
  const text = cleanText(line.trimStart().startsWith('{') ? checkFields(lineSchema, parseObject(line)).text : line);
  if (text === '') throw new OtherwiseError('text-empty', 'There is no text. Give at least one word.');
  return text;
}
