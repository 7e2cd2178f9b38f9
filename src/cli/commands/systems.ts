import * as v from 'valibot';
import { candidatePool } from '../../core/constraints/pool.ts';
import { systemConstraints } from '../../core/constraints/systems.ts';
import { Random } from '../../core/decoding/random.ts';
import { OtherwiseError } from '../../core/errors.ts';
import { defaultsOf, optionFields, optionFlags, systemNumber } from '../../core/options.ts';
import { cleanText } from '../../core/text/clean.ts';
import { IdfTable } from '../../core/text/idf.ts';
import type { Inflector } from '../../core/text/inflect.ts';
import type { Pos } from '../../core/text/regular.ts';
import { tagSpans, tagTokens } from '../../core/text/tagger.ts';
import { wordTokens } from '../../core/text/words.ts';
import type { Command } from '../command.ts';
import { checkFields, checkFlags, parseFlags } from '../flags.ts';
import { loadIdf, loadInflector, loadLexicon } from '../lexical.ts';
import { answerLines, parseObject } from '../lines.ts';
import { optionHelp } from '../options-text.ts';
import { systemFlagKinds, systemFlags, systemHelp, systemTables } from '../system-tables.ts';

const usual = defaultsOf.parabank;
const options = {
  system: v.optional(systemNumber), seed: optionFields.seed, anchoring: optionFields.anchoring, minimum: optionFields.minimum,
  maximum: optionFields.maximum,
};
const request = v.strictObject({
  text: v.optional(v.string()),
  tokens: v.optional(v.array(v.string())),
  ...options,
  idf: v.optional(v.record(v.string(), v.number())),
});
const flags = v.strictObject({ ...options, ...systemFlags });
const { seed, anchoring, minimum, maximum } = optionFlags;
const flagKinds = { system: 'number', seed, anchoring, minimum, maximum, ...systemFlagKinds } as const;

interface Sentence {
  readonly tokens: readonly string[];
  readonly tag: (inflector: Inflector) => readonly (Pos | undefined)[];
}

/** The words of the sentence, from exactly one of text and tokens; a text's punctuation helps to tell word classes. */
function sentence(asked: { readonly text?: string | undefined; readonly tokens?: readonly string[] | undefined }): Sentence {
  const { tokens } = asked;
  if (asked.text !== undefined && tokens !== undefined) throw new OtherwiseError('bad-request', "Give 'text' or 'tokens', not both.");
  if (tokens !== undefined) {
    if (tokens.length === 0) throw new OtherwiseError('text-empty', "'tokens' is empty: give the words of a sentence.");
    if (tokens.some((token) => token.trim() === ''))
      throw new OtherwiseError('bad-request', "A token is blank: 'tokens' are the words of a sentence.");
    return { tokens, tag: (inflector) => tagTokens(tokens, inflector) };
  }
  if (asked.text === undefined) throw new OtherwiseError('missing-field', "The field 'text' (or 'tokens') is missing.");
  const text = cleanText(asked.text);
  if (text === '') throw new OtherwiseError('text-empty', 'The text is empty: give a sentence.');
  const spans = wordTokens(text);
  if (spans.length === 0) throw new OtherwiseError('nothing-to-rewrite', 'The text has no words.');
  return { tokens: spans.map((span) => span.text), tag: (inflector) => tagSpans(text, spans, inflector) };
}

/** `otherwise systems`: the constraints of one of ParaBank's 37 systems on a sentence. */
export const command: Command = {
  name: 'systems',
  summary: "the constraints of ParaBank's 37 systems on a sentence",
  help: `Usage: otherwise systems [flags] < requests

Prints which words a system of ParaBank's Table 3 avoids and requires, before any decoding. A system is not applicable to a sentence
that lacks what it needs.

Flags (a line's own field wins)
  --system N            1 to 37
${optionHelp(['seed', 'anchoring', 'minimum', 'maximum'])}
${systemHelp}

Input, a JSON object a line
  {"text" or "tokens": [...], "system": 18, "seed": 0, "idf": {"word": bits}}
  'idf' replaces the shipped table, and that of --idf.

Output, a JSON object a line
  {"applicable", "avoid": [phrases], "require": [phrases], "anchored": [[token, ...], ...], "decodings"?: [{"avoid", "require"}],
   "pool": [{"word", "idf", "position"}]}
  decodings: of systems 35-37, one for each token of the pool that has a substitute, highest IDF first; avoid and require are the first's.
  pool: the candidate tokens with their IDF in bits, highest first, and their places among the tokens, from 0.
  With 'reason' where not applicable. An anchored token that opens the sentence stands for both its cases (How, how).
`,
  async run(context) {
    const { idf: idfFile, ppdb, ...defaults } = checkFlags(flags, parseFlags(context.args, flagKinds));
    const own = await systemTables({ idf: idfFile, ppdb });
    const [inflector, table, lexicon] = await Promise.all([loadInflector(), own.idf ?? loadIdf(), own.lexicon ?? loadLexicon()]);
    return answerLines(context, (line) => {
      const asked = checkFields(request, parseObject(line));
      const given = { ...defaults, ...asked };
      const { system, seed = usual.seed, anchoring = usual.anchoring, minimum = usual.minimum, maximum = usual.maximum } = given;
      if (system === undefined) throw new OtherwiseError('missing-field', "The field 'system' is missing.");
      const { tokens, tag } = sentence(asked);
      const idf = asked.idf === undefined ? table : IdfTable.of(asked.idf);
      const resources = { idf, inflector, lexicon, tag: () => tag(inflector) };
      const chosen = systemConstraints(tokens, { system, anchoring, minimum, maximum }, resources, new Random(seed));
      const { applicable, reason, avoid, require, anchored, decodings } = chosen;
      const pool = candidatePool(tokens, idf, { minimum, maximum });
      return { applicable, avoid, require, anchored, ...(decodings && { decodings }), ...(reason !== undefined && { reason }), pool };
    });
  },
};
