/**
 * Positive constraints over token ids as a state machine (ParaBank §2.3; dynamic beam allocation of Post & Vilar 2018). States are values:
 * `next` leaves the old one as it is, so that hypotheses can share and reorder them.
 */
export interface RequireMachine<State> {
  readonly start: State;
  /** The number of tokens of all required phrases together, C in the paper. */
  readonly total: number;
  /** Gives the state after one more token. */
  next(state: State, id: number): State;
  /** The number of tokens met so far, those of a phrase in progress included: the bank of dynamic beam allocation. */
  met(state: State): number;
  /** The ids, ascending, that would raise `met` by one: inside a phrase its continuations, elsewhere the beginnings of unmet phrases. */
  advancing(state: State): readonly number[];
  /** Tells whether every required phrase is met. */
  satisfied(state: State): boolean;
  /** A key that is equal for states that behave alike from here on. */
  key(state: State): string;
}
