import type { WordMeasures } from '../../../core/text/word-measures.ts';
import { fetchTable } from '../../platform/tables.ts';
import { bannedForms } from '../../../core/constraints/chips.ts';
import { conflictOf } from '../../../core/constraints/match.ts';
import type { Tables } from './tables.ts';
import type { PageWords } from './word-knowledge.ts';
import { isSpared, type Wishes } from '../documents/wishes.ts';
import { type MenuScorer, WordMenus } from './word-menus.svelte.ts';

/** The page's knowledge about words. It is loaded when it is first asked for. */
export class WordsState {
  /** The menus of alternatives that could stand in the place of a word. */
  readonly menus: WordMenus;
  #words = $state.raw<PageWords | undefined>(undefined);
  #loading: Promise<void> | undefined;

  /** Tells whether the last try to load the tables failed. */
  failed = $state(false);

  /** `score` asks the model how well words fit, `model` gives its hash. */
  constructor(score: MenuScorer, model: () => string | undefined) {
    this.menus = new WordMenus(() => this.tables, score, model);
  }

  get loaded(): boolean {
    return this.#words !== undefined;
  }

  /** The tables of words; undefined before they are loaded. */
  get tables(): Tables | undefined {
    return this.#words?.tables;
  }

  /** Loads tables and code once; a failure (offline before the first load) leaves the page without hints and may be tried again. */
  load(): Promise<void> {
    this.#loading ??= this.#fetch().then(
      () => {
        this.failed = false;
      },
      () => {
        this.failed = true;
        this.#loading = undefined;
      },
    );
    return this.#loading;
  }

  /** Finds the rare words of a sentence that have a much commoner substitute; [] before the tables are loaded. */
  difficult(sentence: string): readonly string[] {
    return this.#words?.difficult(sentence) ?? [];
  }

  /** Finds what every rewrite of a sentence keeps anyway: names, numbers, addresses, quoted terms; [] before the tables are loaded. */
  kept(sentence: string): readonly string[] {
    return this.#words?.kept(sentence) ?? [];
  }

  /** The values of words; all the same before the tables are loaded. */
  get measures(): WordMeasures {
    return this.#words?.measures ?? { rarity: () => 0, formality: () => 0, shifts: () => [] };
  }

  /** Brings the tables into the store, so that they are there offline. */
  async warm(): Promise<void> {
    await Promise.all([...['inflections.tsv', 'lexicon.tsv', 'idf.tsv', 'formality.tsv'].map(fetchTable)]).catch(() => undefined);
  }

  /** Gives every form that an avoided word or phrase covers, the word itself first; [] before the tables are loaded. */
  forms(phrase: string): string[] {
    if (this.tables === undefined) return [];
    const { inflector } = this.tables;
    const word = phrase.trim();
    const isOther = (form: string): boolean => form.toLowerCase() !== word.toLowerCase();
    return [word, ...bannedForms(word, inflector).filter(isOther)];
  }

  /** Tells whether a ban of one word or phrase would forbid another, too; not known before the tables are loaded. */
  forbids(banned: string, phrase: string): boolean {
    return conflictOf(phrase, this.forms(banned)) !== undefined;
  }

  /** Gives every avoided form; only the phrases themselves before the tables are loaded or where inflections are off. */
  banned(wishes: Wishes, inflections: boolean): readonly string[] {
    if (!inflections || !this.loaded) return wishes.avoid;
    return [...new Set(wishes.avoid.flatMap((phrase) => this.forms(phrase).filter((form) => !isSpared(wishes, form))))];
  }

  async #fetch(): Promise<void> {
    const { readWords } = await import('./word-knowledge.ts');
    this.#words = await readWords();
  }
}
