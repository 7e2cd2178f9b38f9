import * as v from 'valibot';
import type { CacheStore } from '../../platform/database.ts';
import { rewriteSchema } from '../documents/stored.ts';
import { keyOf } from './request.ts';
import type { CachedResult } from './session.svelte.ts';

/** The beginnings of keys: of a result, and of the sentences that *Rewrite all* has still to do in a document. */
const [RESULT, QUEUE] = ['result ', 'queue '];
const queue = v.pipe(v.array(v.string()), v.maxLength(100_000));
const rewrites = v.pipe(v.array(rewriteSchema), v.maxLength(100));
const phrases = v.array(v.string());
const set = v.object({ avoid: phrases, require: phrases, anchored: v.exactOptional(v.array(phrases)) });
const schema = v.object({
  request: v.object({
    text: v.string(), options: v.record(v.string(), v.unknown()),
    vocabulary: v.exactOptional(v.object({ name: v.string(), words: v.array(v.string()) })),
  }),
  result: v.object({
    text: v.string(),
    rewrites,
    doubtful: v.exactOptional(rewrites),
    languages: v.exactOptional(v.array(v.pipe(v.string(), v.regex(/^[a-z]{2,3}$/u)))),
    unmet: v.array(v.object({ phrase: v.string(), reason: v.string() })),
    constraints: v.array(v.union([set, v.array(set)])),
    counts: v.record(v.string(), v.union([v.number(), v.record(v.string(), v.number())])),
    mode: v.string(),
    model: v.string(),
    seed: v.number(),
  }),
  took: v.number(),
  model: v.string(),
});

/**
 * Stores the results that outlive the page, and the sentences that are still to be rewritten. Both can be made again, so every failure here
 * costs only time.
 */
export class ResultShelf {
  readonly #store: CacheStore;
  readonly #now: () => number;

  /** `now`: ms since 1970. */
  constructor(store: CacheStore, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  /** Reads the results of earlier visits for a document, by its id; the oldest first. */
  async recall(document: string): Promise<CachedResult[]> {
    const found = await this.#store.of(document, RESULT).catch(() => []);
    return found.flatMap((kept) => (v.is(schema, kept) ? [kept as unknown as CachedResult] : []));
  }

  /** Keeps a result with a document, by its id. */
  async keep(document: string, { request, result, took, model }: CachedResult): Promise<void> {
    const { text, options, vocabulary } = request;
    // The list's name goes for its words, which would be kept with every sentence.
    const asked = { text, options, ...(vocabulary && { vocabulary: { name: vocabulary.name, words: [] } }) };
    // A copy without what the store could not take.
    const value = JSON.parse(JSON.stringify({ request: asked, result, took, model })) as unknown;
    await this.#store.put(RESULT + keyOf(request), { document, at: this.#now(), value }).catch(() => undefined);
  }

  /** Reads the sentences of a document that were asked for all at once and are not done; [] where all are. */
  async queueOf(document: string): Promise<readonly string[]> {
    const found = await this.#store.get(QUEUE + document).catch(() => undefined);
    return v.is(queue, found) ? found : [];
  }

  /** Stores the sentences that were asked for all at once; [] when they are done. */
  async keepQueue(document: string, sources: readonly string[]): Promise<void> {
    await this.#store.put(QUEUE + document, { document, at: this.#now(), value: [...sources] }).catch(() => undefined);
  }
}
