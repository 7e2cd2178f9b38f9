import type { Rewrite } from '../../../core/protocol.ts';
import type { Announcement } from '../announcement.ts';
import { toFailure, type Failure } from '../failure.ts';
import { own } from '../documents/texts.ts';
import type { Request } from './request.ts';
import type { SessionState } from './session.svelte.ts';

/** The user's own rewrites of this visit, scored as ours are. */
export class OwnRewrites {
  #scored = $state.raw<Readonly<Record<string, readonly Rewrite[]>>>({});
  readonly #session: SessionState;
  readonly #tell: (announcement: Announcement) => void;

  constructor(session: SessionState, tell: (announcement: Announcement) => void) {
    this.#session = session;
    this.#tell = tell;
  }

  /** Gives the user's own rewrites of a sentence, the oldest first. */
  of(source: string): readonly Rewrite[] {
    return own(this.#scored, source) ?? [];
  }

  /** Scores a rewrite of the sentence that a request is for. @returns why it failed */
  async score(request: Request, text: string): Promise<Failure | undefined> {
    const typed = text.replace(/\s+/gu, ' ').trim();
    try {
      const scored = await this.#session.score([request.text, typed], request.options);
      const others = this.of(request.text).filter((other) => other.text !== typed);
      this.#scored = { ...this.#scored, [request.text]: [...others, scored] };
      this.#tell({ kind: 'scored' });
      return undefined;
    } catch (cause) {
      const failure = toFailure(cause);
      this.#tell({ kind: 'failed', failure });
      return failure;
    }
  }
}
