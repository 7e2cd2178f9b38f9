/**
 * Positive constraints over piece ids as a state machine (ParaBank §2.3; dynamic beam allocation of Post & Vilar 2018).
 * States are values: `next` leaves the old one as it is, so that hypotheses can share and reorder them.
 */
export interface RequireMachine<State> {
  readonly start: State;
  /** C, the pieces of all demands together. */
  readonly total: number;
  /** The state after one more piece. */
  next(state: State, id: number): State;
  /** Pieces met so far, those of a phrase in progress included: the bank of dynamic beam allocation. */
  met(state: State): number;
  /** The ids, ascending, that would raise `met` by one: inside a phrase its continuations, elsewhere the beginnings of unmet phrases. */
  advancing(state: State): readonly number[];
  /** Whether every demand is met. */
  satisfied(state: State): boolean;
  /** Equal for states that behave alike from here on. */
  key(state: State): string;
}
