import type { Settings } from '../options.ts';
import type { ParaphraseProgress } from '../protocol.ts';
import type { KnownSentences, Readers } from './known.ts';
import type { Tools } from './tools.ts';

/** One request: the resources that answer it, its options, and who listens. */
export interface RequestContext {
  readonly tools: Tools;
  readonly settings: Settings;
  readonly progress?: ((event: ParaphraseProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  /**
   * The cache of sentences. With it a request with constraints is answered from the candidates without them and from a smaller draw with
   * them (`chips.ts`). Without it all its candidates are drawn under the constraints.
   */
  readonly known?: KnownSentences | undefined;
  /** The models that score pairs, where these are not the models of `tools`. */
  readonly readers?: Readers;
  /** The text in the pivot language of a pair of translators. Rewrites are decoded from it instead of from translations. */
  readonly foreign?: string | undefined;
}
