import { OtherwiseError, type ErrorData } from '../../core/errors.ts';

/** An error as state: the page has the words for its code, the message is the engine's own. */
export type Failure = ErrorData;

/** Turns whatever was thrown into a failure: a full disk is `no-storage`, an unexpected error is `runtime`. */
export function toFailure(cause: unknown): Failure {
  if (cause instanceof OtherwiseError) return cause.toJSON();
  if (cause instanceof DOMException && cause.name === 'QuotaExceededError') return { code: 'no-storage', message: cause.message };
  return { code: 'runtime', message: cause instanceof Error ? cause.message : String(cause) };
}
