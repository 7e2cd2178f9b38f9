import type { ErrorCode } from '../../../core/errors.ts';

/** The page's own remedy for a failure, at the press of a button; `none`: trying again would fail the same way. */
export type Remedy = 'retry' | 'fewer-samples' | 'wasm' | 'fetch-anew' | 'split' | 'none';

const remedies: Partial<Record<ErrorCode, Remedy>> = {
  'out-of-memory': 'fewer-samples',
  'no-webgpu': 'wasm',
  'device-lost': 'wasm',
  'self-test-failed': 'wasm',
  'model-corrupt': 'fetch-anew',
  'text-empty': 'none',
  'text-too-long': 'split',
  'nothing-to-rewrite': 'none',
};

/** Returns the remedy for a failure; `retry` where no other is known. */
export function remedyFor(code: ErrorCode): Remedy {
  return remedies[code] ?? 'retry';
}
