import { OtherwiseError } from '../errors.ts';
import type { RequireMachine } from './require-machine.ts';

/** A way to write a required phrase that has begun: so many of its tokens are there. */
interface Begun {
  readonly demand: number;
  readonly written: number;
  readonly length: number;
}

interface AnyState {
  readonly done: readonly boolean[];
  readonly begun: readonly Begun[];
}

/**
 * Required phrases that may each be written in several ways (disjunctive positive constraints: Hu et al., NAACL 2019, §3): one of the ways
 * meets a phrase. Every way is followed at once, so one that breaks off or overlaps costs nothing. A phrase counts as many tokens as its
 * shortest way has.
 */
export class RequireAny implements RequireMachine<AnyState> {
  readonly start: AnyState;
  readonly total: number;
  private readonly widths: readonly number[];

  /**
   * @param demands token sequences of each phrase, at least one
   * @param ordered tells whether a phrase begins only when those before it are met
   * @throws OtherwiseError `bad-request` for an empty sequence, or a phrase without any
   */
  constructor(private readonly demands: readonly (readonly (readonly number[])[])[], private readonly ordered = false) {
    if (demands.some((ways) => ways.length === 0 || ways.some((way) => way.length === 0)))
      throw new OtherwiseError('bad-request', 'A demand has no tokens. Leave it out.');
    this.widths = demands.map((ways) => Math.min(...ways.map((way) => way.length)));
    this.total = this.widths.reduce((sum, width) => sum + width, 0);
    this.start = { done: demands.map(() => false), begun: [] };
  }

  next(state: AnyState, id: number): AnyState {
    const going = [...state.begun, ...this.openings(state)].filter((one) => this.following(one) === id)
      .map((one) => ({ ...one, length: one.length + 1 }));
    const done = state.done.map((met, demand) => met || going.some((one) => one.demand === demand && this.following(one) === undefined));
    return { done, begun: going.filter(({ demand }) => !done[demand]) };
  }

  met({ done, begun }: AnyState): number {
    return this.widths.reduce((sum, width, demand) => {
      const longest = Math.max(0, ...begun.filter((one) => one.demand === demand).map(({ length }) => length));
      return sum + (done[demand] ? width : Math.min(longest, width - 1));
    }, 0);
  }

  advancing(state: AnyState): readonly number[] {
    const ids = [...state.begun, ...this.openings(state)].flatMap((one) => this.following(one) ?? []);
    return [...new Set(ids)].sort((a, b) => a - b);
  }

  satisfied({ done }: AnyState): boolean {
    return done.every(Boolean);
  }

  key({ done, begun }: AnyState): string {
    return `${done.map(Number).join('')}|${begun.map(({ demand, written, length }) => `${demand}.${written}.${length}`).sort().join()}`;
  }

  /** Gives every way to begin a required phrase now. */
  private openings({ done }: AnyState): Begun[] {
    const first = done.indexOf(false);
    return this.demands.flatMap((ways, demand) =>
      done[demand] || (this.ordered && demand !== first) ? [] : ways.map((_, written) => ({ demand, written, length: 0 })),
    );
  }

  private following({ demand, written, length }: Begun): number | undefined {
    return this.demands[demand]?.[written]?.[length];
  }
}
