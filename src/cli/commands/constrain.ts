import * as v from 'valibot';
import { AvoidAutomaton } from '../../core/constraints/avoid.ts';
import { requireMachine } from '../../core/constraints/require.ts';
import type { Command } from '../command.ts';
import { checkFields, checkFlags, parseFlags } from '../flags.ts';
import { answerLines, parseObject } from '../lines.ts';
import { pieceIds, piecePhrases } from '../piece-ids.ts';

const request = v.strictObject({
  avoid: v.optional(piecePhrases, []),
  require: v.optional(piecePhrases, []),
  anchored: v.optional(piecePhrases, []),
  ordered: v.optional(v.boolean()),
  sequence: pieceIds,
});
const flags = v.strictObject({ ordered: v.optional(v.boolean(), false) });

/** Reads a sequence with both state machines; one entry for each prefix, the empty one first. */
function trace(
  asked: v.InferOutput<typeof request>,
  ordered: boolean,
): { blocked: (readonly number[])[]; met: number[]; satisfied: boolean } {
  const avoid = new AvoidAutomaton(asked.avoid, asked.anchored);
  const demands = requireMachine(asked.require, ordered);
  let [at, state] = [avoid.start, demands.start];
  const blocked = [avoid.blocked(at)];
  const met = [demands.met(state)];
  for (const id of asked.sequence) {
    at = avoid.next(at, id);
    state = demands.next(state, id);
    blocked.push(avoid.blocked(at));
    met.push(demands.met(state));
  }
  return { blocked, met, satisfied: demands.satisfied(state) };
}

/** `otherwise constrain`: what the constraint machines make of a sequence. */
export const command: Command = {
  name: 'constrain',
  summary: 'follow avoided and required phrases over a sequence of token ids',
  help: `Usage: otherwise constrain [--ordered] < requests

Reads a sequence of token ids with the two state machines of constrained decoding. One follows avoided phrases (failure links,
so that phrases may overlap), the other required phrases (a trie with counts, or the given order).

Flags
  --ordered   required phrases must come in the given order (off); a line's own field wins

Input, a JSON object a line ("sequence" is required)
  {"avoid": [[ids]], "require": [[ids]], "anchored": [[ids]], "ordered": false, "sequence": [ids]}
  "anchored" phrases are avoided at the beginning of the sequence only.

Output, a JSON object a line; n + 1 entries, the empty prefix first
  {"blocked": [[ids that would complete an avoided phrase]...], "met": [tokens of required phrases met...], "satisfied": true|false}
  "met" counts the tokens of a phrase in progress too; "satisfied" is about the required phrases alone.
`,
  async run(context) {
    const defaults = checkFlags(flags, parseFlags(context.args, { ordered: 'boolean' }));
    return answerLines(context, (line) => {
      const asked = checkFields(request, parseObject(line));
      return trace(asked, asked.ordered ?? defaults.ordered);
    });
  },
};
