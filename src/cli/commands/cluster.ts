import * as v from 'valibot';
import { clusterCandidates } from '../../core/choice/cluster.ts';
import type { Command } from '../command.ts';
import { checkFields, checkFlags, parseFlags } from '../flags.ts';
import { answerLines, parseObject } from '../lines.ts';

const clusters = v.pipe(v.number(), v.integer(), v.minValue(1));
const text = v.union([v.string(), v.array(v.union([v.string(), v.number()]))], 'must be a text or a list of tokens.');
const request = v.strictObject({
  reference: text,
  candidates: v.array(text),
  scores: v.array(v.number()),
  clusters: v.optional(clusters),
});
const flags = v.strictObject({ clusters: v.optional(clusters, 8) });

/** `otherwise cluster`: ParaBank 2's clustering of candidates around a frozen reference. */
export const command: Command = {
  name: 'cluster',
  summary: 'cluster candidates by edit distance around a frozen reference',
  help: `Usage: otherwise cluster [--clusters 8] < requests

k-means over word edit distance; the reference is one more centroid that never moves, its cluster is 0 and gives no winner.

Flags
  --clusters N   clusters, the reference's own counted (8); a line's own field wins

Input, a JSON object a line
  {"reference", "candidates": [...], "scores": [...], "clusters": 8}
  Texts are compared in lower-cased words without punctuation, token lists as they are. Scores: lower is better.

Output, a JSON object a line
  {"assignment": [cluster of each candidate], "centroids": [candidate index, null for the reference], "winners": [candidates, best first]}
`,
  async run(context) {
    const defaults = checkFlags(flags, parseFlags(context.args, { clusters: 'number' }));
    return answerLines(context, (line) => {
      const asked = checkFields(request, parseObject(line));
      return clusterCandidates(asked.reference, asked.candidates, asked.scores, asked.clusters ?? defaults.clusters);
    });
  },
};
