/** A ban that is read off the text while it grows piece by piece. */
export interface TextBan {
  /** Whether it bans nothing. */
  readonly empty: boolean;
  /** Whether a complete text breaks the ban. */
  violates(text: string): boolean;
  /** Whether the ban is certainly broken once `piece` follows `tail` (and, with `atEnd`, nothing more follows). */
  closes(tail: string, piece: string, atEnd: boolean): boolean;
  /** Whether the text ends within the last word of a banned phrase, or just behind it: what may come next is likely blocked. */
  isClose(text: string): boolean;
}

/** Several bans as one. */
export class TextBans implements TextBan {
  private readonly bans: readonly TextBan[];

  constructor(bans: readonly TextBan[]) {
    this.bans = bans.filter((ban) => !ban.empty);
  }

  get empty(): boolean {
    return this.bans.length === 0;
  }

  violates(text: string): boolean {
    return this.bans.some((ban) => ban.violates(text));
  }

  closes(tail: string, piece: string, atEnd: boolean): boolean {
    return this.bans.some((ban) => ban.closes(tail, piece, atEnd));
  }

  isClose(text: string): boolean {
    return this.bans.some((ban) => ban.isClose(text));
  }
}
