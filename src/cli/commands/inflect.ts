import * as v from 'valibot';
import type { Command } from '../command.ts';
import { checkFields, checkFlags, parseFlags } from '../flags.ts';
import { loadInflector } from '../lexical.ts';
import { answerLines, parseObject } from '../lines.ts';

const pos = v.optional(v.picklist(['V', 'N', 'A'], 'must be V, N or A.'));
const request = v.strictObject({ word: v.string(), pos });
const flags = v.strictObject({ pos });

/** `otherwise inflect`: every surface form of a word, the ones a ban on it covers. */
export const command: Command = {
  name: 'inflect',
  summary: 'all surface forms of a word',
  help: `Usage: otherwise inflect [--pos V|N|A] < requests

All surface forms of a word, the word itself first. Any form finds its lemma: 'went' gives 'go'. Irregular forms and both spellings (colour,
color) are included; derivations (worker) and archaic forms (goeth) are not. Words outside the table are inflected by rule.

Flags
  --pos V|N|A   only forms as a verb, a noun, an adjective or adverb (default: every reading of the word); a line's own field wins

Input, a JSON object a line
  {"word": "postponed", "pos": "V"}

Output, a JSON object a line
  {"forms": ["postponed", "postpone", "postponing", "postpones"]}
`,
  async run(context) {
    const defaults = checkFlags(flags, parseFlags(context.args, { pos: 'string' }));
    const inflector = await loadInflector();
    return answerLines(context, (line) => {
      const asked = checkFields(request, parseObject(line));
      return { forms: inflector.forms(asked.word, asked.pos ?? defaults.pos) };
    });
  },
};
