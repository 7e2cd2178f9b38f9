import { OtherwiseError, type ErrorCode } from '../errors.ts';

/** An error as state: the page words it by its code, the message is the engine's own. */
export interface Failure {
  readonly code: ErrorCode;
  readonly message: string;
}

export function toFailure(cause: unknown): Failure {
  if (cause instanceof OtherwiseError) return cause.toJSON();
  if (cause instanceof DOMException && cause.name === 'QuotaExceededError') return { code: 'no-storage', message: cause.message };
  return { code: 'runtime', message: cause instanceof Error ? cause.message : String(cause) };
}
