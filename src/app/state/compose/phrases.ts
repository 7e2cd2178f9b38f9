import { readTextFile, saveFile } from '../../platform/files.ts';
import type { SettingsState } from '../settings.svelte.ts';
import {
  insteadOf, isKept, type KeptPhrase, type PhraseFor, phraseTable, readPhraseTable, withoutPhrase, withPhrases, withUse,
} from './kept-phrases.ts';

/** Largest file of phrases, bytes. */
const MOST_BYTES = 1_000_000;

/** What came of opening a file of phrases. */
export type PhrasesOpened =
  | { readonly kind: 'too-large' | 'not-text' | 'none' }
  | { readonly kind: 'opened'; readonly count: number; readonly wrong: readonly number[] };

/** The user's own list of phrases and what they like to say instead. It stands among the settings and outlives the page with them. */
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

  /** What the user likes in the place of a word or phrase, the most used first. */
  instead(phrase: string): string[] {
    return insteadOf(this.list, phrase);
  }

  /** Puts a pair on the list, or takes it off. */
  toggle(pair: PhraseFor): void {
    this.#change(this.has(pair) ? withoutPhrase(this.list, pair) : withPhrases(this.list, [{ ...pair, used: 0 }]));
  }

  /** Something was put in the place of a phrase; counts where the pair is on the list. */
  use(pair: PhraseFor): void {
    if (this.has(pair)) this.#change(withUse(this.list, pair));
  }

  /** Saves the list as a file that `open` reads. */
  save(): void {
    saveFile('phrases.tsv', phraseTable(this.list), 'text/tab-separated-values');
  }

  /** Adds the pairs of a file; what is on the list stays on it. */
  async open(file: Blob): Promise<PhrasesOpened> {
    const read = await readTextFile(file, MOST_BYTES);
    if ('refused' in read) return { kind: read.refused };
    const { phrases, wrong } = readPhraseTable(read.text);
    if (phrases.length === 0) return { kind: 'none' };
    this.#change(withPhrases(this.list, phrases));
    return { kind: 'opened', count: phrases.length, wrong };
  }

  #change(phrases: readonly KeptPhrase[]): void {
    this.#settings.change({ phrases: [...phrases] });
  }
}
