import { isSeen, type Announcement, type NoticeName } from './announcement.ts';

/** The shortest time for which a notice is surely heard; one shown for less may not have been, ms. */
const HEARD = 1000;
/** The least time that a message which is seen, some with a button to undo, is shown before a notice replaces it, ms. */
const SEEN = 4000;

type Notice = Extract<Announcement, { kind: 'notice' }>;

/**
 * The status line. Consequences of an action are announced at once; notices wait for a quiet moment, one after the other, so that none is
 * lost.
 */
export class Announcer {
  #said = $state.raw<Announcement | undefined>(undefined);
  #at = -Infinity;
  #waiting: readonly Notice[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #clock: () => number;

  /** @param clock in ms */
  constructor(clock: () => number) {
    this.#clock = clock;
  }

  get said(): Announcement | undefined {
    return this.#said;
  }

  say(announcement: Announcement): void {
    if (announcement.kind === 'notice') this.#waiting = [...this.#waiting, announcement];
    else {
      if (this.#said?.kind === 'notice' && this.#clock() - this.#at < HEARD) this.#waiting = [this.#said, ...this.#waiting];
      this.#set(announcement);
    }
    this.#next();
  }

  /** Drops a notice that is gone before its turn. */
  forget(notice: NoticeName): void {
    this.#waiting = this.#waiting.filter((other) => other.notice !== notice);
  }

  #next(): void {
    clearTimeout(this.#timer);
    const [first, ...others] = this.#waiting;
    if (first === undefined) return;
    const stands = this.#said === undefined ? 0 : isSeen(this.#said) ? SEEN : HEARD;
    const left = this.#at + stands - this.#clock();
    if (left <= 0) {
      this.#waiting = others;
      this.#set(first);
    }
    this.#timer = setTimeout(() => this.#next(), left > 0 ? left : HEARD);
  }

  #set(announcement: Announcement): void {
    this.#said = announcement;
    this.#at = this.#clock();
  }
}
