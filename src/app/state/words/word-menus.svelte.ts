import type { PairScores, TextPair } from '../../../core/protocol.ts';
import type { MenuScores, MenuWord } from '../../../core/choice/menu.ts';
import { OFFERED } from '../../../core/choice/offered.ts';
import { foldWord } from '../../../core/text/words.ts';
import type { Tables } from './tables.ts';

export { OFFERED };

type MenuModule = typeof import('../../../core/choice/menu.ts');

/** Scores changed sentences as rewrites of the original ones, a pair each; rejects if no model is ready. */
export type MenuScorer = (pairs: readonly TextPair[]) => Promise<readonly PairScores[]>;

/** The place of a word in a sentence, with the phrases that the source and other rewrites have there. */
export interface MenuPlace {
  /** The sentence in which the word stands: the source, or one of its rewrites. */
  readonly sentence: string;
  /** The word, UTF-16 offsets. */
  readonly word: { readonly start: number; readonly end: number };
  /** The phrase around the word: `instead` lists the phrases that the source and other rewrites have there, `own` is the source's. */
  readonly phrase?: { readonly start: number; readonly end: number; readonly instead: readonly string[]; readonly own: string };
}

/** The most earlier scores that stay cached when new ones arrive: the latest ones. */
const KEPT = 400;

/**
 * Finds the words that the menus offer. They come at once in the lexicon's order; when the model has scored every changed sentence, its
 * order and choice replace the lexicon's. Code and scores are fetched when a menu first needs them.
 */
export class WordMenus {
  #menu = $state.raw<MenuModule | undefined>(undefined);
  #scores = $state.raw<ReadonlyMap<string, MenuScores>>(new Map());
  #loading: Promise<void> | undefined;
  readonly #asked = new Set<string>();
  readonly #tables: () => Tables | undefined;
  readonly #score: MenuScorer;
  readonly #model: () => string | undefined;

  /** @param model gives the hash of the model that answers now: scores of another one don't count */
  constructor(tables: () => Tables | undefined, score: MenuScorer, model: () => string | undefined) {
    this.#tables = tables;
    this.#score = score;
    this.#model = model;
  }

  /**
   * Fetches the code that finds the words. If it can't be fetched (offline and not stored), the menu is empty, and the next call tries
   * again.
   */
  load(): Promise<void> {
    this.#loading ??= import('../../../core/choice/menu.ts').then(
      (module) => {
        this.#menu = module;
      },
      () => {
        this.#loading = undefined;
      },
    );
    return this.#loading;
  }

  /** Gives at most four words that could stand in a place, the best first; [] before the code is loaded, no lexicon's before the tables. */
  offers(place: MenuPlace): readonly MenuWord[] {
    const words = this.#wordsOf(place);
    const scores = words.flatMap((word) => this.#scores.get(this.#keyOf(place, word)) ?? []);
    if (this.#menu === undefined) return [];
    return (scores.length === words.length ? this.#menu.fittingWords(words, scores) : words).slice(0, OFFERED);
  }

  /** Asks the model how well the words of a menu fit. */
  async ask(place: MenuPlace): Promise<void> {
    const keys = new Map(this.#wordsOf(place).map((word) => [this.#keyOf(place, word), [place.sentence, word.text] as const]));
    const asked = [...keys].filter(([key]) => !this.#scores.has(key) && !this.#asked.has(key));
    if (asked.length === 0) return;
    for (const [key] of asked) this.#asked.add(key);
    try {
      const scores = await this.#score(asked.map(([, pair]) => pair));
      const known = [...this.#scores].slice(-KEPT);
      this.#scores = new Map([...known, ...asked.flatMap(([key], i) => (scores[i] ? [[key, scores[i]] as const] : []))]);
    } catch {
      // No model is ready, or it can't read them: the lexicon's order stays.
    } finally {
      for (const [key] of asked) this.#asked.delete(key);
    }
  }

  #wordsOf({ sentence, word, phrase }: MenuPlace): MenuWord[] {
    const [menu, tables] = [this.#menu, this.#tables()];
    if (menu === undefined) return [];
    const phrases = phrase ? menu.menuPhrases(sentence, phrase, phrase.instead, phrase.own) : [];
    const words = tables ? menu.menuWords(sentence, word, tables) : [];
    // Phrases of the source and of other rewrites come before words of the lexicon, because they have been used in this sentence.
    const all = [...phrases, ...words];
    return all.filter((one, i) => all.findIndex((other) => foldWord(other.instead) === foldWord(one.instead)) === i);
  }

  #keyOf({ sentence }: MenuPlace, { text }: MenuWord): string {
    return `${this.#model()}\n${sentence}\n${text}`;
  }
}
