import type { Announcement } from '../announcement.ts';
import { broughtWords } from '../rewrites/changes.ts';
import { noDemands, withForm, withWish, type Demands, type Wish } from './demands.ts';

/** More demands than these would leave room for one rewrite only: the very one they come from. */
const MOST_DEMANDED = 3;

/** What the wishes are about: the sentence in focus. */
interface Subject {
  readonly source: string;
  readonly demands: Demands;
}

/** What the user asks of the rewrites of the sentence in focus. Every wish is one step of the history and is said. */
export class Wishes {
  readonly #subject: Subject;
  readonly #demand: (demands: Demands) => void;
  readonly #tell: (announcement: Announcement) => void;

  constructor(subject: Subject, demand: (demands: Demands) => void, tell: (announcement: Announcement) => void) {
    this.#subject = subject;
    this.#demand = demand;
    this.#tell = tell;
  }

  set(phrase: string, wish: Wish): void {
    this.#demand(withWish(this.#subject.demands, phrase, wish));
    this.#tell({ kind: 'wish', phrase, wish });
  }

  /** Bans a word and requires another in its place. */
  swap(word: string, instead: string): void {
    this.#demand(withWish(withWish(this.#subject.demands, word, 'avoid'), instead, 'require'));
    this.#tell({ kind: 'swap', word, instead });
  }

  /** Takes a form of a banned word out of the ban, or puts it back. */
  setForm(form: string, banned: boolean): void {
    this.#demand(withForm(this.#subject.demands, form, banned));
    this.#tell({ kind: 'wish', phrase: form, wish: banned ? 'avoid' : 'neutral' });
  }

  clear(): void {
    this.#demand(noDemands);
  }

  /** Demands what a rewrite brought in, the longest words of it: the next rewrites hold them too. */
  moreLike(rewrite: string): void {
    const words = broughtWords(this.#subject.source, rewrite);
    const longest = words.toSorted((a, b) => b.length - a.length).slice(0, MOST_DEMANDED);
    this.#setAll(words.filter((word) => longest.includes(word)), 'require');
  }

  /** Bans what a rewrite brought in: the next rewrites go other ways. */
  moreDifferent(rewrite: string): void {
    this.#setAll(broughtWords(this.#subject.source, rewrite), 'avoid');
  }

  #setAll(phrases: readonly string[], wish: Wish): void {
    if (phrases.length === 0) {
      this.#tell({ kind: 'nothing-brought' });
      return;
    }
    this.#demand(phrases.reduce((demands, phrase) => withWish(demands, phrase, wish), this.#subject.demands));
    this.#tell({ kind: 'wishes', phrases, wish });
  }
}
