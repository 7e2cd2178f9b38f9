import { SpellingClient } from '../../workers/spelling-client.ts';
import { foldWord } from '../../../core/text/words.ts';
import { LONGEST_SENTENCE } from '../documents/texts.ts';
import type { Misspelling } from '../../../core/text/spelling.ts';

/** Results kept: of the sentences that were looked at last. */
const KEPT = 200;

/** What is misspelt in the sentences that are looked at. Without the dictionaries (offline before the first load) nothing is. */
export class SpellingState {
  readonly #client = new SpellingClient();
  readonly #pending = new Set<string>();
  #found = $state.raw<ReadonlyMap<string, readonly Misspelling[]>>(new Map());

  /** Looks at a sentence, once; not at one that is too long to be rewritten. */
  async check(sentence: string): Promise<void> {
    if (this.#found.has(sentence) || this.#pending.has(sentence) || sentence.length > LONGEST_SENTENCE) return;
    this.#pending.add(sentence);
    const found = await this.#client.misspellings(sentence).catch(() => undefined);
    this.#pending.delete(sentence);
    if (found !== undefined) this.#keep(sentence, found);
  }

  /** Carries over to the corrected sentence what else was found in it. */
  corrected(sentence: string, { start, end }: Pick<Misspelling, 'start' | 'end'>, instead: string): void {
    const moved = instead.length - (end - start);
    const others = (this.#found.get(sentence) ?? []).filter((word) => word.start !== start);
    const place = (word: Misspelling): Misspelling =>
      word.start < start ? word : { ...word, start: word.start + moved, end: word.end + moved };
    this.#keep(sentence.slice(0, start) + instead + sentence.slice(end), others.map(place));
  }

  /** A sentence with the likeliest of what could be meant in the place of each word; what was found in it is done with. */
  allCorrected(sentence: string, words: readonly Misspelling[]): string {
    const corrected = words.reduceRight((text, { start, end, instead: [first] }) => {
      return first === undefined ? text : text.slice(0, start) + first + text.slice(end);
    }, sentence);
    this.#keep(corrected, []);
    return corrected;
  }

  #keep(sentence: string, found: readonly Misspelling[]): void {
    this.#found = new Map([...[...this.#found].slice(-KEPT), [sentence, found]]);
  }

  /** What is misspelt in a sentence and not among the words the user knows better; [] until it was looked at. */
  of(sentence: string, known: readonly string[]): readonly Misspelling[] {
    const words = new Set(known.map(foldWord));
    return (this.#found.get(sentence) ?? []).filter(({ text }) => !words.has(foldWord(text)));
  }

  dispose(): void {
    this.#client.dispose();
  }
}
