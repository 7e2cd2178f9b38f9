import * as v from 'valibot';
import { OtherwiseError, throwIfAborted } from '../../core/errors.ts';
import { corpusWords } from '../../lab/corpora/pairs.ts';
import type { Command } from '../command.ts';
import { checkFields, checkFlags, parseFlags } from '../flags.ts';
import { errorObject, parseObject, readLines, write } from '../lines.ts';

const flagSchema = v.strictObject({
  minCount: v.optional(v.pipe(v.number(), v.integer('must be a whole number.'), v.minValue(1, 'must be at least 1.')), 1),
});
const lineSchema = v.strictObject({ text: v.string('must be a text.') });
const DIGITS = 6;
/** Sentences between two lines of progress. */
const EVERY = 1_000_000;

/** `otherwise idf`: a table of IDF from a corpus. */
export const command: Command = {
  name: 'idf',
  summary: 'inverse sentence frequencies of the words of a corpus',
  help: `Usage: otherwise idf [--min-count N] < corpus > table

IDF in bits of every word of a corpus: log2(sentences / sentences that have the lower-cased word), as ParaBank's systems rank tokens by it
(section 3.2). --idf FILE in systems, paraphrase, corpus, evaluate and statistics takes the table.

Flags
  --min-count N   leave out words of fewer sentences (1)

Input, a sentence a line, or {"text"}; blank lines count for nothing. A line that is none is told on stderr (exit code 1).

Output, a word a line: the word, a tab, its IDF (${DIGITS} digits behind the point); the most frequent first, then by their letters.
`,
  async run(context) {
    const { minCount } = checkFlags(flagSchema, parseFlags(context.args, { minCount: 'number' }));
    const counts = new Map<string, number>();
    let [sentences, failed] = [0, false];
    for await (const { text, number, error } of readLines(context.stdin)) {
      throwIfAborted(context.signal);
      if (text.trim() === '' && !error) continue;
      try {
        if (error) throw error;
        const sentence = text.trimStart().startsWith('{') ? checkFields(lineSchema, parseObject(text)).text : text;
        for (const word of new Set(corpusWords(sentence))) counts.set(word, (counts.get(word) ?? 0) + 1);
        sentences += 1;
      } catch (cause) {
        failed = true;
        context.stderr.write(`${JSON.stringify({ line: number + 1, error: errorObject(cause) })}\n`);
      }
      if (number > 0 && number % EVERY === 0) context.stderr.write(`${number} lines\n`);
    }
    const kept = [...counts].filter(([, count]) => count >= minCount).sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
    if (kept.length === 0) throw new OtherwiseError('text-empty', `The corpus has no word that ${minCount} of its sentences have.`);
    for (const [word, count] of kept) await write(context, `${word}\t${Math.log2(sentences / count).toFixed(DIGITS)}\n`);
    return failed ? 1 : 0;
  },
};
