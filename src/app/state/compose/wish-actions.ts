import type { Announcement } from '../announcement.ts';
import type { SettingsState } from '../settings/settings.svelte.ts';
import { broughtWords } from '../rewrites/pieces.ts';
import { PhrasesState } from './phrases.ts';
import { noWishes, withForm, withWish, wishOf, type Wish, type Wishes } from '../documents/wishes.ts';

/** More required words than these would leave room for one rewrite only: the very one they come from. */
const MOST_REQUIRED = 3;

/** What the wishes are about: the sentence in focus, and the whole text. */
interface Subject {
  readonly source: string;
  readonly wishes: Wishes;
  readonly throughout: Wishes;
  wish(wishes: Wishes): void;
  wishThroughout(wishes: Wishes): void;
}

/** What the user asks of the rewrites of the sentence in focus, and of all. Every wish is one step of the history and is said. */
export class WishActions {
  /** What the user likes to say instead, which is offered for a wish and counts how often it was wished. */
  readonly phrases: PhrasesState;
  readonly #subject: Subject;
  readonly #take: (change: () => void) => boolean;
  readonly #tell: (announcement: Announcement) => void;

  /** `take` makes a change as a step and says whether anything changed; the phrases stand among the settings. */
  constructor(
    subject: Subject,
    take: (change: () => void) => boolean,
    tell: (announcement: Announcement) => void,
    settings: SettingsState,
  ) {
    this.#subject = subject;
    this.#take = take;
    this.#tell = tell;
    this.phrases = new PhrasesState(settings);
  }

  set(phrase: string, wish: Wish): void {
    this.#wish(withWish(this.#subject.wishes, phrase, wish));
    this.#tell({ kind: 'wish', phrase, wish });
  }

  /** Bans a word or phrase in the whole text, keeps it (requires it where it stands), or neither. */
  setThroughout(phrase: string, wish: Wish): void {
    const { throughout } = this.#subject;
    const isChanged = this.#take(() => this.#subject.wishThroughout(withWish(throughout, phrase, wish)));
    if (isChanged) this.#tell({ kind: 'wish-throughout', phrase, wish });
  }

  /** Neither avoids nor requires a phrase any more, whether that was wished here or throughout. */
  release(phrase: string): void {
    if (wishOf(this.#subject.wishes, phrase) !== 'neutral') this.set(phrase, 'neutral');
    if (wishOf(this.#subject.throughout, phrase) !== 'neutral') this.setThroughout(phrase, 'neutral');
  }

  /** Bans a word and requires another in its place. */
  swap(word: string, instead: string): void {
    this.#wish(withWish(withWish(this.#subject.wishes, word, 'avoid'), instead, 'require'));
    this.phrases.use({ phrase: word, instead });
    this.#tell({ kind: 'swap', word, instead });
  }

  /** Takes a form of a banned word out of the ban, or puts it back. */
  setForm(form: string, banned: boolean): void {
    this.#wish(withForm(this.#subject.wishes, form, banned));
    this.#tell({ kind: 'wish', phrase: form, wish: banned ? 'avoid' : 'neutral' });
  }

  clear(): void {
    this.#wish(noWishes);
  }

  /** Wishes what a rewrite brought in, the longest words of it: the next rewrites hold them too. */
  moreLike(rewrite: string): void {
    const words = broughtWords(this.#subject.source, rewrite);
    const longest = words.toSorted((a, b) => b.length - a.length).slice(0, MOST_REQUIRED);
    this.#setAll(words.filter((word) => longest.includes(word)), 'require');
  }

  /** Bans what a rewrite brought in: the next rewrites go other ways. */
  moreDifferent(rewrite: string): void {
    this.#setAll(broughtWords(this.#subject.source, rewrite), 'avoid');
  }

  #wish(wishes: Wishes): void {
    this.#take(() => this.#subject.wish(wishes));
  }

  #setAll(phrases: readonly string[], wish: Wish): void {
    if (phrases.length === 0) {
      this.#tell({ kind: 'nothing-brought' });
      return;
    }
    this.#wish(phrases.reduce((wishes, phrase) => withWish(wishes, phrase, wish), this.#subject.wishes));
    this.#tell({ kind: 'wishes', phrases, wish });
  }
}
