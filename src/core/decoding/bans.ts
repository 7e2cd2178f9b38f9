import type { AvoidAutomaton } from '../constraints/avoid.ts';
import type { TextBan } from '../constraints/hard-ban.ts';
import { OtherwiseError } from '../errors.ts';
import type { PieceText, Prefix } from './prefix.ts';

/** The part of a request for decoding that decides what its texts may not contain. */
export interface BansOnText {
  readonly hardBan?: TextBan;
  /**
   * The text of tokens, needed when there are avoided or required phrases. Where it is given, tokens with a line break are blocked: a unit
   * of text is one line.
   */
  readonly text?: PieceText;
}

/** Checks that a request has the text of tokens where its avoided or required phrases need it. @throws OtherwiseError `bad-request` */
export function checkForText({ hardBan, text }: BansOnText, hasDemands: boolean): void {
  if ((hardBan?.empty === false || hasDemands) && !text)
    throw new OtherwiseError('bad-request', 'Hard bans and demands need the text of the pieces.');
}

/**
 * Asks one question of all bans for each token: random bans (token sequences), avoided phrases (read off the text) and line breaks. `state`
 * is that of the automaton of random bans.
 */
export class Bans {
  constructor(readonly avoid: AvoidAutomaton, private readonly request: BansOnText, private readonly eos: number) {}

  /** Tells whether the token, or the end, would complete a banned phrase. */
  block(prefix: Prefix, state: number, id: number): boolean {
    if (this.avoid.isBlocked(state, id)) return true;
    const piece = id === this.eos ? undefined : this.request.text?.pieceText(id) ?? '';
    return piece?.includes('\n') === true || this.closes(prefix, id, piece);
  }

  /** Returns the probability that the next token is blocked, 0–1; only the tokens among the model's top K are counted. */
  mass(prefix: Prefix, state: number): number {
    return prefix.candidates.reduce((sum, { id, logProb }) => (this.block(prefix, state, id) ? sum + Math.exp(logProb) : sum), 0);
  }

  /** Tells whether the text ends within a banned phrase, so that the next token may be one that is blocked only there. */
  isClose(text: string, state: number): boolean {
    return this.avoid.blocked(state).some((id) => !this.avoid.isBlocked(0, id)) || this.request.hardBan?.isClose(text) === true;
  }

  /** Gives `isClose` for the text with one more token. */
  getsClose(prefix: Prefix, state: number, id: number): boolean {
    return this.isClose(prefix.text + (this.request.text?.pieceText(id) ?? ''), this.avoid.next(state, id));
  }

  /** Tells whether a token with the text `piece` (undefined: the end) completes an avoided phrase; the prefix keeps the answer. */
  private closes({ text, closing }: Prefix, id: number, piece: string | undefined): boolean {
    const { hardBan } = this.request;
    const known = closing.get(id);
    if (known !== undefined || !hardBan) return known ?? false;
    const closes = hardBan.closes(text, piece ?? '', piece === undefined);
    closing.set(id, closes);
    return closes;
  }
}
