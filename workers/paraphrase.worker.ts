/**
 * The page's engine: loads a model on a device and answers one request at a time; a newer request stops the running one within a step.
 * Thin on purpose: loading is `engine/`, the pipeline is `src/core/pipeline/text.ts`.
 */
import { expose } from 'comlink';
import { OtherwiseError } from '../src/core/errors.ts';
import { Lexicon } from '../src/core/text/lexicon.ts';
import { plainWords } from '../src/core/text/words.ts';
import { pieceOverlap } from '../src/core/metrics/overlap.ts';
import { characterDistance, editDistance } from '../src/core/text/edit-distance.ts';
import { keptBudget } from '../src/app/platform/kept-budget.ts';
import { keptWeights } from '../src/app/platform/kept-weights.ts';
import { isSoftware } from '../src/app/platform/adapter.ts';
import { KnownSentences } from '../src/core/pipeline/known.ts';
import { scorePairs } from '../src/core/pipeline/score.ts';
import { paraphraseText } from '../src/core/pipeline/text.ts';
import { checkOptions, settingsOf } from '../src/core/options.ts';
import type { Tools } from '../src/core/pipeline/tools.ts';
import { measureBudget, rememberedBudget } from '../src/engine/model/budget.ts';
import { type Engine, type ModelSource, openEngine, unlessLost } from '../src/engine/model/engine.ts';
import { isDtype } from '../src/engine/model/loaded.ts';
import { readAddresses, type HubAddress } from '../src/engine/files/hub/address.ts';
import { RemoteModel } from '../src/engine/files/hub/remote.ts';
import { hubHost } from '../src/engine/files/hub/request.ts';
import { memoryPlace } from '../src/engine/files/hub/place.ts';
import { cachePlace } from '../src/app/platform/hub-place.ts';
import { fetchedFiles } from '../src/engine/files/fetched.ts';
import { isPackaged } from '../src/engine/files/packaged.ts';
import { type Places, placesBelow } from '../src/engine/model/places.ts';
import { proofreader } from '../src/engine/proofread/proofreader.ts';
import { openTables, resourcesOf } from '../src/engine/model/resources.ts';
import type { PageDevice } from '../src/engine/model/runtime.ts';
import {
  reply,
  type Budget,
  type DeviceChoice,
  type EngineInfo,
  type HubAbout,
  type LoadProgress,
  type PairMeasures,
  type ParaphraseWorkerApi,
  type TextPair,
} from '../src/core/protocol.ts';

let others: Places | undefined;
/** By default below the app's root, one folder above the worker, in development and in the build. */
const places = (): Places => others ?? placesBelow(new URL('../', location.href));

/** Takes everything from other places: for a worker that is more than this one. */
export const serveFrom = (its: Places): void => { others = its; };

/** Why a model of a hub is not on a graphics card: `loadHubEngine` says what would come back from there. */
const HUB_ON_WASM = 'Models of a hub run on WASM.';

interface Ready {
  readonly engine: Engine;
  readonly tools: Tools;
  readonly budget: Budget;
  readonly known: KnownSentences;
}

let ready: Ready | undefined;
let running: AbortController | undefined;
/** Resolves when the last request has let go of what is known of its sentence. */
let ended: Promise<unknown> = Promise.resolve();
let lexicon: Promise<Lexicon> | undefined;
/** Lazy: it carries a part-of-speech tagger of some hundred kilobytes that only ParaBank's systems use. */
const tagger = async (): Promise<typeof import('../src/core/text/tagger.ts')> => import('../src/core/text/tagger.ts');

/** Lazy likewise. */
const shallowTrees = async (): Promise<typeof import('../src/core/metrics/shallow-tree.ts')> =>
  import('../src/core/metrics/shallow-tree.ts');

const asText = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

async function adapterName(): Promise<{ name: string; software: boolean } | undefined> {
  const adapter = await navigator.gpu?.requestAdapter({ powerPreference: 'high-performance' });
  if (!adapter) return undefined;
  const { vendor, architecture, description } = adapter.info;
  const name = description || [vendor, architecture].filter(Boolean).join(' ') || 'graphics adapter';
  return { name, software: isSoftware(adapter.info) };
}

/** `auto` takes a real graphics adapter; a software one is slower than WASM. */
async function chooseDevice(choice: DeviceChoice): Promise<{ device: PageDevice; name: string; reason?: string }> {
  if (choice === 'wasm') return { device: 'wasm', name: '' };
  const adapter = await adapterName();
  if (choice === 'webgpu') {
    if (!adapter)
      throw new OtherwiseError(
        'no-webgpu',
        'WebGPU was asked for but no graphics adapter answers. Choose “automatic” or WASM in the settings.',
      );
    return { device: 'webgpu', name: adapter.name };
  }
  if (!adapter) return { device: 'wasm', name: '', reason: 'This browser offers no WebGPU.' };
  return adapter.software
    ? { device: 'wasm', name: '', reason: `The only graphics adapter is software (${adapter.name}).` }
    : { device: 'webgpu', name: adapter.name };
}

/** A model by its name or its address on a hub, a pair by two; its folder where it is bundled. @throws OtherwiseError `model-not-found` */
function sourceOf(model: string): { readonly source: ModelSource; readonly folder?: URL; readonly address?: HubAddress } {
  // Where other places are told, an address is that of a folder.
  const [address, back] = (others ? undefined : readAddresses(model)) ?? [];
  const hub = (one: HubAddress): ModelSource => ({ kind: 'hub', files: remoteModel(one) });
  if (address) return { source: back ? { kind: 'pair', toPivot: hub(address), back: hub(back) } : hub(address), address };
  const folder = places().model(model);
  return { source: { kind: 'bundled', files: fetchedFiles(folder) }, folder };
}

const remoteModel = (address: HubAddress, place = cachePlace(address)): RemoteModel =>
  new RemoteModel(address.id, hubHost(address.hub), place);

async function describe(model: string): Promise<HubAbout> {
  const addresses = readAddresses(model);
  if (!addresses)
    throw new OtherwiseError('model-not-found', `'${model}' is neither an id (owner/name) nor the address of a model’s page.`);
  const { aboutModel, aboutPair } = await import('../src/engine/hub/about.ts');
  const told = await Promise.all(addresses.map((address) => aboutModel(remoteModel(address, memoryPlace()))));
  return told.reduce(aboutPair);
}

async function load(model: string, choice: DeviceChoice, onProgress: (event: LoadProgress) => void): Promise<EngineInfo> {
  const { tables: { lexical }, runtime } = places();
  const { source, folder, address } = sourceOf(model);
  const began = performance.now();
  const { device, name, reason }: Awaited<ReturnType<typeof chooseDevice>> =
    address ? { device: 'wasm', name: '', reason: HUB_ON_WASM } : await chooseDevice(choice);
  const threads = device === 'wasm' && crossOriginIsolated ? Math.max(1, Math.min(4, navigator.hardwareConcurrency - 1)) : 1;
  const [engine, tables] = await Promise.all([
    openEngine(source, {
      device,
      ...(folder && !isPackaged(folder) && { kept: keptWeights(folder, device) }),
      ...(isDtype(address?.dtype) && { dtype: address.dtype }),
      threads,
      ...runtime,
      onProgress,
      breathe,
    }),
    openTables(places().tables),
  ]);
  const { proofreader: binary } = places();
  const proofread = binary === undefined ? undefined : proofreader(binary);
  const tools = (systems: Tools['systems']): Tools => resourcesOf(engine, tables, { systems, proofread });
  const measure = (): Promise<Budget> => measureBudget(engine.model, device, engine.usual, () => performance.now());
  const circumstances = [engine.hash, engine.runtime, device, name, threads, navigator.hardwareConcurrency];
  const measured = folder ? rememberedBudget(keptBudget(folder, circumstances), () => Date.now(), measure) : measure();
  const budget = await unlessLost(engine.lost, measured);
  ready = { engine, tools: tools(undefined), budget, known: new KnownSentences() };
  withSystems = async () => {
    const { idf, inflector } = tables;
    lexicon ??= lexical('lexicon.tsv').then((bytes) => Lexicon.from(asText(bytes), inflector));
    // What failed once may be there at the next try.
    lexicon.catch(() => { lexicon = undefined; });
    const [substitutes, { tagTokens }] = await Promise.all([lexicon, tagger()]);
    return tools({ idf, inflector, lexicon: substitutes, tag: (tokens) => tagTokens(tokens, inflector) });
  };
  return {
    model: engine.name,
    modelHash: engine.hash,
    device,
    deviceName: device === 'webgpu' ? name : `${threads} thread${threads === 1 ? '' : 's'}`,
    threads,
    budget,
    loadSeconds: (performance.now() - began) / 1000,
    ...(reason !== undefined && { fallbackReason: reason }),
  };
}

/** @throws OtherwiseError `runtime` before a model is loaded */
function loaded(): Ready {
  if (!ready) throw new OtherwiseError('runtime', 'The model is not loaded yet.');
  return ready;
}

async function measure(pairs: readonly TextPair[]): Promise<PairMeasures[]> {
  const { meaning, pieces } = loaded().tools;
  const { shallowTreeDistance } = await shallowTrees();
  const piecesOf = (text: string): string[] => pieces.encode(text).map((id) => pieces.pieceText(id));
  return pairs.map(([a, b]) => ({
    meaning: meaning?.(a, b), overlap: pieceOverlap(piecesOf(a), piecesOf(b)), treeEdit: shallowTreeDistance(a, b),
    wordEdits: editDistance(plainWords(a), plainWords(b)), characterEdits: characterDistance(a, b),
  }));
}

let withSystems: (() => Promise<Tools>) | undefined;

/** Lets messages (a newer request, a cancel) in between two runs of the graph. */
function breathe(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}

/** The browser frees the lock when the worker dies, however it dies: nothing else would tell the page. */
function life(): Promise<string | undefined> {
  const { locks } = navigator as { readonly locks?: LockManager };
  if (locks === undefined) return Promise.resolve(undefined);
  const name = `otherwise-worker-${crypto.getRandomValues(new Uint32Array(3)).join('-')}`;
  return new Promise((resolve) => {
    const held = (): Promise<never> => {
      resolve(name);
      return new Promise<never>(() => undefined);
    };
    locks.request(name, held).catch(() => resolve(undefined));
  });
}

const api: ParaphraseWorkerApi = {
  load: (model, device, onProgress) => reply(() => load(model, device, onProgress)),
  describe: (model) => reply(() => describe(model)),
  paraphrase: (text, options, onProgress) => reply(async () => {
    const { engine, budget, known, tools: plain } = loaded();
    running?.abort(new OtherwiseError('superseded', 'A newer request took its place.'));
    const controller = new AbortController();
    running = controller;
    const { lines = false, ...given } = checkOptions(options);
    const needsTables = typeof given.system === 'number' || given.vocabulary !== undefined;
    const tools = needsTables && withSystems ? await withSystems() : plain;
    const settings = settingsOf(given, tools.threshold, budget);
    const request = { tools, settings, known, progress: onProgress, signal: controller.signal };
    const task = ended.then(() => paraphraseText(text, request, { lines }));
    ended = task.catch(() => undefined);
    return unlessLost(engine.lost, task);
  }),
  measure: (pairs) => reply(() => measure(pairs)),
  score: (pairs, options) => reply(async () => {
    const { engine, tools } = loaded();
    const { lines = false, ...given } = checkOptions(options);
    return unlessLost(engine.lost, scorePairs(pairs, { tools, settings: settingsOf(given, tools.threshold) }, { lines }));
  }),
  cancel() {
    running?.abort(new OtherwiseError('aborted', 'Stopped.'));
  },
  life,
};

/** A part that is fetched later may import this program again, by its address without the hub: one of them answers. */
const answering = globalThis as { otherwiseAnswers?: boolean };
if (answering.otherwiseAnswers !== true) expose(api);
answering.otherwiseAnswers = true;
