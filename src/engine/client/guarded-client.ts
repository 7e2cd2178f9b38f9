import type {
  DeviceChoice,
  EngineInfo,
  LoadProgress,
  PairMeasures,
  PairScores,
  ParaphraseOptions,
  ParaphraseProgress,
  ParaphraseResult,
  TextPair,
} from '../../core/protocol.ts';
import type { RewriteClient } from './rewrite-client.ts';
import { withinSmall } from './small-budget.ts';

/** Knows whether the page is at work, and whether earlier visits died at it. */
export interface WorkMarks {
  /** Whether so many visits died at work that it is time to do less. */
  readonly careful: boolean;
  enter(): void;
  /** `done`: whether a rewriting was finished. */
  leave(done: boolean): void;
}

/**
 * An engine that marks its work, so that the next visit knows when the page died at it. After several such deaths it goes on with the
 * small budget, and on WASM where the device was not the user's choice: a page that kills itself at every start can't be helped otherwise.
 */
export class GuardedClient implements RewriteClient {
  readonly #client: RewriteClient;
  readonly #marks: WorkMarks;

  constructor(client: RewriteClient, marks: WorkMarks) {
    this.#client = client;
    this.#marks = marks;
  }

  async load(model: string, device: DeviceChoice, onProgress: (event: LoadProgress) => void): Promise<EngineInfo> {
    const { careful } = this.#marks;
    const info = await this.#marked(false, () => this.#client.load(model, careful && device === 'auto' ? 'wasm' : device, onProgress));
    return careful ? eased(info) : info;
  }

  paraphrase(text: string, options: ParaphraseOptions, onProgress: (event: ParaphraseProgress) => void): Promise<ParaphraseResult> {
    return this.#marked(true, () =>
      this.#client.paraphrase(text, this.#marks.careful ? { ...options, ...withinSmall(options) } : options, onProgress),
    );
  }

  measure(pairs: readonly TextPair[]): Promise<readonly PairMeasures[]> {
    return this.#client.measure(pairs);
  }

  score(pairs: readonly TextPair[], options: ParaphraseOptions): Promise<readonly PairScores[]> {
    return this.#client.score(pairs, options);
  }

  cancel(): void {
    this.#client.cancel();
  }

  onRestart(listener: (info: EngineInfo) => void): void {
    this.#client.onRestart((info) => listener(this.#marks.careful ? eased(info) : info));
  }

  dispose(): void {
    this.#client.dispose();
  }

  /** `counts`: whether the work shows that the page can do its work. */
  async #marked<T>(counts: boolean, work: () => Promise<T>): Promise<T> {
    this.#marks.enter();
    let done = false;
    try {
      const result = await work();
      done = counts;
      return result;
    } finally {
      this.#marks.leave(done);
    }
  }
}

function eased(info: EngineInfo): EngineInfo {
  return {
    ...info,
    budget: withinSmall(info.budget),
    fallbackReason: info.fallbackReason ?? 'The page ended in the middle of its work more than once.',
  };
}
