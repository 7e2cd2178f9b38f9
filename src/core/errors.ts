/**
 * The one list of error codes. The command line prints them, workers send them, the page turns them into sentences. A message says what
 * happened and what to do next.
 */
export const errorCodes = [
  'text-empty', 'text-too-long', 'nothing-to-rewrite', 'unsupported-language',
  'bad-json', 'bad-utf8', 'bad-request', 'unknown-field', 'missing-field',
  'word-empty', 'unknown-command', 'unknown-flag', 'bad-flag', 'checkpoint-mismatch', 'bad-checkpoint', 'bad-shard', 'file-unreadable',
  'model-not-found', 'model-corrupt', 'model-download', 'model-unsupported', 'no-webgpu', 'device-lost', 'self-test-failed', 'runtime',
  'out-of-memory', 'no-storage', 'aborted', 'superseded', 'busy', 'not-found', 'not-allowed', 'body-too-large',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** The number of words of a text that is too long, and how many such words can be taken at once. */
export interface Excess {
  readonly words: number;
  readonly most: number;
}

/** An error as plain data: the form in which it crosses a worker border, and in which an output line shows it. */
export interface ErrorData {
  readonly code: ErrorCode;
  readonly message: string;
  /** The excess of a `text-too-long`, where it is known. */
  readonly excess?: Excess;
  /** The language of the text of an `unsupported-language`, BCP 47; `zxx` for code. */
  readonly language?: string;
}

interface Details {
  readonly excess?: Excess | undefined;
  readonly language?: string | undefined;
}

/** An error with a code of the list. No other error crosses a worker border or reaches an output line. */
export class OtherwiseError extends Error {
  override readonly name = 'OtherwiseError';
  readonly excess: Excess | undefined;
  readonly language: string | undefined;
  constructor(readonly code: ErrorCode, message: string, options?: ErrorOptions & Details) {
    super(message, options);
    this.excess = options?.excess;
    this.language = options?.language;
  }

  /** Restores an error that has crossed a worker border. */
  static from({ code, message, ...details }: ErrorData): OtherwiseError {
    return new OtherwiseError(errorCodes.includes(code) ? code : 'runtime', message, details);
  }

  /** Gives the form of `{"error": …}` on an output line and in a worker message. */
  toJSON(): ErrorData {
    const { code, message, excess, language } = this;
    return { code, message, ...(excess && { excess }), ...(language !== undefined && { language }) };
  }
}

/** Messages of engines that can't get memory: JavaScript, WebAssembly, onnxruntime and its C++ library, WebGPU. */
const OUT_OF_MEMORY = new RegExp(
  [
    'bad_alloc', 'out of memory', '\\bOOM\\b', 'allocation (?:failed|size overflow)', '(?:fail\\w*|unable) to allocate',
    '(?:could not|cannot) allocate', 'enlarge memory', 'invalid (?:typed )?array length',
  ].join('|'),
  'iu',
);
/** Messages of browsers (Chromium, Firefox, Safari) when code that is fetched in the middle of work does not arrive. */
const CODE_MISSING = /dynamically imported module|importing a module script failed/iu;

/** Turns any failure into one of ours, by its message; a failure that is not recognised is `runtime`. */
export function toOtherwiseError(cause: unknown): OtherwiseError {
  if (cause instanceof OtherwiseError) return cause;
  const message = cause instanceof Error ? cause.message : String(cause);
  if (OUT_OF_MEMORY.test(message))
    return new OtherwiseError('out-of-memory', `There is not enough memory (${message}). Draw fewer samples or close other programs.`, {
      cause,
    });
  if (CODE_MISSING.test(message))
    return new OtherwiseError(
      'model-download',
      'A part of the engine could not be loaded. Check the connection and try again; what is already here is kept.',
      { cause },
    );
  return new OtherwiseError('runtime', message, { cause });
}

/** Throws `aborted` when the signal has fired. Every long loop calls it once a step. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted)
    throw signal.reason instanceof OtherwiseError ? signal.reason : new OtherwiseError('aborted', 'Stopped before it was finished.');
}
