import type { DeviceChoice, EngineInfo, LoadProgress } from '../../core/protocol.ts';
import { OtherwiseError } from '../../core/errors.ts';
import type { RewriteClient } from './rewrite-client.ts';

/** Which model answers first, and which one takes its place when it is there. */
export interface ModelPlan {
  readonly first: string;
  readonly then?: string;
}

const silent = (): void => undefined;

/**
 * An engine whose first model may be a smaller one, which answers until the one that was wanted is loaded beside it. The change waits until
 * nothing is under way, and is told like a restart. Where the other model can't be loaded, the first one goes on.
 */
export class StandInClient implements RewriteClient {
  readonly #create: () => RewriteClient;
  readonly #planOf: (wanted: string) => Promise<ModelPlan>;
  #answering: RewriteClient;
  #coming: RewriteClient | undefined;
  /** Changes with every load. */
  #turn = 0;
  #cancels = 0;
  #work: ReadonlySet<Promise<unknown>> = new Set();
  #restarted: (info: EngineInfo) => void = silent;
  readonly paraphrase: RewriteClient['paraphrase'] = (...asked) => this.#busy(this.#answering.paraphrase(...asked));
  readonly measure: RewriteClient['measure'] = (...asked) => this.#busy(this.#answering.measure(...asked));
  readonly score: RewriteClient['score'] = (...asked) => this.#busy(this.#answering.score(...asked));

  /** `create` makes an engine; `planOf` says which models a wanted one stands for. */
  constructor(create: () => RewriteClient, planOf: (wanted: string) => Promise<ModelPlan>) {
    this.#create = create;
    this.#planOf = planOf;
    this.#answering = create();
  }

  async load(model: string, device: DeviceChoice, onProgress: (event: LoadProgress) => void): Promise<EngineInfo> {
    const turn = ++this.#turn;
    const cancels = this.#cancels;
    this.#coming?.dispose();
    this.#coming = undefined;
    const { first, then } = await this.#planOf(model);
    if (turn !== this.#turn) throw new OtherwiseError('superseded', 'Another model or device was chosen.');
    if (cancels !== this.#cancels) throw new OtherwiseError('aborted', 'Loading was stopped.');
    const info = await this.#answering.load(first, device, onProgress);
    if (then !== undefined && turn === this.#turn) void this.#succeed(then, device, turn);
    return info;
  }


  cancel(): void {
    this.#cancels += 1;
    this.#answering.cancel();
  }

  onRestart(listener: (info: EngineInfo) => void): void {
    this.#restarted = listener;
    this.#answering.onRestart(listener);
  }

  dispose(): void {
    this.#turn += 1;
    this.#coming?.dispose();
    this.#answering.dispose();
  }

  #busy<T>(task: Promise<T>): Promise<T> {
    const ended = task.then(silent, silent);
    this.#work = new Set([...this.#work, ended]);
    void ended.then(() => {
      this.#work = new Set([...this.#work].filter((other) => other !== ended));
    });
    return task;
  }

  /** Loads the model that takes the place of the one that answers. */
  async #succeed(model: string, device: DeviceChoice, turn: number): Promise<void> {
    const coming = this.#create();
    this.#coming = coming;
    const info = await coming.load(model, device, silent).catch(() => undefined);
    while (info !== undefined && turn === this.#turn && this.#work.size > 0) await Promise.all(this.#work);
    if (info === undefined || turn !== this.#turn) {
      coming.dispose();
      return;
    }
    this.#answering.dispose();
    [this.#answering, this.#coming] = [coming, undefined];
    coming.onRestart(this.#restarted);
    this.#restarted(info);
  }
}
