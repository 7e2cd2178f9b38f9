import { vocabularyWords } from '../../../core/text/vocabulary.ts';
import { fingerprint } from '../../../engine/files/hash.ts';
import { readTextFile } from '../../platform/read-file.ts';
import type { SettingsState } from '../settings/settings.svelte.ts';
import { type KeptVocabulary, LONGEST_WORD, MOST_WORDS, noVocabulary } from '../settings/vocabulary.ts';

/** Largest file of words, bytes. */
const MOST_BYTES = 2_000_000;

/** The outcome of taking a list; `wrong` counts the lines without a word. */
export type VocabularyTaken =
  | { readonly kind: 'too-large' | 'not-text' | 'none' | 'too-many' }
  | { readonly kind: 'taken'; readonly count: number; readonly wrong: number };

/** Reads the words of a list in any order, folded, each once, and how many of its lines hold none. */
export function readVocabulary(text: string): { readonly words: readonly string[]; readonly wrong: number } {
  const lines = text.split(/\r\n?|\n/u).filter((line) => line.trim() !== '');
  const wordsOf = (line: string): string[] => vocabularyWords(line).filter((word) => word.length <= LONGEST_WORD);
  const read = lines.map(wordsOf);
  return { words: [...new Set(read.flat())], wrong: read.filter((words) => words.length === 0).length };
}

/** The user's list of words that rewrites keep to. It stands among the settings and outlives the page with them. */
export class VocabularyState {
  readonly #settings: SettingsState;
  readonly #changed: () => void;

  /** @param changed hears of every change that bears on rewrites */
  constructor(settings: SettingsState, changed: () => void) {
    this.#settings = settings;
    this.#changed = changed;
  }

  get list(): KeptVocabulary {
    return this.#settings.values.vocabulary;
  }

  /** Takes the words of a file in the place of those that are there. */
  async open(file: Blob): Promise<VocabularyTaken> {
    const read = await readTextFile(file, MOST_BYTES);
    return 'refused' in read ? { kind: read.refused } : this.take(read.text);
  }

  /** Takes the words of a text in the place of those that are there. */
  async take(text: string): Promise<VocabularyTaken> {
    const { words, wrong } = readVocabulary(text);
    if (words.length === 0) return { kind: 'none' };
    if (words.length > MOST_WORDS) return { kind: 'too-many' };
    this.#change({ name: await fingerprint(words.join('\n')), words, on: true });
    return { kind: 'taken', count: words.length, wrong };
  }

  /** Switches the list on or off; the list stays. */
  use(on: boolean): void {
    this.#change({ ...this.list, on });
  }

  remove(): void {
    this.#change(noVocabulary);
  }

  #change({ name, words, on }: KeptVocabulary): void {
    this.#settings.change({ vocabulary: { name, words: [...words], on } });
    this.#changed();
  }
}
