import type { DeviceChoice, EngineInfo, LoadProgress } from '../../../core/protocol.ts';
import type { RewriteClient } from '../../../engine/rewriter.ts';
import { hasLittleMemory } from '../../platform/capabilities.ts';
import { AUTOMATIC } from '../../platform/model-plan.ts';
import { isMetered } from '../../platform/network.ts';
import { toFailure, type Failure } from '../failure.ts';
import { firstLoad, type FirstLoad } from './first-load.ts';
import { Transfer } from './transfer.ts';

export type EngineStatus = 'idle' | 'consent' | 'loading' | 'ready' | 'failed' | 'stopped';

/** The present step of a load. `bytes` counts what has to be fetched; `secondsLeft` is undefined until the rate is known. */
export interface LoadView {
  readonly stage: 'connect' | 'download' | 'unpack' | 'compile' | 'self-test';
  readonly loaded: number;
  readonly total: number;
  readonly cached: boolean;
  /** Bytes a second. */
  readonly rate: number;
  readonly secondsLeft: number | undefined;
}

const start: LoadView = { stage: 'connect', loaded: 0, total: 0, cached: false, rate: 0, secondsLeft: undefined };

/** The engine as the page shows it: its facts, or how far loading has come, or why it failed. */
export class EngineState {
  status = $state<EngineStatus>('idle');
  info = $state.raw<EngineInfo | undefined>(undefined);
  view = $state.raw<LoadView>(start);
  failure = $state.raw<Failure | undefined>(undefined);
  readonly #client: RewriteClient;
  readonly #clock: () => number;
  #loading = new AbortController();
  /** The name of the model that is to answer. */
  #wanted = $state<string>(AUTOMATIC);

  /** @param clock in ms @param changed hears when the engine was started anew, or another model replaced the one before */
  constructor(client: RewriteClient, clock: () => number, changed: (info: EngineInfo, before: EngineInfo | undefined) => void) {
    this.#client = client;
    this.#clock = clock;
    client.onRestart((info) => {
      const before = this.info;
      this.info = info;
      this.status = 'ready';
      changed(info, before);
    });
  }

  /** Says why there is no use in loading. */
  refuse(failure: Failure): void {
    this.failure = failure;
    this.status = 'failed';
  }

  /** Waits for the user's word before so many bytes are fetched; undefined where it can't be told how many. */
  askFirst(bytes: number | undefined): void {
    this.view = { ...start, total: bytes ?? 0 };
    this.status = 'consent';
  }

  /** The bundled models that are being loaded, if they are. */
  get coming(): FirstLoad | undefined {
    return firstLoad(this.#wanted === AUTOMATIC ? undefined : this.#wanted, this.view.total, hasLittleMemory() || isMetered());
  }

  async load(model: string, device: DeviceChoice): Promise<void> {
    const loading = new AbortController();
    const isOld = (): boolean => loading !== this.#loading;
    const transfer = new Transfer();
    this.#loading = loading;
    this.#wanted = model;
    this.status = 'loading';
    this.failure = undefined;
    this.info = undefined;
    this.view = start;
    try {
      const onProgress = (event: LoadProgress): void => { if (!isOld()) this.#show(event, transfer); };
      const info = await this.#client.load(model, device, { signal: loading.signal, onProgress });
      if (isOld()) return;
      this.info = info;
      this.status = 'ready';
    } catch (cause) {
      if (isOld()) return;
      const failure = toFailure(cause);
      this.failure = failure;
      this.status = failure.code === 'aborted' ? 'stopped' : 'failed';
    }
  }

  cancel(): void {
    if (this.status === 'loading') this.#loading.abort();
  }

  #show(event: LoadProgress, transfer: Transfer): void {
    if (event.kind === 'download') {
      transfer.add(event.file, event, this.#clock());
      this.view = { stage: 'download', ...transfer.view() };
    } else if (event.kind === 'unpack') {
      this.view = { ...this.view, stage: 'unpack', loaded: event.done, total: event.total };
    } else {
      this.view = { ...this.view, stage: event.kind };
    }
  }
}
