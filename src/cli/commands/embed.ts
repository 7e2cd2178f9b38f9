import * as v from 'valibot';
import { OtherwiseError } from '../../core/errors.ts';
import { cleanText } from '../../core/text/clean.ts';
import type { Command } from '../command.ts';
import { checkFields, checkFlags, parseFlags } from '../flags.ts';
import { answerLines, parseObject } from '../lines.ts';
import { loadEmbeddings } from '../meaning.ts';
import { NpyWriter } from '../npy.ts';

const flagSchema = v.strictObject({ npy: v.optional(v.string()) });
const lineSchema = v.strictObject({ text: v.string('must be a text.') });
const DIGITS = 6;

const help = `Usage: otherwise embed [--npy FILE] < texts

Sentence embeddings of texts: the mean of word vectors and of character-trigram vectors trained on paraphrases, joined and scaled to
length 1 (ParaNMT-50M, section 4). The cosine of two texts is the dot product of their vectors.

Flags
  --npy FILE   write the vectors there, as a NumPy array of float32 with a row for each text

Input, a line
  a text, or {"text"}

Output, a JSON object a line
  {"vector": [numbers]}, ${DIGITS} digits behind the point; with --npy {"row": its row in the file, from 0}.
  A line that is an error has no row.
`;

/** `otherwise embed`: texts as vectors. */
export const command: Command = {
  name: 'embed',
  summary: 'sentence embeddings of texts, as JSON lines or a NumPy file',
  help,
  async run(context) {
    const { npy } = checkFlags(flagSchema, parseFlags(context.args, { npy: 'string' }));
    const embeddings = await loadEmbeddings();
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
