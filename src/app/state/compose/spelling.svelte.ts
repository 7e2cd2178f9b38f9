import { SpellingClient } from '../../workers/spelling-client.ts';
import { foldWord } from '../../../core/text/words.ts';
import { LONGEST_SENTENCE } from '../documents/texts.ts';
import type { Misspelling } from '../../../core/text/spelling.ts';

/** The most results that are cached: of the sentences that were checked last. */
const KEPT = 200;

/** The misspelt words of sentences. Without the dictionaries (offline before the first load) there are none. */
export class SpellingState {
  readonly #client = new SpellingClient();
  readonly #pending = new Set<string>();
  #found = $state.raw<ReadonlyMap<string, readonly Misspelling[]>>(new Map());

  /** Checks a sentence, once, unless it is too long to be rewritten. */
  async check(sentence: string): Promise<void> {
    if (this.#found.has(sentence) || this.#pending.has(sentence) || sentence.length > LONGEST_SENTENCE) return;
    this.#pending.add(sentence);
    const found = await this.#client.misspellings(sentence).catch(() => undefined);
    this.#pending.delete(sentence);
    if (found !== undefined) this.#keep(sentence, found);
  }

  /** Carries the other misspellings over to the corrected sentence. */
  corrected(sentence: string, { start, end }: Pick<Misspelling, 'start' | 'end'>, instead: string): void {
    const moved = instead.length - (end - start);
    const others = (this.#found.get(sentence) ?? []).filter((word) => word.start !== start);
    const place = (word: Misspelling): Misspelling =>
      word.start < start ? word : { ...word, start: word.start + moved, end: word.end + moved };
    this.#keep(sentence.slice(0, start) + instead + sentence.slice(end), others.map(place));
  }

  /** Corrects each misspelt word of a sentence by the likeliest suggestion, and forgets the misspellings. */
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

  /** Gives the misspelt words of a sentence that are not in the user's dictionary; [] until the sentence was checked. */
  of(sentence: string, known: readonly string[]): readonly Misspelling[] {
    const words = new Set(known.map(foldWord));
    return (this.#found.get(sentence) ?? []).filter(({ text }) => !words.has(foldWord(text)));
  }

  dispose(): void {
    this.#client.dispose();
  }
}
