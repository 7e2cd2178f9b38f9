import * as v from 'valibot';
import { Random } from '../../core/decoding/random.ts';
import { constrainedTopK, draw } from '../../core/decoding/top-k.ts';
import type { Command } from '../command.ts';
import { checkFields, checkFlags, parseFlags } from '../flags.ts';
import { answerLines, parseObject } from '../lines.ts';
import { pieceIds } from '../piece-ids.ts';

const mostDraws = 10_000_000;
const options = {
  k: v.pipe(v.number(), v.integer(), v.minValue(1)),
  temperature: v.pipe(v.number(), v.gtValue(0), v.finite()),
  draws: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(mostDraws)),
  seed: v.pipe(v.number(), v.safeInteger()),
};
const request = v.strictObject({
  logProbs: v.array(v.pipe(v.number(), v.finite('must be finite.'))),
  blocked: v.optional(pieceIds, []),
  k: v.optional(options.k),
  temperature: v.optional(options.temperature),
  draws: v.optional(options.draws),
  seed: v.optional(options.seed),
});
const flags = v.strictObject({
  k: v.optional(options.k, 10),
  temperature: v.optional(options.temperature, 1),
  draws: v.optional(options.draws, 0),
  seed: v.optional(options.seed, 0),
});

/** `otherwise sample`: the distribution of constrained top-k sampling, and draws from it. */
export const command: Command = {
  name: 'sample',
  summary: 'constrained top-k distribution of one step, and seeded draws',
  help: `Usage: otherwise sample [--k 10] [--temperature 1] [--draws 0] [--seed 0] < requests

The distribution that one step of sampling draws from: blocked ids removed, the k most probable kept (ties to the lower id), rescaled by the
temperature, renormalised.

Flags (a line's own field wins)
  --k N             pieces kept (10)
  --temperature T   above 0; p becomes p^(1/T) (1)
  --draws N         ids to draw, up to ${mostDraws} (0)
  --seed N          of the draws (0)

Input, a JSON object a line ("logProbs" is required, one value an id, natural logarithms)
  {"logProbs": [...], "blocked": [ids], "k": 10, "temperature": 1, "draws": 0, "seed": 0}

Output, a JSON object a line; empty lists when everything is blocked
  {"ids": [most probable first], "probabilities": [...], "drawn": [ids]}
`,
  async run(context) {
    const defaults = checkFlags(flags, parseFlags(context.args, { k: 'number', temperature: 'number', draws: 'number', seed: 'number' }));
    return answerLines(context, (line) => {
      const asked = checkFields(request, parseObject(line));
      const blocked = new Set(asked.blocked);
      const candidates = asked.logProbs.map((logProb, id) => ({ id, logProb }));
      const distribution = constrainedTopK(
        candidates,
        (id) => blocked.has(id),
        asked.k ?? defaults.k,
        asked.temperature ?? defaults.temperature,
      );
      const random = new Random(asked.seed ?? defaults.seed);
      const draws = distribution.ids.length > 0 ? (asked.draws ?? defaults.draws) : 0;
      const drawn = Array.from({ length: draws }, () => draw(distribution, random.uniform()));
      return { ...distribution, drawn };
    });
  },
};
