import { ScoreMemo } from '../decoding/score-memo.ts';
import { StepMemo } from '../decoding/step-memo.ts';
import type { Memory, StepModel } from '../decoding/step-model.ts';
import type { Settings } from '../options.ts';
import type { Scored } from '../quality/candidate.ts';
import type { Round } from './round.ts';

/** What was made of a sentence with the same settings, whatever was banned and demanded. */
export interface Made {
  /** The first round of the sentence without the user's bans and demands; undefined before it is drawn. */
  own: Round | undefined;
  /** What was accepted of all that was scored, by its text. */
  readonly accepted: Map<string, Scored>;
}

/** So many settings of a sentence are remembered, and so many rewrites of each. */
const [MOST_SETTINGS, MOST_REWRITES] = [8, 300];

/** What a model has said of one sentence: nothing here changes what it says, so that asking again gives the same. */
export class KnownSentence {
  readonly scores: ScoreMemo;
  private readonly made = new Map<string, Made>();
  private open: { readonly memory: Memory; readonly steps: StepMemo } | undefined;

  /** @param ids the sentence's tokens */
  constructor(private readonly model: StepModel, private readonly ids: readonly number[]) {
    this.scores = new ScoreMemo(model);
  }

  /** The encoded sentence, and the model with what it said of the sentence's rewrites. @throws what the model throws */
  async opened(signal?: AbortSignal): Promise<{ readonly memory: Memory; readonly model: StepModel }> {
    this.open ??= { memory: await this.model.encode(this.ids, signal), steps: new StepMemo(this.model) };
    const { memory, steps } = this.open;
    return { memory, model: steps };
  }

  /** What was made with these settings. */
  with(settings: Settings): Made {
    const key = JSON.stringify({ ...settings, avoid: [], require: [], ordered: false, inflections: true });
    const made = this.made.get(key) ?? { own: undefined, accepted: new Map() };
    putLast(this.made, [key, made], MOST_SETTINGS);
    return made;
  }

  /** Remembers a rewrite that was accepted. */
  accept(settings: Settings, candidate: Scored): void {
    putLast(this.with(settings).accepted, [candidate.text, candidate], MOST_REWRITES);
  }

  /** Gives keys and values back; texts and scores stay. */
  close(): void {
    this.open?.memory.dispose();
    this.open?.steps.dispose();
    this.open = undefined;
  }
}

/** So many sentences are remembered; of the last one keys and values, too. */
const MOST_SENTENCES = 16;

/** What one model has said of the last sentences. It serves one request at a time. */
export class KnownSentences {
  private readonly sentences = new Map<string, KnownSentence>();
  private last: KnownSentence | undefined;

  /** @param ids the sentence's tokens */
  of(model: StepModel, ids: readonly number[]): KnownSentence {
    const key = ids.join();
    const known = this.sentences.get(key) ?? new KnownSentence(model, ids);
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
