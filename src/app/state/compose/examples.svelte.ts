import type { Approach } from '../settings/approach.ts';
import { requestOf, type RewriteRequest } from '../rewrites/request-of.ts';
import { sentOf } from '../rewrites/request.ts';
import type { Example } from './example.ts';
import type { WordsState } from '../words/words.svelte.ts';

export type { Example };

/** The constraints of each approach for the sentence. Tables and code are fetched when they are first needed. */
export class ExamplesState {
  readonly #words: WordsState;
  #draw = $state.raw<typeof import('./example.ts').exampleOf | undefined>(undefined);

  constructor(words: WordsState) {
    this.#words = words;
  }

  /** Leaves the approaches without examples where tables or code can't be fetched. */
  async load(): Promise<void> {
    const [code] = await Promise.all([import('./example.ts').catch(() => undefined), this.#words.load()]);
    this.#draw = code?.exampleOf;
  }

  /** Gives an approach's example for a sentence; undefined before all is loaded, and for a text without words. */
  of(asked: RewriteRequest, approach: Approach): Example | undefined {
    const { tables } = this.#words;
    if (this.#draw === undefined || tables === undefined || !/\p{L}/u.test(asked.source)) return undefined;
    const request = requestOf({ ...asked, settings: { ...asked.settings, approach } });
    return this.#draw(request.text, sentOf(request), tables);
  }
}
