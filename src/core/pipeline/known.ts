import { type Reader, ScoreMemo } from '../decoding/score-memo.ts';
import { StepMemo } from '../decoding/step-memo.ts';
import type { Memory, StepModel } from '../decoding/step-model.ts';
import type { Settings } from '../options.ts';
import type { Candidate } from '../quality/candidate.ts';
import type { Round } from './round.ts';
import type { Tools } from './tools.ts';

/** What scores rewrites given their origin, and origins given their rewrite. */
export interface Readers {
  readonly forward: Reader;
  readonly backward: Reader;
}

/**
 * What rewrites are written from: the source itself or, with a pair of translators, one of its best translations into the
 * pivot language (ParaBank 2 §2; ParaNMT §3). From there on the pipeline is the same.
 */
export interface DecoderInput {
  /** Tokens of it, as the model reads them that writes rewrites. */
  readonly ids: readonly number[];
  /** The same text in the tokens of the model that reads rewrites backward. */
  readonly target: readonly number[];
}

/** An origin after encoding, and the model with what it said of what may follow it. */
export interface Encoded {
  readonly memory: Memory;
  readonly model: StepModel;
}

/** The models of the tools as those that score, each request once; one and the same where a model rewrites the source itself. */
export function readersOf({ model, pivot }: Pick<Tools, 'model' | 'pivot'>): Readers {
  const forward = new ScoreMemo(model);
  return { forward, backward: pivot ? new ScoreMemo(pivot.model) : forward };
}

type Models = Pick<Tools, 'model' | 'pivot'>;

/** What was made of a sentence with the same settings, whatever was banned and demanded. */
export interface CachedCandidates {
  /** The first round of the sentence without the user's bans and demands; undefined before it is drawn. */
  own: Round | undefined;
  /** What was accepted of all that was scored, by its text. */
  readonly accepted: Map<string, Candidate<'scored'>>;
}

/** So many settings of a sentence are remembered, and so many rewrites of each. */
const [MOST_SETTINGS, MOST_REWRITES] = [8, 300];

/** What models have said of one sentence: nothing here changes what they say, so that asking again gives the same. */
export class KnownSentence {
  readonly readers: Readers;
  private readonly made = new Map<string, CachedCandidates>();
  private open: readonly { readonly memory: Memory; readonly model: StepMemo }[] = [];

  constructor(private readonly tools: Models, private readonly origins: readonly DecoderInput[]) {
    this.readers = readersOf(tools);
  }

  /** Its origins, encoded, each with the model and what it said of what follows. @throws what the model throws */
  async opened(signal?: AbortSignal): Promise<readonly Encoded[]> {
    const { model } = this.tools;
    for (const { ids } of this.origins.slice(this.open.length))
      this.open = [...this.open, { memory: await model.encode(ids, signal), model: new StepMemo(model) }];
    return this.open;
  }

  /** What was made with these settings. */
  with(settings: Settings): CachedCandidates {
    const key = JSON.stringify({ ...settings, avoid: [], require: [], ordered: false, inflections: true });
    const made = this.made.get(key) ?? { own: undefined, accepted: new Map() };
    putLast(this.made, [key, made], MOST_SETTINGS);
    return made;
  }

  /** Remembers a rewrite that was accepted. */
  accept(settings: Settings, candidate: Candidate<'scored'>): void {
    putLast(this.with(settings).accepted, [candidate.text, candidate], MOST_REWRITES);
  }

  /** Gives keys and values back; texts and scores stay. */
  close(): void {
    for (const { memory, model } of this.open) {
      memory.dispose();
      model.dispose();
    }
    this.open = [];
  }
}

/** So many sentences are remembered; of the last one keys and values, too. */
const MOST_SENTENCES = 16;

/** What one model has said of the last sentences. It serves one request at a time. */
export class KnownSentences {
  private readonly sentences = new Map<string, KnownSentence>();
  private last: KnownSentence | undefined;

  /** @param origins what the sentence is rewritten from */
  of(tools: Models, origins: readonly DecoderInput[]): KnownSentence {
    const key = origins.map(({ ids }) => ids.join()).join(';');
    const known = this.sentences.get(key) ?? new KnownSentence(tools, origins);
    if (this.last !== known) this.last?.close();
    this.last = known;
    putLast(this.sentences, [key, known], MOST_SENTENCES);
    return known;
  }
}

/** The oldest go first. */
function putLast<T>(map: Map<string, T>, [key, value]: readonly [string, T], most: number): void {
  map.delete(key);
  map.set(key, value);
  for (const oldest of [...map.keys()].slice(0, Math.max(0, map.size - most))) map.delete(oldest);
}
