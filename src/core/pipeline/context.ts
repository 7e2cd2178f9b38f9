import type { Settings } from '../options.ts';
import type { ParaphraseProgress } from '../protocol.ts';
import type { KnownSentences, Readers } from './known.ts';
import type { Tools } from './tools.ts';

/** One request: what it is answered with, what was asked, and who listens. */
export interface RequestContext {
  readonly tools: Tools;
  readonly settings: Settings;
  readonly progress?: ((event: ParaphraseProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  /**
   * What is known of sentences that were asked for before. Where it is given, a request with bans or demands is answered from what
   * the sentence gives without them and from a smaller draw with them (`chips.ts`); else from a whole draw with them.
   */
  readonly known?: KnownSentences | undefined;
  /** What scores pairs in the place of the models. */
  readonly readers?: Readers;
  /** The text in the pivot language, which rewrites are decoded from in place of translations; of a pair of translators. */
  readonly foreign?: string | undefined;
}
