import type { AvoidAutomaton } from '../constraints/avoid.ts';
import type { TextBan } from '../constraints/hard-ban.ts';
import type { Prefix } from './prefix.ts';
import type { PieceText } from './sample-request.ts';

/** Soft bans (piece sequences), hard ones (read off the text) and line breaks as one question a piece. `state` is the avoid automaton's. */
export class Bans {
  constructor(
    readonly avoid: AvoidAutomaton,
    private readonly hard: TextBan | undefined,
    private readonly text: PieceText | undefined,
    private readonly eos: number,
  ) {}

  /** Whether the piece, or the end, would complete a banned phrase. */
  block(prefix: Prefix, state: number, id: number): boolean {
    if (this.avoid.isBlocked(state, id)) return true;
    if (id !== this.eos && this.text?.pieceText(id).includes('\n') === true) return true;
    return this.hard !== undefined && prefix.closes(this.hard, id, id === this.eos ? undefined : (this.text?.pieceText(id) ?? ''));
  }

  /** Probability that the next piece is a blocked one, as far as the model's top tells. */
  mass(prefix: Prefix, state: number): number {
    return prefix.candidates.reduce((sum, { id, logProb }) => (this.block(prefix, state, id) ? sum + Math.exp(logProb) : sum), 0);
  }

  /** Whether the text is within a banned phrase, so that the next piece may complete one that it could not complete anywhere. */
  isClose(text: string, state: number): boolean {
    return this.avoid.blocked(state).some((id) => !this.avoid.isBlocked(0, id)) || this.hard?.isClose(text) === true;
  }

  /** `isClose` with one more piece. */
  getsClose(prefix: Prefix, state: number, id: number): boolean {
    return this.isClose(prefix.text + (this.text?.pieceText(id) ?? ''), this.avoid.next(state, id));
  }
}
