import { DemandedText } from '../constraints/demanded.ts';
import { endsInPhrase } from '../constraints/match.ts';
import type { PieceText, Prefix } from './prefix.ts';
import type { TokenConstraintSet, Demand } from './sample-request.ts';

/**
 * The nats that the beginning of a missing required phrase gains: at once, at the expected length (added), when the model wants to end, at
 * a place as good as hoped.
 */
const gain = { base: 1.5, length: 5, ending: 4, place: 6 };
/** A place may be worse than the best one seen before by so many nats and still be taken. */
const slack = 0.5;
/** The number of characters before a place that decide whether a word may begin there. */
const lookBehind = 4;

/** A way to begin a missing required phrase. */
export interface Start {
  readonly phrase: string;
  readonly pieces: readonly number[];
  /** The difference in nats (0 or below) between the model's best token here and the likelier of its first token and a word it replaces. */
  readonly gap: number;
  /** The nats added to its first token when sampling. */
  readonly bonus: number;
  /** The tokens of the source's words that the phrase replaces. */
  readonly replaced: readonly number[];
}

/** The ways in which a sample may meet its required phrases at a prefix. */
export interface Steer {
  /** Tells whether the text, if it ended here, contains every required phrase. */
  readonly satisfied: boolean;
  /** The required phrases that the text lacks. */
  readonly unmet: readonly string[];
  /** The beginnings of missing phrases that fit here, by first token. */
  readonly starts: ReadonlyMap<number, Start>;
  /** Tells whether only a beginning is allowed, because the room that is left just suffices. */
  readonly pressed: boolean;
  /**
   * Tells whether a token may not be drawn: it would destroy a required phrase whose word could still grow ('delay' + 'ed'), or is a word
   * that a missing phrase replaces.
   */
  closes(id: number): boolean;
}

/**
 * The pressure on a sample to meet its required phrases.
 * - `scout`: the sample runs its natural course, and notes where phrases would have fitted. They gain little, except in the place of a word
 *   that they replace.
 * - `press`: phrases gain more as the expected length is used up, and at places as good as `hoped` (phrase → gap).
 * - `plain`: phrases gain nothing, and the end is closed until they are met.
 */
export type Course = { readonly kind: 'plain' | 'scout' } | { readonly kind: 'press'; readonly hoped: ReadonlyMap<string, number> };

/** The course of a sample and the pressure at a prefix, in nats. Together they decide the bonus of a beginning there. */
interface Urgency {
  readonly course: Course;
  readonly pressure: number;
}

/** The bounds of steering, lengths in tokens. */
export interface SteeringBounds {
  readonly text: PieceText;
  readonly eos: number;
  /** The length at which missing phrases are pressed hard. */
  readonly expectedLength: number;
  readonly maxTokens: number;
}

/** Steers samples of one constraint set towards its required phrases, and keeps a word that meets one from growing into another word. */
export class Steering {
  /** The tokens whose log-probabilities are wanted beyond the model's top: the first ones of required phrases, and words they replace. */
  readonly probes: readonly number[];
  private readonly text: DemandedText;
  private readonly demands: readonly Demand[];
  private readonly ordered: boolean;

  constructor(set: TokenConstraintSet, private readonly bounds: SteeringBounds) {
    this.demands = set.require ?? [];
    this.ordered = set.ordered ?? false;
    const firsts = this.demands.flatMap(({ alternatives }) => alternatives.flatMap((pieces) => pieces.slice(0, 1)));
    this.probes = [...firsts, ...this.demands.flatMap(({ replaces }) => [...replaces?.values() ?? []].flat())];
    this.text = new DemandedText(
      this.demands.map((demand) => demand.phrase),
      this.ordered,
    );
  }

  /** Tells whether a text contains every required phrase if it ends here. */
  satisfied(text: string): boolean {
    return this.text.satisfied(text);
  }

  /** Steers one sample at a prefix. @param length tokens of the prefix */
  steer(prefix: Prefix, length: number, course: Course): Steer {
    const now = this.text.met(prefix.text, true);
    const closed = this.text.met(prefix.text, false);
    const growing = now.some((met, k) => met && !closed[k]);
    const destroys = (id: number): boolean => growing && this.text.destroys(prefix.text, this.bounds.text.pieceText(id));
    const unmet = this.demands.filter((_, k) => !now[k]);
    const state = { satisfied: unmet.length === 0, unmet: unmet.map(({ phrase }) => phrase) };
    if (course.kind === 'plain') return { ...state, starts: new Map(), pressed: false, closes: () => false };
    const room = unmet.reduce((sum, demand) => sum + Math.min(...demand.alternatives.map((pieces) => pieces.length)), 0);
    const pressure = course.kind === 'scout' ? 0 : this.pressure(prefix, (length + room) / Math.max(1, this.bounds.expectedLength));
    const starts = this.starts(prefix, this.ordered ? unmet.slice(0, 1) : unmet, { pressure, course });
    const pressed = course.kind === 'press' && starts.size > 0 && length + room >= this.bounds.maxTokens;
    const replaced = new Set([...starts.values()].flatMap((start) => start.replaced).filter((id) => !starts.has(id)));
    return { ...state, starts, pressed, closes: (id) => replaced.has(id) || destroys(id) };
  }

  /** The beginnings of missing phrases that fit at a prefix. One that replaces a word of the source is at least as likely as this word. */
  private starts(prefix: Prefix, unmet: readonly Demand[], { pressure, course }: Urgency): Map<number, Start> {
    const best = prefix.candidates[0]?.logProb ?? 0;
    const starts = new Map<number, Start>();
    for (const { phrase, alternatives, replaces } of unmet) {
      for (const pieces of alternatives) {
        const [first] = pieces;
        const logProb = first === undefined ? undefined : prefix.logProb(first);
        if (first === undefined || logProb === undefined || starts.has(first) || !this.fits(prefix.text, phrase, pieces)) continue;
        const replaced = replaces?.get(first) ?? [];
        const place = Math.max(logProb, ...replaced.map((id) => prefix.logProb(id) ?? -Infinity));
        const gap = place - best;
        const hoped = course.kind === 'press' && gap >= (course.hoped.get(phrase) ?? Infinity) - slack;
        const bonus = Math.max(gain.base + pressure + (hoped ? gain.place : 0), place - logProb);
        starts.set(first, { phrase, pieces, gap, bonus, replaced });
      }
    }
    return starts;
  }

  private pressure(prefix: Prefix, progress: number): number {
    const best = prefix.candidates[0]?.id;
    const wantsToEnd = best !== undefined && (best === this.bounds.eos || /^\s*[.!?…]["'’”)]*$/u.test(this.bounds.text.pieceText(best)));
    return gain.length * progress ** 2 + (wantsToEnd ? gain.ending : 0);
  }

  /**
   * Tells whether tokens, put after the text, stand there as the required words: not glued to the word or the full stop before, and with a
   * capital that the phrase does not have only where a sentence begins.
   */
  private fits(text: string, phrase: string, pieces: readonly number[]): boolean {
    const written = pieces.map((id) => this.bounds.text.pieceText(id)).join('');
    if (/^\S/u.test(written) && /[\p{L}\p{M}\p{N}\p{Pe}\p{Pf}.,;:!?…%]$/u.test(text)) return false;
    const isRaised = /^\s*\p{Lu}/u.test(written) && /^\s*\p{Ll}/u.test(phrase) && written.trim().slice(1) === phrase.slice(1);
    if (isRaised && !/(?:^|[.!?…:]["'’”)\]]*)[\s"'‘“([]*$/u.test(text)) return false;
    return endsInPhrase(text.slice(-lookBehind) + written, phrase);
  }
}
