import { DemandedText } from '../constraints/demanded.ts';
import { endsInPhrase } from '../constraints/match.ts';
import type { Prefix } from './prefix.ts';
import type { ConstraintSet, Demand, PieceText } from './sample-request.ts';

/** Nats that the beginning of an unmet demand gains at once, at the expected length (added), and when the model wants to end. */
const gain = { base: 1.5, length: 5, ending: 4 };

/** Characters before a place that decide whether a word may begin there. */
const lookBehind = 4;

/** A demand under way in a sample: the rest of the chosen alternative. */
export type UnderWay = readonly number[];

/** What a sample may do about its demands at a prefix. */
export interface Steer {
  /** Whether the text as it stands, if it ended here, meets every demand. */
  readonly satisfied: boolean;
  /** First piece → the pieces after it, for every beginning of an unmet demand that fits here. */
  readonly starts: ReadonlyMap<number, UnderWay>;
  /** Nats added to the beginnings. */
  readonly bonus: number;
  /** Whether only a beginning is allowed: the room that is left just suffices. */
  readonly pressed: boolean;
  /** Whether a piece would destroy a demand whose word could still grow ('delay' + 'ed'). */
  destroys(id: number): boolean;
}

/**
 * Steers samples of one constraint set towards its demands: the beginnings of unmet demands gain probability as the expected length is used up,
 * a demand that has begun is carried through, and a word that meets a demand does not grow into another.
 */
export class Steering {
  private readonly text: DemandedText;
  private readonly demands: readonly Demand[];
  private readonly ordered: boolean;

  constructor(set: ConstraintSet, private readonly pieces: PieceText, private readonly expectedLength: number, private readonly maxTokens: number, private readonly eos: number) {
    this.demands = set.require ?? [];
    this.ordered = set.ordered ?? false;
    this.text = new DemandedText(this.demands.map((demand) => demand.phrase), this.ordered);
  }

  /** First pieces of all demands: the log-probabilities wanted beyond the model's top. */
  get probes(): number[] {
    return this.demands.flatMap((demand) => demand.alternatives.flatMap((pieces) => pieces.slice(0, 1)));
  }

  /** Whether a text meets every demand if it ends here. */
  satisfied(text: string): boolean {
    return this.text.satisfied(text);
  }

  /** @param length pieces of the prefix */
  steer(prefix: Prefix, length: number): Steer {
    const now = this.text.met(prefix.text, true);
    const closed = this.text.met(prefix.text, false);
    const growing = now.some((met, k) => met && !closed[k]);
    const destroys = (id: number): boolean => growing && this.text.destroys(prefix.text, this.pieces.piece(id));
    const unmet = this.demands.filter((_, k) => !now[k]);
    const starts = new Map<number, UnderWay>();
    for (const demand of this.ordered ? unmet.slice(0, 1) : unmet) {
      for (const [first, ...rest] of demand.alternatives) {
        if (first !== undefined && !starts.has(first) && this.fits(prefix.text, demand.phrase, [first, ...rest])) starts.set(first, rest);
      }
    }
    const room = unmet.reduce((sum, demand) => sum + Math.min(...demand.alternatives.map((pieces) => pieces.length)), 0);
    const progress = (length + room) / Math.max(1, this.expectedLength);
    const bonus = gain.base + gain.length * progress ** 2 + (this.wantsToEnd(prefix) ? gain.ending : 0);
    return { satisfied: unmet.length === 0, starts, bonus, pressed: starts.size > 0 && length + room >= this.maxTokens, destroys };
  }

  /** Whether the pieces, put after the text, stand there as the demanded words: 'delay' glued to the word before would not. */
  private fits(text: string, phrase: string, pieces: readonly number[]): boolean {
    return endsInPhrase(text.slice(-lookBehind) + pieces.map((id) => this.pieces.piece(id)).join(''), phrase);
  }

  private wantsToEnd(prefix: Prefix): boolean {
    const best = prefix.candidates[0]?.id;
    return best !== undefined && (best === this.eos || /^\s*[.!?…]["'’”)]*$/u.test(this.pieces.piece(best)));
  }
}
