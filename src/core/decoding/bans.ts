import type { AvoidAutomaton } from '../constraints/avoid.ts';
import type { TextBan } from '../constraints/hard-ban.ts';
import type { Prefix } from './prefix.ts';
import type { PieceText } from './sample-request.ts';

/**
 * Asks one question of all bans for each token: random bans (token sequences), avoided phrases (read off the text) and line breaks. `state`
 * is that of the automaton of random bans.
 */
export class Bans {
  constructor(
    readonly avoid: AvoidAutomaton,
    private readonly hard: TextBan | undefined,
    private readonly text: PieceText | undefined,
    private readonly eos: number,
  ) {}

  /** Tells whether the token, or the end, would complete a banned phrase. */
  block(prefix: Prefix, state: number, id: number): boolean {
    if (this.avoid.isBlocked(state, id)) return true;
    if (id !== this.eos && this.text?.pieceText(id).includes('\n') === true) return true;
    return this.hard !== undefined && prefix.closes(this.hard, id, id === this.eos ? undefined : (this.text?.pieceText(id) ?? ''));
  }

  /** Returns the probability that the next token is blocked, 0–1; only the tokens among the model's top K are counted. */
  mass(prefix: Prefix, state: number): number {
    return prefix.candidates.reduce((sum, { id, logProb }) => (this.block(prefix, state, id) ? sum + Math.exp(logProb) : sum), 0);
  }

  /** Tells whether the text ends within a banned phrase, so that the next token may be one that is blocked only there. */
  isClose(text: string, state: number): boolean {
    return this.avoid.blocked(state).some((id) => !this.avoid.isBlocked(0, id)) || this.hard?.isClose(text) === true;
  }

  /** Gives `isClose` for the text with one more token. */
  getsClose(prefix: Prefix, state: number, id: number): boolean {
    return this.isClose(prefix.text + (this.text?.pieceText(id) ?? ''), this.avoid.next(state, id));
  }
}
