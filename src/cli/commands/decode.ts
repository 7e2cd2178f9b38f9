import * as v from 'valibot';
import { beamSearch, compareTokens } from '../../core/decoding/beam.ts';
import { BigramModel } from '../../lab/decoding/bigram.ts';
import { satisfiable } from '../../lab/decoding/satisfiable.ts';
import type { Command } from '../command.ts';
import { checkFields, checkFlags, parseFlags } from '../flags.ts';
import { answerLines, parseObject } from '../lines.ts';
import { pieceId, piecePhrases } from '../piece-ids.ts';

const maxTokens = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10_000));
const beam = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000));
const request = v.strictObject({
  logits: v.array(v.array(v.pipe(v.number(), v.finite('must be finite.')))),
  start: pieceId,
  eos: pieceId,
  maxTokens: v.optional(maxTokens),
  beam: v.optional(beam),
  avoid: v.optional(piecePhrases, []),
  require: v.optional(piecePhrases, []),
  anchored: v.optional(piecePhrases, []),
  ordered: v.optional(v.boolean()),
});
const flags = v.strictObject({ maxTokens: v.optional(maxTokens, 5), beam: v.optional(beam, 8), ordered: v.optional(v.boolean(), false) });

type Request = v.InferOutput<typeof request>;
type Settings = Omit<Request, keyof typeof flags.entries> & v.InferOutput<typeof flags>;

async function decode(
  asked: Settings,
  signal: AbortSignal,
): Promise<{ hypotheses: { tokens: readonly number[]; logProb: number }[]; satisfiable: boolean }> {
  const model = new BigramModel(asked.logits, asked.start, asked.eos);
  const memory = await model.encode([]);
  const { avoid, require, anchored, ordered } = asked;
  const found = await beamSearch(model, memory, {
    tags: [],
    beam: asked.beam,
    maxTokens: asked.maxTokens,
    avoid,
    require,
    anchored,
    ordered,
    signal,
  });
  // Steps carry single precision; the sums are taken again in double.
  const hypotheses = found
    .map(({ tokens }) => ({ tokens, logProb: model.logProbs(tokens).reduce((sum, logProb) => sum + logProb, 0) }))
    .sort((a, b) => b.logProb - a.logProb || compareTokens(a.tokens, b.tokens));
  return { hypotheses, satisfiable: satisfiable({ avoid, require, anchored, ordered }, model.vocabularySize, asked.eos, asked.maxTokens) };
}

/** `otherwise decode`: constrained beam search on a bigram model given in the request. */
export const command: Command = {
  name: 'decode',
  summary: 'constrained beam search on a bigram model given in the request',
  help: `Usage: otherwise decode [--max-tokens 5] [--beam 8] [--ordered] < requests

Beam search with dynamic beam allocation, the search of the real models, on a table of logits, so that its exactness can be checked.

Flags (a line's own field wins)
  --max-tokens N   most tokens of a hypothesis, the end token not counted (5)
  --beam N         width (8)
  --ordered        required phrases must come in the given order (off)

Input, a JSON object a line ("logits", "start" and "eos" are required; row i of "logits" gives the token after token i, "start" is a row)
  {"logits": [[...], ...], "start": row, "eos": id, "maxTokens": 5, "beam": 8,
   "avoid": [[ids]], "require": [[ids]], "anchored": [[ids]], "ordered": false}

Output, a JSON object a line
  {"hypotheses": [{"tokens": [ids without the end token], "logProb"}], "satisfiable": true|false}
  Best first; "logProb" is the sum of log-softmax values, the end token included. Every hypothesis meets all
  constraints. "satisfiable" tells whether any sequence of that length does, whatever the beam found.
`,
  async run(context) {
    const defaults = checkFlags(flags, parseFlags(context.args, { maxTokens: 'number', beam: 'number', ordered: 'boolean' }));
    return answerLines(context, (line) => {
      const asked = checkFields(request, parseObject(line));
      return decode(
        {
          ...asked,
          maxTokens: asked.maxTokens ?? defaults.maxTokens,
          beam: asked.beam ?? defaults.beam,
          ordered: asked.ordered ?? defaults.ordered,
        },
        context.signal,
      );
    });
  },
};
