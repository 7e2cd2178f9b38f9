import * as v from 'valibot';
import { OtherwiseError } from '../../core/errors.ts';
import { estimatorFeatures } from '../../core/quality/estimator.ts';
import { fingerprint } from './hash.ts';
import type { ModelFiles } from './read.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const file = v.object({
  file: v.pipe(v.string(), v.regex(/^[\w.-]+$/)),
  bytes: count,
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
});
const graph = v.object({
  ...file.entries,
  externalBytes: count,
  layout: v.array(
    v.object({
      tensor: v.string(), kind: v.picklist(['float', 'columns', 'rowScales', 'bytes', 'blockScales']), offset: count, bytes: count,
    }),
  ),
});

const logistic = v.object({
  bias: v.number(),
  weights: v.record(v.picklist(estimatorFeatures, ({ received }) => `The estimator weighs ${received}, which is no feature.`), v.number()),
});

/** `models/<name>/manifest.json`, format 1 (written by `models/recipe/export/export_model.py`). */
export const manifestSchema = v.pipe(
  v.object({
    format: v.literal(1),
    name: v.pipe(v.string(), v.regex(/^[\w.-]+$/)),
    title: v.string(),
    kind: v.literal('prefix-decoder'),
    license: v.string(),
    architecture: v.object({
      layers: count,
      hidden: count,
      heads: count,
      kv_heads: count,
      head: count,
      feed: count,
      vocabulary: count,
      theta: v.number(),
      positions: count,
      /** Layers from `low` to before `high` have a bottleneck of `rank` beside each part, which takes part where rewrites are judged. */
      adapter: v.optional(v.object({ low: count, high: count, rank: count })),
    }),
    pieces: v.object({
      eos: count,
      bos: count,
      sep: count,
      /** Ids below this never stand for text. */
      reserved: count,
      tags: v.object({ distance: v.array(count), kind: v.objectWithRest({ human: count }, count), length: v.tuple([count, count, count]) }),
    }),
    /** Highest forward + backward negative log-likelihood per piece (nats) of a rewrite worth showing, measured for this model. */
    threshold: v.number(),
    /**
     * The weights of the quality estimation (src/core/quality/estimator.ts), fitted on judged rewrites of this model; absent where it
     * knows too little to tell.
     */
    estimator: v.optional(
      v.object({
        ...logistic.entries,
        first: logistic,
        judged: v.optional(logistic),
        drop: v.number(),
        note: v.number(),
        probes: v.object({ rewrite: v.array(v.number()), source: v.array(v.number()) }),
      }),
    ),
    top: count,
    group: count,
    graphs: v.object({ float: v.optional(graph), int8: graph, blocks: graph }),
    tokenizer: file,
    weights: v.object({
      bytes: count,
      shards: v.array(file),
      tensors: v.array(
        v.object({
          name: v.string(),
          bits: v.pipe(count, v.minValue(2), v.maxValue(8)),
          shape: v.array(count),
          offset: count,
          bytes: count,
        }),
      ),
    }),
    selfTest: v.object({ ids: v.array(count), topIds: v.array(count), topLogProbs: v.array(v.number()) }),
  }),
  v.check(
    ({ architecture, estimator }) => !estimator || Object.values(estimator.probes).every(({ length }) => length === architecture.hidden),
    'A probe has not one number a dimension.',
  ),
  v.check(
    ({ architecture, estimator }) => estimator?.judged === undefined || architecture.adapter !== undefined,
    'The estimator weighs an adapter that is not there.',
  ),
);

export type Manifest = v.InferOutput<typeof manifestSchema>;
export type GraphForm = 'float' | 'int8' | 'blocks';
export type GraphEntry = v.InferOutput<typeof graph>;

/** Reads and checks a manifest. @throws OtherwiseError `model-corrupt` when the text is no manifest of format 1 */
export function parseManifest(text: string): Manifest {
  try {
    return v.parse(manifestSchema, JSON.parse(text));
  } catch (cause) {
    throw new OtherwiseError(
      'model-corrupt',
      `The model's manifest can't be read: ${cause instanceof Error ? cause.message : String(cause)}. Download the model again.`,
      { cause },
    );
  }
}

/** Returns the graph of a form. @throws OtherwiseError `model-unsupported` when the model was exported without it */
export function graphOf(manifest: Manifest, form: GraphForm): GraphEntry {
  const entry = manifest.graphs[form];
  if (!entry) throw new OtherwiseError('model-unsupported', `The model '${manifest.name}' has no '${form}' graph.`);
  return entry;
}

/** Reads the manifest of a model. @throws OtherwiseError `model-not-found`, `model-corrupt` */
export async function readManifest(files: ModelFiles, signal?: AbortSignal): Promise<Manifest> {
  return parseManifest(new TextDecoder().decode(await files.read('manifest.json', undefined, signal)));
}

/** Returns the first 12 hex digits of the SHA-256 over the shards' hashes: names the weights in outputs. */
export const modelHash = ({ weights }: Manifest): Promise<string> => fingerprint(weights.shards.map((shard) => shard.sha256).join('\n'));
