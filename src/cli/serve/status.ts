import type { ErrorCode } from '../../core/errors.ts';

const statuses: Partial<Record<ErrorCode, number>> = {
  'bad-json': 400, 'bad-utf8': 400, 'bad-request': 400, 'unknown-field': 400, 'missing-field': 400, 'word-empty': 400,
  'not-allowed': 403, 'not-found': 404, 'body-too-large': 413,
  'text-empty': 422, 'text-too-long': 422, 'nothing-to-rewrite': 422, 'unsupported-language': 422,
  busy: 429, aborted: 503, 'out-of-memory': 503,
};

/** Returns the status of HTTP that goes with an error. */
export const statusOf = (code: ErrorCode): number => statuses[code] ?? 500;
