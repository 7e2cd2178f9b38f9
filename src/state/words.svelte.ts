import type { Inflector } from '../language/inflect.ts';
import type { Lexicon } from '../language/lexicon.ts';
import { wordTokens } from '../language/words.ts';
import { fetchTable } from '../platform/tables.ts';
import { isSpared, type Demands } from './demands.ts';

/** Alternatives offered for one word. */
const OFFERED = 8;

/** What is known about words: their forms and what could stand instead. Loaded when it is first asked for. */
export class WordsState {
  #inflector = $state.raw<Inflector | undefined>(undefined);
  #lexicon = $state.raw<Lexicon | undefined>(undefined);
  #loading: Promise<void> | undefined;

  get loaded(): boolean {
    return this.#inflector !== undefined;
  }

  /** Loads tables and code once; a failure (offline before the first load) leaves the page without hints and may be tried again. */
  load(): Promise<void> {
    this.#loading ??= this.#fetch().catch(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  }

  /** Brings the tables into the store, so that they are there offline. */
  async warm(): Promise<void> {
    await Promise.all([fetchTable('inflections.tsv'), fetchTable('lexicon.tsv')]).catch(() => undefined);
  }

  /** Every form of a single word, the word itself first; a phrase alone; [] before the tables are loaded. */
  forms(phrase: string): string[] {
    if (this.#inflector === undefined) return [];
    const tokens = wordTokens(phrase);
    if (tokens.length !== 1 || tokens[0]?.text !== phrase.trim()) return [phrase];
    const forms = this.#inflector.forms(phrase);
    return [...forms.filter((form) => form.toLowerCase() === phrase.toLowerCase()), ...forms.filter((form) => form.toLowerCase() !== phrase.toLowerCase())];
  }

  /** Words that could stand in the place of `word`, best first. */
  alternatives(word: string): string[] {
    const found = this.#lexicon?.alternatives(word) ?? [];
    return [...new Set(found.map((alternative) => alternative.word))].slice(0, OFFERED);
  }

  /** Every banned form; the bans as they are before the tables are loaded or where inflections are off. */
  banned(demands: Demands, inflections: boolean): readonly string[] {
    if (!inflections || !this.loaded) return demands.avoid;
    return [...new Set(demands.avoid.flatMap((phrase) => this.forms(phrase).filter((form) => !isSpared(demands, form))))];
  }

  async #fetch(): Promise<void> {
    const [inflect, lexicon, forms, entries] = await Promise.all([
      import('../language/inflect.ts'),
      import('../language/lexicon.ts'),
      fetchTable('inflections.tsv'),
      fetchTable('lexicon.tsv'),
    ]);
    const inflector = inflect.Inflector.from(forms);
    this.#inflector = inflector;
    this.#lexicon = lexicon.Lexicon.from(entries, inflector);
  }
}
