/** The worker's side of `WorkerRewriter`: it loads a model on a device and answers calls with it. */
import { expose } from 'comlink';
import { OtherwiseError } from '../../core/errors.ts';
import { checkOptions } from '../../core/options.ts';
import {
  reply, type Budget, type DeviceChoice, type EngineInfo, type HubAbout, type LoadProgress, type ParaphraseWorkerApi, type Reply,
} from '../../core/protocol.ts';
import { type HubAddress, readAddresses } from '../files/hub/address.ts';
import { memoryPlace, type HubPlace } from '../files/hub/place.ts';
import { RemoteModel } from '../files/hub/remote.ts';
import { hubHost } from '../files/hub/request.ts';
import { isPackaged } from '../files/list.ts';
import { fetchedFiles } from '../files/fetched.ts';
import type { KeptValue, KeptWeights } from '../files/read.ts';
import { LocalRewriter } from '../local-rewriter.ts';
import { measureBudget, rememberedBudget } from '../model/budget.ts';
import { type Engine, isDtype } from '../model/loaded.ts';
import type { Places } from '../model/places.ts';
import { WordResources } from '../model/resources.ts';
import type { ModelSource } from '../open.ts';
import { proofreader } from '../proofread/proofreader.ts';
import { chooseDevice, type ChosenDevice, onWasm } from './device.ts';

/** The services of the page around a worker. */
export interface Surroundings {
  readonly places: Places;
  /** Tells whether models are named by the address of their folder alone: then a hub is never asked. */
  readonly namesFolders?: boolean;
  isSoftware(info: GPUAdapterInfo): boolean;
  /** The stores of a model's unpacked weights, and of the budget that was measured for a device, between visits. */
  keptWeights(folder: URL, device: string): KeptWeights;
  keptBudget(folder: URL, circumstances: readonly (string | number)[]): KeptValue;
  hubPlace(address: HubAddress): HubPlace;
}

/** The location of a model: its source, and its folder where it is bundled or its address where it is on a hub. */
interface Whereabouts {
  readonly source: ModelSource;
  readonly folder?: URL;
  readonly address?: HubAddress;
}

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

/** Takes the lock of this worker's life. The browser frees it when the worker dies, however it dies: nothing else would tell the page. */
function life(): Promise<string | undefined> {
  const { locks } = navigator as { readonly locks?: LockManager };
  if (locks === undefined) return Promise.resolve(undefined);
  const name = `otherwise-worker-${crypto.getRandomValues(new Uint32Array(3)).join('-')}`;
  return new Promise((resolve) => {
    const holding = (): Promise<never> => {
      resolve(name);
      return new Promise<never>(() => undefined);
    };
    locks.request(name, holding).catch(() => resolve(undefined));
  });
}

const remoteModel = ({ id, hub }: HubAddress, place: HubPlace): RemoteModel => new RemoteModel(id, hubHost(hub), place);

/** Asks a hub about a model or a pair. @throws OtherwiseError `model-not-found`, `model-download` */
async function describe(model: string): Promise<HubAbout> {
  const addresses = readAddresses(model);
  if (!addresses)
    throw new OtherwiseError('model-not-found', `'${model}' is neither an id (owner/name) nor the address of a model’s page.`);
  const { aboutModel, aboutPair } = await import('../hub/about.ts');
  const answers = await Promise.all(addresses.map((address) => aboutModel(remoteModel(address, memoryPlace()))));
  return answers.reduce(aboutPair);
}

/** Loads models one after the other, for the page around the worker. */
class Loader {
  readonly #around: Surroundings;
  readonly #words: WordResources;

  constructor(around: Surroundings) {
    this.#around = around;
    this.#words = new WordResources(around.places.tables);
  }

  /** @throws OtherwiseError as `LocalRewriter.open`, `model-not-found` */
  async load(model: string, choice: DeviceChoice, onProgress: (event: LoadProgress) => void): Promise<[LocalRewriter, EngineInfo]> {
    const { places, isSoftware, keptWeights } = this.#around;
    const { source, folder, address } = this.#find(model);
    const chosen = address ? onWasm('Models of a hub run on WASM.') : await chooseDevice(choice, isSoftware);
    const { device, name, reason } = chosen;
    const threads = device === 'wasm' && crossOriginIsolated ? Math.max(1, Math.min(4, navigator.hardwareConcurrency - 1)) : 1;
    const rewriter = await LocalRewriter.open({
      source, words: this.#words, remembers: true,
      options: {
        device, threads, ...places.runtime, onProgress, breathe,
        ...(folder && !isPackaged(folder) && { kept: keptWeights(folder, device) }),
        ...(isDtype(address?.dtype) && { dtype: address.dtype }),
      },
      proofread: places.proofreader === undefined ? undefined : proofreader(places.proofreader),
      budget: (engine) => this.#budget(engine, chosen, threads, folder),
    });
    const deviceName = device === 'webgpu' ? name : rewriter.info.deviceName;
    return [rewriter, { ...rewriter.info, device, deviceName, ...(reason !== undefined && { fallbackReason: reason }) }];
  }

  /** Gives the budget of the device, as it was measured in an earlier visit or is now. */
  #budget({ model, usual, hash, runtime }: Engine, { device, name }: ChosenDevice, threads: number, folder?: URL): Promise<Budget> {
    const measure = (): Promise<Budget> => measureBudget(model, device, usual, () => performance.now());
    if (folder === undefined) return measure();
    const circumstances = [hash, runtime, device, name, threads, navigator.hardwareConcurrency];
    return rememberedBudget(this.#around.keptBudget(folder, circumstances), () => Date.now(), measure);
  }

  /** Finds a model by its name or its address on a hub, a pair by two. @throws OtherwiseError `model-not-found` */
  #find(model: string): Whereabouts {
    const { places, namesFolders, hubPlace } = this.#around;
    const [address, back] = (namesFolders === true ? undefined : readAddresses(model)) ?? [];
    if (address === undefined) {
      const folder = places.model(model);
      return { source: { kind: 'bundled', files: fetchedFiles(folder) }, folder };
    }
    const hub = (one: HubAddress): ModelSource => ({ kind: 'hub', files: remoteModel(one, hubPlace(one)) });
    return { source: back ? { kind: 'pair', toPivot: hub(address), back: hub(back) } : hub(address), address };
  }
}

function answers(around: Surroundings): ParaphraseWorkerApi {
  const loader = new Loader(around);
  let rewriter: LocalRewriter | undefined;
  const loaded = (): LocalRewriter => {
    if (!rewriter) throw new OtherwiseError('runtime', 'The model is not loaded yet.');
    return rewriter;
  };
  const calls = new Map<number, AbortController>();
  const stoppable = <T>(call: number, task: (controller: AbortController) => Promise<T>): Promise<Reply<T>> => reply(async () => {
    const controller = new AbortController();
    calls.set(call, controller);
    try {
      return await task(controller);
    } finally {
      calls.delete(call);
    }
  });
  let newest: AbortController | undefined;
  return {
    load: (model, device, onProgress) => reply(async () => {
      const [opened, info] = await loader.load(model, device, onProgress);
      rewriter = opened;
      return info;
    }),
    describe: (model) => reply(() => describe(model)),
    rewrite: (call, text, options, onProgress) => stoppable(call, async (controller) => {
      newest?.abort(new OtherwiseError('superseded', 'A newer request took its place.'));
      newest = controller;
      return loaded().rewrite(text, checkOptions(options), { signal: controller.signal, onProgress });
    }),
    measure: (pairs) => reply(() => loaded().measure(pairs)),
    score: (call, pairs, options) => stoppable(call, async ({ signal }) => loaded().score(pairs, checkOptions(options), { signal })),
    cancel: (call) => { calls.get(call)?.abort(new OtherwiseError('aborted', 'Stopped.')); },
    life,
  };
}

/** Answers the calls of the page that started this worker. */
export function serve(around: Surroundings): void {
  // A part that is fetched later may import this program again, by its address without the hub: only one of them answers.
  const answering = globalThis as { otherwiseAnswers?: boolean };
  if (answering.otherwiseAnswers === true) return;
  answering.otherwiseAnswers = true;
  expose(answers(around));
}
