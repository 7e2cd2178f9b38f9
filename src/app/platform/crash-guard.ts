import { newId } from './tabs.ts';

const AT_WORK = 'otherwise-at-work-';
const PAGE = 'otherwise-page-';
const DEATHS = 'otherwise-deaths';
/** The number of visits in a row that died at work after which the page does less. */
const DEATHS_BEFORE_CARE = 2;

/**
 * Notices that the page died at work (out of memory, a driver that takes the browser down), which no page sees of itself: a mark in
 * localStorage says that it works, and a lock that it lives. A mark without a lock is that of a dead page. Without
 * either no death is noticed.
 *
 * Whoever leaves, reloads or is put into the background is not dead: the mark goes with `pagehide` and with the page's visibility. A visit
 * that did its work and ended well forgets earlier deaths; the careful mode lasts until `forgive`.
 */
export class CrashGuard {
  /** Tells whether less is to be done. */
  careful = false;
  readonly #id = newId();
  #watches = false;
  #working = 0;
  #succeeded = false;

  /** Counts the page that died, if one did, and begins to watch this one. */
  async open(): Promise<void> {
    const { locks } = navigator as { readonly locks?: LockManager };
    if (locks === undefined) return;
    try {
      locks.request(PAGE + this.#id, () => new Promise<never>(() => undefined)).catch(() => undefined);
      const { held = [] } = await locks.query();
      const living = new Set(held.map(({ name }) => name));
      const dead = Object.keys(localStorage).filter((key) => key.startsWith(AT_WORK) && !living.has(PAGE + key.slice(AT_WORK.length)));
      for (const key of dead) localStorage.removeItem(key);
      const deaths = Number(localStorage.getItem(DEATHS)) + (dead.length > 0 ? 1 : 0);
      if (deaths > 0) localStorage.setItem(DEATHS, String(deaths));
      this.careful = deaths >= DEATHS_BEFORE_CARE;
    } catch {
      // Storage is refused: nothing is noticed.
      return;
    }
    this.#watches = true;
    this.#mark();
    addEventListener('pagehide', () => this.#rest());
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden') this.#rest();
      else this.#mark();
    });
  }

  enter(): void {
    this.#working += 1;
    this.#mark();
  }

  leave(done: boolean): void {
    this.#working -= 1;
    this.#succeeded ||= done;
    if (this.#working === 0) this.#unmark();
  }

  /** Forgets all deaths. */
  forgive(): void {
    this.careful = false;
    keep(() => localStorage.removeItem(DEATHS));
  }

  #mark(): void {
    const isSeenAtWork = this.#watches && this.#working > 0 && document.visibilityState === 'visible';
    if (isSeenAtWork) keep(() => localStorage.setItem(AT_WORK + this.#id, '1'));
  }

  #unmark(): void {
    keep(() => localStorage.removeItem(AT_WORK + this.#id));
  }

  #rest(): void {
    this.#unmark();
    if (this.#succeeded && !this.careful) keep(() => localStorage.removeItem(DEATHS));
  }
}

function keep(task: () => void): void {
  try {
    task();
  } catch {
    // Storage is refused or full: a death at work goes unnoticed.
  }
}
