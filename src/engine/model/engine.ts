import { OtherwiseError, toOtherwiseError } from '../../core/errors.ts';
import { Interruption } from '../../core/waiting.ts';
import { lengths, type Style } from '../../core/decoding/style.ts';
import { graphOf, type GraphForm, type Manifest, modelHash, readManifest } from '../files/manifest.ts';
import { type ModelFiles, readChecked } from '../files/read.ts';
import type { Engine, EngineOptions } from './loaded.ts';
import { PrefixDecoder } from './prefix-decoder.ts';
import { createSession, openRuntime } from './runtime.ts';
import { selfTest } from './self-test.ts';
import { PieceTokenizer } from './tokenizer.ts';
import { LAYOUT, readRepacked, Repacker, type RepackedWeights } from './weights.ts';

/** A model of the kind that is shipped. */
export interface BundledEngine extends Engine {
  readonly manifest: Manifest;
  readonly model: PrefixDecoder;
  readonly tokenizer: PieceTokenizer;
}

/**
 * Loads a model of the kind that is shipped: reads and checks its files, repacks the weights for the device's arithmetic, compiles, and
 * compares known log-probabilities.
 * @throws OtherwiseError `model-*`, `no-webgpu`, `self-test-failed`, `runtime`, `aborted`
 */
export async function loadEngine(files: ModelFiles, options: EngineOptions): Promise<BundledEngine> {
  const { device, onProgress } = options;
  const form = options.form ?? (device === 'webgpu' ? 'blocks' : 'int8');
  const opening = openRuntime(device, options);
  // Errors of the files are reported first.
  opening.catch(() => undefined);
  const { manifest, tokenizer, graph, weights, keep } = await readModel(files, form, options);
  const runtime = await opening;
  onProgress?.({ kind: 'compile' });
  const { layers } = manifest.architecture;
  const outputs =
    device === 'webgpu' && !options.native
      ? (Object.fromEntries([['packed', 'cpu'], ...Array.from({ length: layers }, (_, i) => [`new_${i}`, 'gpu-buffer'])]) as Record<
          string,
          'cpu' | 'gpu-buffer'
        >)
      : undefined;
  const session = await createSession(runtime, { graph, external: [{ path: 'weights', data: weights.external }] }, {
    ...(outputs && { preferredOutputLocation: outputs }),
    ...options.session,
  });
  const gpu = await runtime.gpu();
  const model = new PrefixDecoder({ manifest, runtime, session, embedding: weights.embedding, gpu, breathe: options.breathe });
  const lost = gpu ? lossOf(gpu) : new Promise<string>(() => undefined);
  onProgress?.({ kind: 'self-test' });
  try {
    await unlessLost(lost, selfTest(model, manifest, form));
  } catch (cause) {
    // The end of `dispose` is not awaited: on a lost device it may never come.
    model.dispose().catch(() => undefined);
    throw cause;
  }
  void keep();
  const { ids } = manifest.selfTest;
  const tags = (style: Style): number[] => tagsFor(manifest, style);
  return {
    name: manifest.name,
    manifest,
    model,
    tokenizer,
    pieces: tokenizer,
    threshold: manifest.threshold,
    estimator: manifest.estimator,
    languages: BUNDLED_LANGUAGES,
    tags,
    usual: { source: ids.slice(1, ids.indexOf(manifest.pieces.sep)), tags: tags({ distance: 2 }) },
    device,
    execution: runtime.execution,
    threads: options.threads,
    hash: await modelHash(manifest),
    runtime: runtime.version,
    lost,
    dispose: () => model.dispose(),
  };
}

/** The languages that the shipped models are trained on. */
export const BUNDLED_LANGUAGES: readonly string[] = ['en'];

/** The files of a model, for one kind of arithmetic. */
interface ModelParts {
  readonly manifest: Manifest;
  readonly tokenizer: PieceTokenizer;
  /** The bytes of the form's ONNX file. */
  readonly graph: Uint8Array;
  readonly weights: RepackedWeights;
  /** Stores the repacked weights for the next visit; never rejects. */
  keep(): Promise<void>;
}

/** Reads a model's files and repacks its weights, or takes stored repacked weights. @throws OtherwiseError `model-*`, `aborted` */
async function readModel(files: ModelFiles, form: GraphForm, { kept, onProgress, signal }: EngineOptions): Promise<ModelParts> {
  const manifest = await readManifest(files, signal);
  const entry = graphOf(manifest, form);
  const name = [await modelHash(manifest), entry.sha256, LAYOUT].join('-');
  const unpacked = await kept?.take(name);
  const shards = unpacked === undefined ? manifest.weights.shards : [];
  for (const { file, bytes } of [manifest.tokenizer, entry, ...shards])
    onProgress?.({ kind: 'download', file, loaded: 0, total: bytes, cached: false });
  const read = (file: typeof manifest.tokenizer): Promise<Uint8Array<ArrayBuffer>> => readChecked(files, file, { onProgress, signal });
  const tokenizer = new PieceTokenizer(new TextDecoder().decode(await read(manifest.tokenizer)));
  const graph = await read(entry);
  if (unpacked !== undefined)
    return { manifest, tokenizer, graph, weights: readRepacked(manifest, entry, unpacked), keep: () => Promise.resolve() };
  const repacker = new Repacker(manifest, entry);
  const total = manifest.weights.bytes;
  // One shard after the other is read into the same stretch.
  const into = new Uint8Array(Math.max(...shards.map(({ bytes }) => bytes)));
  for (const shard of shards) {
    const bytes = await readChecked(files, shard, { onProgress, signal, into });
    await repacker.add(bytes, (done) => onProgress?.({ kind: 'unpack', done, total }));
  }
  const weights = repacker.finish();
  return { manifest, tokenizer, graph, weights, keep: async () => kept?.keep(name, weights.parts) };
}

/** Resolves when a device is lost. One that reports an error which nobody caught has left out some work, and counts as lost. */
function lossOf(gpu: GPUDevice): Promise<string> {
  return new Promise((resolve) => {
    gpu.addEventListener('uncapturederror', ({ error }) => resolve(error.message), { once: true });
    void gpu.lost.then((info) => resolve(info.message || info.reason));
  });
}

/** The interruptions by the promise of the loss, so that this is awaited once, not again by every task. */
const interruptions = new WeakMap<Promise<string>, Interruption>();

/**
 * Runs a task on a device, which may never end when the device is lost.
 * @throws OtherwiseError `device-lost`; `out-of-memory` when the device had none left
 */
export function unlessLost<T>(lost: Promise<string>, task: Promise<T>): Promise<T> {
  const interruption = interruptions.get(lost) ?? new Interruption();
  if (!interruptions.has(lost)) void lost.then((why) => interruption.end(lossBy(why)));
  interruptions.set(lost, interruption);
  return interruption.unless(task);
}

function lossBy(why: string): OtherwiseError {
  const failure = toOtherwiseError(why);
  return failure.code === 'out-of-memory'
    ? failure
    : new OtherwiseError('device-lost', `The graphics device was lost (${why}). It is started again.`);
}

/**
 * Gives the tag tokens of a style, in the order the model was trained with: distance, kind, length. @throws OtherwiseError `bad-request`
 */
export function tagsFor(manifest: Manifest, { distance, kind = 'human', length = 'alike' }: Style): number[] {
  const { tags } = manifest.pieces;
  const piece = tags.distance[distance];
  if (piece === undefined)
    throw new OtherwiseError('bad-request', `distance ${distance} is not one of 0 … ${tags.distance.length - 1}.`);
  return [piece, tags.kind[kind] ?? tags.kind.human, tags.length[lengths.indexOf(length)] as number];
}
