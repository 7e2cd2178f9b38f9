import type { Announcement } from '../announcement.ts';
import type { SettingsState } from '../settings/settings.svelte.ts';
import { broughtWords } from '../rewrites/pieces.ts';
import { PhrasesState } from './phrases.ts';
import { noWishes, withForm, withWish, wishOf, type Wish, type Wishes } from '../documents/wishes.ts';

/** The most words that `moreLike` requires: more would leave room for only one rewrite, the very one that they come from. */
const MOST_REQUIRED = 3;

/** The document and the sentence in focus, which constraints are about. */
interface Subject {
  readonly source: string;
  readonly wishes: Wishes;
  readonly throughout: Wishes;
  wish(wishes: Wishes): void;
  wishThroughout(wishes: Wishes): void;
}

/**
 * The user's constraints on the rewrites of the sentence in focus, and of all. Every change is one step of the history and is announced.
 */
export class WishActions {
  /** The user's preferred replacements, which are offered for a constraint and count how often it was chosen. */
  readonly phrases: PhrasesState;
  readonly #subject: Subject;
  readonly #take: (change: () => void) => boolean;
  readonly #tell: (announcement: Announcement) => void;

  /** @param take makes a change as a step and tells whether anything changed; the phrases are among the settings */
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

  /** Drops the constraint on a phrase, whether it was for this sentence or for the whole text. */
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

  /** Excepts a form of an avoided word, or takes the exception back. */
  setForm(form: string, banned: boolean): void {
    this.#wish(withForm(this.#subject.wishes, form, banned));
    this.#tell({ kind: 'wish', phrase: form, wish: banned ? 'avoid' : 'neutral' });
  }

  clear(): void {
    this.#wish(noWishes);
  }

  /** Requires the words that a rewrite brought in, the longest ones: the next rewrites contain them too. */
  moreLike(rewrite: string): void {
    const words = broughtWords(this.#subject.source, rewrite);
    const longest = words.toSorted((a, b) => b.length - a.length).slice(0, MOST_REQUIRED);
    this.#setAll(words.filter((word) => longest.includes(word)), 'require');
  }

  /** Avoids the words that a rewrite brought in: the next rewrites go other ways. */
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
