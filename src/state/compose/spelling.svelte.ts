import { SpellingClient } from '../../client/spelling-client.ts';
import { foldWord } from '../../text/words.ts';
import type { Misspelling } from '../../text/spelling.ts';

/** Results kept: of the sentences that were looked at last. */
const KEPT = 200;

/** What is misspelt in the sentences that are looked at. Without the dictionaries (offline before the first load) nothing is. */
export class SpellingState {
  readonly #client = new SpellingClient();
  #found = $state.raw<ReadonlyMap<string, readonly Misspelling[]>>(new Map());

  /** Looks at a sentence, once. */
  async check(sentence: string): Promise<void> {
    if (this.#found.has(sentence)) return;
    const found = await this.#client.misspellings(sentence).catch(() => undefined);
    if (found !== undefined) this.#found = new Map([...[...this.#found].slice(-KEPT), [sentence, found]]);
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
