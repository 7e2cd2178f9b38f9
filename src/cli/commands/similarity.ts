import * as v from 'valibot';
import { OtherwiseError } from '../../core/errors.ts';
import { once } from '../../core/waiting.ts';
import { cleanText } from '../../core/text/clean.ts';
import type { Command } from '../command.ts';
import { checkFields, checkFlags, parseFlags } from '../flags.ts';
import { answerLines, parseObject } from '../lines.ts';
import { loadMeaning } from '../meaning.ts';
import { embeddingsOf, vectorsHelp } from '../vectors.ts';

const only = v.optional(v.picklist(['cosine']));
const request = v.strictObject({ a: v.string(), b: v.string(), only });
const flags = v.strictObject({ only, vectors: v.optional(v.string()) });

const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));

/** The two cleaned texts of a line. @throws OtherwiseError `text-empty` and those of `checkFields` */
function pairOf(line: string): v.InferOutput<typeof request> {
  const pair = checkFields(request, parseObject(line));
  const [a, b] = [cleanText(pair.a), cleanText(pair.b)];
  if (a === '' || b === '') throw new OtherwiseError('text-empty', `The text '${a === '' ? 'a' : 'b'}' is empty. Send two texts.`);
  return { ...pair, a, b };
}

/** `otherwise similarity`: how near two texts are, and how much of the first one's meaning the second keeps. */
export const command: Command = {
  name: 'similarity',
  summary: 'embedding cosine of two texts and predicted human score of the meaning kept',
  help: `Usage: otherwise similarity [--only cosine] [--vectors FOLDER] < requests

Flags
  --only cosine      the cosine alone, without the rules and coefficients of the score; thousands of pairs a second
${vectorsHelp}. They have the cosine alone

Input, a JSON object a line
  {"a": text, "b": its rewrite, "only": "cosine"?}

Output, a JSON object a line
  {"cosine": -1..1, "meaning": 0..100}
  cosine: of the sentence embeddings (mean word and character-trigram vectors trained on paraphrases)
  meaning: predicted human judgement of how much of a's meaning b keeps; a prediction, fitted on judgements of
           rewrites; 100 for the text itself
`,
  async run(context) {
    const { vectors, ...defaults } = checkFlags(flags, parseFlags(context.args, { only: 'string', vectors: 'string' }));
    const own = vectors === undefined ? undefined : await embeddingsOf(vectors);
    const embeddings = once(async () => own ?? embeddingsOf(undefined));
    const model = once(loadMeaning);
    return answerLines(context, async (line) => {
      const { a, b, only: wanted = defaults.only } = pairOf(line);
      if (wanted === 'cosine' || own) return { cosine: rounded((await embeddings()).cosine(a, b), 4) };
      const { cosine, meaning } = (await model()).similarity(a, b);
      return { cosine: rounded(cosine, 4), meaning: rounded(meaning, 1) };
    });
  },
};
