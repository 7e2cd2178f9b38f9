import type { InferenceSession } from 'onnxruntime-web';
import { OtherwiseError, toOtherwiseError } from '../../core/errors.ts';
import { Interruption } from '../../core/waiting.ts';
import { lengths, type Style } from '../../core/decoding/style.ts';
import { type GraphEntry, graphOf, type GraphForm, type Manifest, modelHash, readManifest } from '../files/manifest.ts';
import { type KeptParts, type ModelFiles, readChecked, type ReadOptions } from '../files/read.ts';
import type { Engine, EngineOptions } from './loaded.ts';
import { PrefixDecoder } from './prefix-decoder.ts';
import { createSession, openRuntime, type Runtime } from './runtime.ts';
import { selfTest } from './self-test.ts';
import { PieceTokenizer } from './tokenizer.ts';
import { type EmbeddingTable, LAYOUT, readRepacked, repackedBytes, Repacker } from './weights.ts';
import { give, type Part, PartMemory, type WeightsPlace, WholeMemory } from './weights-place.ts';

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
  const { device } = options;
  const form = options.form ?? (device === 'webgpu' ? 'blocks' : 'int8');
  const opening = openRuntime(device, options);
  // Errors of the files are reported first.
  opening.catch(() => undefined);
  const parts = await readModel(files, form, options);
  const { manifest, tokenizer, keeping } = parts;
  const { runtime, model, lost } = await start(parts, { form, opening }, options).catch(async (cause: unknown) => {
    await keeping?.abandon();
    throw cause;
  });
  void keep(parts);
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

/** Makes a session of a model's parts, and compares what it computes with what is known. @throws OtherwiseError */
async function start(
  parts: ModelParts, { form, opening }: { readonly form: GraphForm; readonly opening: Promise<Runtime> }, options: EngineOptions,
): Promise<{ readonly runtime: Runtime; readonly model: PrefixDecoder; readonly lost: Promise<string> }> {
  const { manifest, embedding } = parts;
  const { onProgress, breathe } = options;
  const runtime = await opening.catch(async (cause: unknown) => {
    await parts.place.close();
    throw cause;
  });
  onProgress?.({ kind: 'compile' });
  const session = await sessionOf(parts, runtime, options);
  const gpu = await runtime.gpu();
  const model = new PrefixDecoder({ manifest, runtime, session, embedding, gpu, breathe });
  const lost = gpu ? lossOf(gpu) : new Promise<string>(() => undefined);
  onProgress?.({ kind: 'self-test' });
  try {
    await unlessLost(lost, selfTest(model, manifest, form));
  } catch (cause) {
    // The end of `dispose` is not awaited: on a lost device it may never come.
    model.dispose().catch(() => undefined);
    throw cause;
  }
  return { runtime, model, lost };
}

/** Makes the cached weights valid for the next visit, with the embedding table behind the parts; never rejects. */
async function keep({ keeping, embedding }: ModelParts): Promise<void> {
  if (keeping === undefined) return;
  for (const part of embedding.kept) await keeping.add(part);
  await keeping.end();
}

/** The languages that the shipped models are trained on. */
export const BUNDLED_LANGUAGES: readonly string[] = ['en'];

/** The files of a model, for one kind of arithmetic. */
interface ModelParts {
  readonly manifest: Manifest;
  readonly tokenizer: PieceTokenizer;
  /** The bytes of the form's ONNX file. */
  readonly graph: Uint8Array<ArrayBuffer>;
  /** The place where the form's weights are put. */
  readonly place: WeightsPlace;
  readonly embedding: EmbeddingTable;
  /** The cache that the parts are written to, if there is one and they did not come from it. */
  readonly keeping?: KeptParts | undefined;
  /** Resolves when the cache no longer needs the parts' bytes. */
  readonly stored?: Promise<void> | undefined;
}

/** Creates the session of a model; its weights are then the session's alone. @throws OtherwiseError `runtime` */
async function sessionOf(
  { manifest, graph, place, stored }: ModelParts, runtime: Runtime, { native, session }: EngineOptions,
): Promise<InferenceSession> {
  const { layers } = manifest.architecture;
  const news = Array.from({ length: layers }, (_, i) => [`new_${i}`, 'gpu-buffer'] as const);
  const outputs = runtime.device === 'webgpu' && !native ? Object.fromEntries([['packed', 'cpu'] as const, ...news]) : undefined;
  try {
    // The place gives the parts' bytes away to the session.
    await stored;
    return await createSession(runtime, await place.files(graph), { ...(outputs && { preferredOutputLocation: outputs }), ...session });
  } finally {
    await place.close();
  }
}

/** Reads a model's files and repacks its weights, or takes the weights as they were kept. @throws OtherwiseError `model-*`, `aborted` */
async function readModel(files: ModelFiles, form: GraphForm, options: EngineOptions): Promise<ModelParts> {
  const { kept, onProgress, signal, native, weightsPlace } = options;
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
  const { externalBytes } = entry;
  const place = weightsPlace?.(externalBytes) ?? (native ? new WholeMemory(externalBytes) : new PartMemory(externalBytes));
  const keeping = unpacked === undefined ? await kept?.begin(name, repackedBytes(manifest, entry)) : undefined;
  try {
    if (unpacked !== undefined) {
      const { parts, embedding } = readRepacked(manifest, entry, unpacked);
      for (const [part, bytes] of parts) await place.add(part, bytes);
      return { manifest, tokenizer, graph, place, embedding };
    }
    const repacked = await repack(files, manifest, { entry, place, keeping, onProgress, signal });
    return { manifest, tokenizer, graph, place, keeping, ...repacked };
  } catch (cause) {
    await place.close();
    await keeping?.abandon();
    throw cause;
  }
}

interface Repacking extends Pick<ReadOptions, 'onProgress' | 'signal'> {
  readonly entry: GraphEntry;
  readonly place: WeightsPlace;
  readonly keeping: KeptParts | undefined;
}

/**
 * Reads the shards, one after the other into the same stretch, and lays each out before the next is read. A part is put in its place as
 * soon as it is full. It is cached meanwhile: that is awaited here only where the part's memory is filled anew.
 * @throws OtherwiseError `model-*`, `aborted`
 */
async function repack(
  files: ModelFiles, manifest: Manifest, { entry, place, keeping, onProgress, signal }: Repacking,
): Promise<Pick<ModelParts, 'embedding' | 'stored'>> {
  const { shards, bytes: total } = manifest.weights;
  let stored: Promise<void> | undefined;
  const add = async (part: Part, bytes: Uint8Array<ArrayBuffer>): Promise<void> => {
    stored = keeping?.add(bytes);
    if (place.copies) await stored;
    await place.add(part, bytes);
  };
  const repacker = new Repacker(manifest, entry, { copies: place.copies, add });
  const into = new Uint8Array(Math.max(...shards.map(({ bytes }) => bytes)));
  for (const shard of shards) {
    const bytes = await readChecked(files, shard, { onProgress, signal, into });
    await repacker.add(bytes, (done) => onProgress?.({ kind: 'unpack', done, total }));
  }
  give(into.buffer);
  return { embedding: repacker.finish(), stored };
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
