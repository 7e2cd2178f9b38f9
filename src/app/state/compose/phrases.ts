import type { SettingsState } from '../settings/settings.svelte.ts';
import { insteadOf, isKept, type KeptPhrase, type PhraseFor, withoutPhrase, withPhrases, withUse } from '../settings/kept-phrases.ts';

/** The user's list of phrases with preferred replacements. It is among the settings and outlives the page with them. */
export class PhrasesState {
  readonly #settings: SettingsState;

  constructor(settings: SettingsState) {
    this.#settings = settings;
  }

  get list(): readonly KeptPhrase[] {
    return this.#settings.values.phrases;
  }

  has(pair: PhraseFor): boolean {
    return isKept(this.list, pair);
  }

  /** Gives the preferred replacements of a word or phrase, the most used first. */
  instead(phrase: string): string[] {
    return insteadOf(this.list, phrase);
  }

  /** Puts a pair on the list, or takes it off. */
  toggle(pair: PhraseFor): void {
    this.#change(this.has(pair) ? withoutPhrase(this.list, pair) : withPhrases(this.list, [{ ...pair, used: 0 }]));
  }

  /** Counts a replacement of a phrase, where the pair is on the list. */
  use(pair: PhraseFor): void {
    if (this.has(pair)) this.#change(withUse(this.list, pair));
  }

  /** Adds pairs; what is on the list stays on it. */
  add(phrases: readonly KeptPhrase[]): void {
    this.#change(withPhrases(this.list, phrases));
  }

  #change(phrases: readonly KeptPhrase[]): void {
    this.#settings.change({ phrases: [...phrases] });
  }
}
