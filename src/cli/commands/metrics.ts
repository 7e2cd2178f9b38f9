import * as v from 'valibot';
import { OtherwiseError } from '../../core/errors.ts';
import { parseTree, type Tree } from '../../core/metrics/bracketed-tree.ts';
import { corpusBleu, smoothings, textBleu } from '../../core/metrics/bleu.ts';
import { pearson, spearman } from '../../core/metrics/correlation.ts';
import { lengthRatio } from '../../core/metrics/length-ratio.ts';
import { pieceOverlap } from '../../core/metrics/overlap.ts';
import { isPennTree, pennTree } from '../../core/metrics/penn-tree.ts';
import { selfBleu } from '../../core/metrics/self-bleu.ts';
import { shallowTreeDistance } from '../../core/metrics/shallow-tree.ts';
import { treeEditDistance } from '../../core/metrics/tree-edit-distance.ts';
import { trigramOverlap } from '../../core/metrics/trigram-overlap.ts';
import { characterDistance, editDistance } from '../../core/text/edit-distance.ts';
import type { Command } from '../command.ts';
import { checkFields, checkFlags, parseFlags } from '../flags.ts';
import { answerLines, parseObject } from '../lines.ts';

const mode = v.picklist(['paragraph', 'corpus', 'tokens']);
const smoothing = v.picklist(smoothings);
const cost = v.pipe(v.number(), v.finite(), v.minValue(0));
const costs = v.strictTuple([cost, cost, cost]);
const levels = v.pipe(v.number(), v.integer('must be a whole number.'), v.minValue(1, 'must be at least 1.'));
const strings = v.array(v.string());
const numbers = v.array(v.number());
const list = v.array(v.union([v.string(), v.number()]));

const bleu = v.strictObject({
  pairs: v.array(v.strictTuple([v.union([v.string(), v.array(v.union([v.string(), strings]))]), v.union([v.string(), strings])])),
  mode: v.optional(mode),
  brevityPenalty: v.optional(v.boolean()),
  smoothing: v.optional(smoothing),
});
const requests = {
  bleu: v.strictObject({ bleu }),
  overlap: v.strictObject({ overlap: v.strictTuple([strings, strings]) }),
  trigramOverlap: v.strictObject({ trigramOverlap: v.strictTuple([v.string(), v.string()]) }),
  tree: v.strictObject({ tree: v.strictTuple([v.string(), v.string()]), costs: v.optional(costs), levels: v.optional(levels) }),
  shallowTree: v.strictObject({ shallowTree: v.strictTuple([v.string(), v.string()]) }),
  edit: v.strictObject({
    edit: v.union([v.strictTuple([v.string(), v.string()]), v.strictTuple([list, list])], 'must be two strings or two lists.'),
  }),
  pearson: v.strictObject({ pearson: v.strictTuple([numbers, numbers]) }),
  spearman: v.strictObject({ spearman: v.strictTuple([numbers, numbers]) }),
  selfBleu: v.strictObject({ selfBleu: strings }),
  lengthRatio: v.strictObject({ lengthRatio: v.array(v.strictTuple([v.string(), v.string()])) }),
};
type Metric = keyof typeof requests;

const flags = v.strictObject({
  mode: v.optional(mode, 'paragraph'),
  brevityPenalty: v.optional(v.boolean(), false),
  smoothing: v.optional(smoothing, 'none'),
  costs: v.optional(costs, [1, 1, 1]),
});
type Defaults = v.InferOutput<typeof flags>;

/** Gives the checked pairs the form of their mode. */
function bleuOf(request: v.InferOutput<typeof bleu>, defaults: Defaults): number | undefined {
  const chosen = {
    mode: request.mode ?? defaults.mode,
    brevityPenalty: request.brevityPenalty ?? defaults.brevityPenalty,
    smoothing: request.smoothing ?? defaults.smoothing,
  };
  const { mode: reading } = chosen;
  const wrong = (wanted: string): never => {
    throw new OtherwiseError('bad-request', `Field 'bleu.pairs': the mode "${reading}" takes ${wanted}.`);
  };
  if (reading !== 'tokens') {
    return textBleu(request.pairs.map(([reference, candidate]) => {
      if (typeof candidate !== 'string') return wrong('texts; token lists go with the mode "tokens"');
      if (typeof reference === 'string') return [reference, candidate] as const;
      return [
        reference.map((one) => (typeof one === 'string' ? one : wrong('texts; token lists go with the mode "tokens"'))),
        candidate,
      ] as const;
    }), reading, chosen);
  }
  return corpusBleu(request.pairs.map(([reference, candidate]) => {
    if (typeof reference === 'string' || typeof candidate === 'string') return wrong('token lists');
    const single = reference.filter((one) => typeof one === 'string');
    const several = reference.filter((one) => typeof one !== 'string');
    if (single.length > 0 && several.length > 0) return wrong('one token list or a list of token lists as the reference');
    return { references: several.length > 0 ? several : [single], candidate };
  }), chosen);
}

/** The two trees of a request. @throws OtherwiseError `bad-request` for two notations, or levels of trees in braces */
function treesOf({ tree: [a, b], levels: most }: v.InferOutput<typeof requests.tree>): readonly [Tree, Tree] {
  if (isPennTree(a) && isPennTree(b)) return [pennTree(a, most), pennTree(b, most)];
  if (isPennTree(a) || isPennTree(b))
    throw new OtherwiseError('bad-request', "Field 'tree': one tree has the Penn Treebank's notation, the other has not.");
  if (most !== undefined) throw new OtherwiseError('bad-request', "Field 'levels' goes with trees in the Penn Treebank's notation.");
  return [parseTree(a), parseTree(b)];
}

const answers: { readonly [M in Metric]: (request: v.InferOutput<(typeof requests)[M]>, defaults: Defaults) => number | undefined } = {
  bleu: (request, defaults) => bleuOf(request.bleu, defaults),
  overlap: ({ overlap: [a, b] }) => pieceOverlap(a, b),
  trigramOverlap: ({ trigramOverlap: [a, b] }) => trigramOverlap(a, b),
  tree: (request, defaults) => {
    const [remove, insert, rename] = request.costs ?? defaults.costs;
    const [first, second] = treesOf(request);
    return treeEditDistance(first, second, { delete: remove, insert, rename });
  },
  shallowTree: ({ shallowTree: [a, b] }) => shallowTreeDistance(a, b),
  edit: ({ edit: [a, b] }) =>
    typeof a === 'string' || typeof b === 'string' ? characterDistance(String(a), String(b)) : editDistance(a, b),
  pearson: ({ pearson: [x, y] }) => pearson(x, y),
  spearman: ({ spearman: [x, y] }) => spearman(x, y),
  selfBleu: ({ selfBleu: texts }) => selfBleu(texts),
  lengthRatio: ({ lengthRatio: pairs }) => lengthRatio(pairs),
};

function answer<M extends Metric>(metric: M, request: Record<string, unknown>, defaults: Defaults): number | undefined {
  return answers[metric](checkFields(requests[metric], request), defaults);
}

/** `otherwise metrics`: the papers' measures, one request a line. */
export const command: Command = {
  name: 'metrics',
  summary: "the papers' measures: BLEU, overlaps, tree and edit distance, correlations",
  help: `Usage: otherwise metrics [flags] < requests

Flags (defaults for requests that do not say it themselves)
  --mode paragraph|corpus|tokens   of BLEU (paragraph)
  --brevity-penalty                BLEU with brevity penalty (without)
  --smoothing none|exp|one         of BLEU (none)
  --costs N --costs N --costs N    of tree: delete, insert, rename (1 1 1)

Input, a JSON object a line, one of
  {"bleu": {"pairs": [[reference, candidate], ...], "mode", "brevityPenalty", "smoothing"}}   0-100; a reference may be a list of references
  {"overlap": [piecesA, piecesB]}                    0-100, pieces may carry "▁"
  {"trigramOverlap": [a, b]}                         0-1
  {"tree": ["{a{b}}", "{a}"], "costs": [1, 1, 1]}    tree edit distance
  {"tree": ["(ROOT (S (NP ...", "..."], "levels": 3}   the same of constituency trees in the Penn Treebank's notation, as ParaBank 2 cuts
                                                     them: without root and words, the clause is level 1; several trees are one text
  {"shallowTree": [a, b]}                            of two texts, by the trees of a shallow parser (not a constituency parser)
  {"edit": [a, b]}                                   strings by code point, lists by item
  {"pearson": [[...], [...]]}   {"spearman": [[...], [...]]}
  {"selfBleu": [texts]}                              0-100
  {"lengthRatio": [[reference, candidate], ...]}

Output, a JSON object a line
  {"value": x}, null where the measure is undefined (mean of nothing, correlation of constants)
`,
  async run(context) {
    const given = parseFlags(context.args, { mode: 'string', brevityPenalty: 'boolean', smoothing: 'string', costs: 'list' });
    const raw = Array.isArray(given['costs']) ? { ...given, costs: given['costs'].map(Number) } : given;
    const defaults = checkFlags(flags, raw);
    return answerLines(context, (line) => {
      const request = parseObject(line);
      const named = (Object.keys(requests) as Metric[]).filter((metric) => Object.hasOwn(request, metric));
      const [metric] = named;
      if (metric === undefined) {
        const [unknown] = Object.keys(request);
        if (unknown === undefined)
          throw new OtherwiseError('missing-field', `The request names no measure; give one of ${Object.keys(requests).join(', ')}.`);
        throw new OtherwiseError('unknown-field', `Unknown field '${unknown}'; the measures are ${Object.keys(requests).join(', ')}.`);
      }
      if (named.length > 1)
        throw new OtherwiseError('bad-request', `The request names several measures (${named.join(', ')}); give each a line of its own.`);
      return { value: answer(metric, request, defaults) ?? null };
    });
  },
};
