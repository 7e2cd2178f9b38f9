import { type Reader, ScoreMemo } from '../decoding/score-memo.ts';
import { StepMemo } from '../decoding/step-memo.ts';
import type { Memory, StepModel } from '../decoding/step-model.ts';
import type { Settings } from '../options.ts';
import type { Candidate } from '../quality/candidate.ts';
import type { Round } from './round.ts';
import type { Tools } from './tools.ts';

/** The two models that score a pair: the rewrite given the decoder input, and the decoder input given the rewrite. */
export interface Readers {
  readonly forward: Reader;
  readonly backward: Reader;
}

/**
 * The text that rewrites are decoded from. It is the source itself or, with a pair of translators, one of the best translations of the
 * source into the pivot language (ParaBank 2 §2; ParaNMT §3). From there on the pipeline is the same.
 */
export interface DecoderInput {
  /** Its tokens for the model that writes rewrites. */
  readonly ids: readonly number[];
  /** The tokens of the same text for the model that scores backward. */
  readonly target: readonly number[];
}

/** An encoded decoder input with its model, and the model's first step after it. */
export interface Encoded {
  readonly memory: Memory;
  readonly model: StepModel;
}

/** Makes readers of the models, which score each request once. Both are the same one where a model rewrites the source itself. */
export function readersOf({ model, pivot }: Pick<Tools, 'model' | 'pivot'>): Readers {
  const forward = new ScoreMemo(model);
  return { forward, backward: pivot ? new ScoreMemo(pivot.model) : forward };
}

type Models = Pick<Tools, 'model' | 'pivot'>;

/** The cached candidates of one sentence under the same settings, whatever the constraints. */
export interface CachedCandidates {
  /** The first round of the sentence without the user's constraints; undefined before it is drawn. */
  own: Round | undefined;
  /** The scored candidates that were accepted, by their text. */
  readonly accepted: Map<string, Candidate<'scored'>>;
}

/** The most settings of a sentence that are cached, and the most rewrites under each. */
const [MOST_SETTINGS, MOST_REWRITES] = [8, 300];

/** The cached results of one sentence. They depend on the sentence alone, so a second computation would give the same. */
export class KnownSentence {
  readonly readers: Readers;
  private readonly made = new Map<string, CachedCandidates>();
  private open: readonly { readonly memory: Memory; readonly model: StepMemo }[] = [];

  constructor(private readonly tools: Models, private readonly origins: readonly DecoderInput[]) {
    this.readers = readersOf(tools);
  }

  /** Encodes the decoder inputs, or takes them from the cache. @throws what the model throws */
  async opened(signal?: AbortSignal): Promise<readonly Encoded[]> {
    const { model } = this.tools;
    for (const { ids } of this.origins.slice(this.open.length))
      this.open = [...this.open, { memory: await model.encode(ids, signal), model: new StepMemo(model) }];
    return this.open;
  }

  with(settings: Settings): CachedCandidates {
    const key = JSON.stringify({ ...settings, avoid: [], require: [], ordered: false, inflections: true });
    const candidates = this.made.get(key) ?? { own: undefined, accepted: new Map() };
    putLast(this.made, [key, candidates], MOST_SETTINGS);
    return candidates;
  }

  accept(settings: Settings, candidate: Candidate<'scored'>): void {
    putLast(this.with(settings).accepted, [candidate.text, candidate], MOST_REWRITES);
  }

  /** Frees the keys and values; texts and scores stay. */
  close(): void {
    for (const { memory, model } of this.open) {
      memory.dispose();
      model.dispose();
    }
    this.open = [];
  }
}

/** The most sentences that are cached. Only the last one keeps its keys and values. */
const MOST_SENTENCES = 16;

/** The cache of the last sentences of one model. It serves one request at a time. */
export class KnownSentences {
  private readonly sentences = new Map<string, KnownSentence>();
  private last: KnownSentence | undefined;

  /** Gives the cache of a sentence. @param origins the decoder inputs of the sentence */
  of(tools: Models, origins: readonly DecoderInput[]): KnownSentence {
    const key = origins.map(({ ids }) => ids.join()).join(';');
    const known = this.sentences.get(key) ?? new KnownSentence(tools, origins);
    if (this.last !== known) this.last?.close();
    this.last = known;
    putLast(this.sentences, [key, known], MOST_SENTENCES);
    return known;
  }
}

/** Puts an entry last; when there are too many, the oldest go. */
function putLast<T>(map: Map<string, T>, [key, value]: readonly [string, T], most: number): void {
  map.delete(key);
  map.set(key, value);
  for (const oldest of [...map.keys()].slice(0, Math.max(0, map.size - most))) map.delete(oldest);
}
