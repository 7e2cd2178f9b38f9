import * as v from 'valibot';
import { splitSentences } from '../../core/text/sentences.ts';
import { type Fixed, fixedLines } from '../../rich/fixed-lines.ts';
import type { Command } from '../command.ts';
import { checkFields, checkFlags, parseFlags } from '../flags.ts';
import { answerLines, parseObject } from '../lines.ts';

const request = v.strictObject({ text: v.string() });

/** The kinds of sentence: prose, parts that are left alone when a text is rewritten, and anything else that is no prose. */
type SentenceKind = 'sentence' | 'greeting' | 'signature' | 'heading' | 'other';

const kindOf = (fixed: Fixed | undefined): SentenceKind => {
  if (fixed === undefined) return 'sentence';
  return fixed === 'greeting' || fixed === 'signature' || fixed === 'heading' ? fixed : 'other';
};

/** `otherwise split`: the sentences of a text, and what each is. */
export const command: Command = {
  name: 'split',
  summary: 'the sentences of a text, and what each is',
  help: `Usage: otherwise split < texts

The sentences of each text, in their order, as they are rewritten one by one. With what stood between them, which is white space
alone, they are the text. Abbreviations, initials, speech, lists and numbers do not end one; placeholders, tags and code are never cut.
What nobody wants rewritten is told apart: greetings, farewells with the names below them, headings, and other lines that are no prose.

Input, a text a line, or a JSON object for a text of several lines
  {"text": "Hi Marta,\\nthe report is ready. Shall I send it?\\nBest,\\nJo"}

Output, a JSON object a line
  {"sentences": ["Hi Marta,", "the report is ready.", "Shall I send it?", "Best,", "Jo"],
   "kinds": ["greeting", "sentence", "sentence", "signature", "signature"]}
`,
  run(context) {
    checkFlags(v.strictObject({}), parseFlags(context.args, {}));
    return answerLines(context, (line) => {
      const text = line.trimStart().startsWith('{') ? checkFields(request, parseObject(line)).text : line;
      const sentences = splitSentences(text);
      return { sentences: sentences.map((sentence) => sentence.text), kinds: fixedLines(text, sentences).map(kindOf) };
    });
  },
};
