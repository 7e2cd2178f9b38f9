import type {
  Counts,
  DeviceChoice,
  EngineInfo,
  LoadProgress,
  PairMeasures,
  PairScores,
  ParaphraseOptions,
  ParaphraseResult,
  Rewrite,
  TextPair,
  Watching,
} from '../../src/core/protocol.ts';
import type { RewriteClient } from '../../src/engine/rewriter.ts';
import { OtherwiseError, throwIfAborted } from '../../src/core/errors.ts';

/** A promise, and what resolves it: for an answer that is to come neither earlier nor later than something else. */
export function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

/**
 * A double at the client border: it knows one sentence, answers when told to and obeys bans, so that the page can be
 * tested without a model.
 */
export class FakeClient implements RewriteClient {
  readonly requests: { readonly text: string; readonly options: ParaphraseOptions }[] = [];
  loads: { readonly model: string; readonly device: DeviceChoice }[] = [];
  /** Milliseconds before an answer. */
  pause = 0;
  /** The model is not loaded before this resolves. */
  mayLoad: Promise<unknown> | undefined;
  /** The request with that number (from 1) is not answered before this resolves. */
  mayAnswer: (request: number) => Promise<unknown> | undefined = () => undefined;
  cancels = 0;
  /** The estimate of each of its rewrites: how probably it is right. */
  right = (index: number): number => 0.9 - 0.05 * index;
  /** The fields that it adds to its rewrites. */
  said: Partial<Rewrite> = {};
  /** The texts that it hands over apart from the rewrites, as hardly right. */
  doubtful: readonly string[] = [];
  /** The constraints that it says are unmet; undefined: each required phrase that is missing. */
  unmet: ParaphraseResult['unmet'] | undefined;
  failLoad: OtherwiseError | undefined;
  failNext: OtherwiseError | undefined;
  failScore: OtherwiseError | undefined;
  failMeasure: OtherwiseError | undefined;
  info: EngineInfo = {
    model: 'base',
    modelHash: '3fa1c09be27d',
    device: 'wasm',
    deviceName: 'fake',
    threads: 2,
    budget: { sets: 5, samples: 8 },
    loadSeconds: 2.4,
  };
  #newest = 0;

  async load(model: string, device: DeviceChoice, { signal, onProgress }: Watching<LoadProgress> = {}): Promise<EngineInfo> {
    this.#heed(signal);
    this.loads.push({ model, device });
    onProgress?.({ kind: 'download', file: 'weights.00.bin', loaded: 25e6, total: 100e6, cached: false });
    await wait(this.pause);
    await this.mayLoad;
    if (this.failLoad) throw this.failLoad;
    throwIfAborted(signal);
    onProgress?.({ kind: 'compile' });
    return { ...this.info, model };
  }

  async rewrite(text: string, options: ParaphraseOptions, { signal, onProgress }: Watching = {}): Promise<ParaphraseResult> {
    this.#heed(signal);
    const request = ++this.#newest;
    const answerable = this.mayAnswer(this.requests.push({ text, options }));
    onProgress?.({ kind: 'sample', finished: 3, total: 40, step: 4 });
    await wait(this.pause);
    await answerable;
    throwIfAborted(signal);
    if (request !== this.#newest) throw new OtherwiseError('superseded', 'A newer request took its place.');
    if (this.failNext) {
      const failure = this.failNext;
      this.failNext = undefined;
      throw failure;
    }
    const avoid = (options.avoid ?? []).map((phrase) => phrase.toLowerCase());
    const require = options.require ?? [];
    const languages = text.startsWith('Das ') ? ['de'] : undefined;
    const rewrites = (languages && options.foreign === false ? [] : known)
      .map((candidate, index): Rewrite => ({
        text: candidate,
        forward: 0.4 + 0.1 * index,
        backward: 0.5 + 0.1 * index,
        score: 0.9 + 0.2 * index,
        right: this.right(index),
        distance: 0.2 + 0.1 * index,
        ...this.said,
      }))
      .filter((rewrite) => !avoid.some((phrase) => rewrite.text.toLowerCase().includes(phrase)))
      .slice(0, options.n ?? 5);
    return {
      text,
      rewrites,
      doubtful: this.doubtful.map((candidate) => ({ ...unlikely, text: candidate })),
      constraints: [{ avoid, require, ...openingOf(text, options) }],
      counts,
      mode: options.mode ?? 'otherwise',
      model: 'base',
      seed: options.seed ?? 0,
      runtime: 'wasm',
      device: 'cpu',
      ...(languages && { languages }),
      unmet: this.unmet ?? require
        .filter((phrase) => !rewrites.every((rewrite) => rewrite.text.toLowerCase().includes(phrase.toLowerCase())))
        .map((phrase) => ({ phrase, reason: 'not reached within 24 tokens' })),
    };
  }

  /** Makes the measures up from the lengths: the page only has to show them. */
  async measure(pairs: readonly TextPair[]): Promise<PairMeasures[]> {
    await wait(0);
    if (this.failMeasure) throw this.failMeasure;
    return pairs.map(([a, b]) => ({
      meaning: a === b ? 100 : 90 - Math.abs(a.length - b.length),
      overlap: a === b ? 100 : 20 + (b.length % 60),
      treeEdit: b.length % 7,
      wordEdits: b.length % 9,
      characterEdits: Math.abs(a.length - b.length),
    }));
  }

  /** A rewrite of its own is worse than those it knows. */
  async score(pairs: readonly TextPair[]): Promise<PairScores[]> {
    await wait(this.pause);
    if (this.failScore) throw this.failScore;
    return pairs.map(() => ({
      forward: 1.25,
      backward: 1.5,
      score: 2.75,
      right: 0.4,
      meaning: 61,
      distance: 0.6,
      // Two that come down to the same words.
      findings: [
        { kind: 'number', lost: ['next'], gained: ['ten'] },
        { kind: 'bound', lost: ['next'], gained: ['ten'] },
      ],
    }));
  }

  #heed(signal: AbortSignal | undefined): void {
    throwIfAborted(signal);
    signal?.addEventListener('abort', () => { this.cancels += 1; }, { once: true });
  }

  /** The double never restarts by itself. */
  restarted: (info: EngineInfo) => void = () => undefined;
  onRestart(listener: (info: EngineInfo) => void): void {
    this.restarted = listener;
  }

  dispose(): void {
    this.#newest += 1;
  }
}

/** Figures of what is hardly right. */
const unlikely = { forward: 1, backward: 1.5, score: 2.5, right: 0.1, distance: 0.6, findings: [{ kind: 'unlikely' }] } as const;

/** The counts of forty samples, by what became of them. */
const counts: Counts = {
  sampled: 40,
  unfinished: 1,
  copies: 3,
  duplicates: 5,
  banned: 2,
  unmet: 0,
  invariants: { number: 1, negation: 2 },
  unlikely: 4,
  aboveThreshold: 3,
  unscored: 1,
  accepted: 18,
  unique: 31,
};

const known = [
  'The committee chose to put off the meeting until next week.',
  'It was decided by the committee that the meeting would wait until the following week.',
  'The panel agreed to delay the gathering till next week.',
  'Next week was the date the committee settled on for the meeting.',
  'The committee resolved to push the session back to next week.',
  'A decision was made to hold the meeting a week later.',
  'The board has moved the meeting to the coming week.',
  'The committee put the meeting off a week.',
];

/** Systems 32–34: the first one, two or three words, each at its place. */
function openingOf(text: string, { system }: ParaphraseOptions): { anchored?: string[][] } {
  const count = Number(system) - 31;
  return count >= 1 && count <= 3 ? { anchored: text.split(' ').slice(0, count).map((word) => [word]) } : {};
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
