import { OtherwiseError } from '../../../core/errors.ts';

/** A host with the paths of the Hugging Face hub. */
export interface HubHost {
  /** Its address, with a `/` at the end. */
  readonly url: string;
  /** Seconds without a byte after which it counts as silent. */
  readonly patience: number;
}

/** The hub that is meant where none is named. */
export const HUB = 'https://huggingface.co/';
const PATIENCE = 60;

/** Reads the address of a hub. @param url as a person wrote it. @throws OtherwiseError `bad-request` where that is no address of a host */
export function hubHost(url: string = HUB, patience = PATIENCE): HubHost {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || !/^https?:$/u.test(parsed.protocol))
    throw new OtherwiseError('bad-request', `The hub '${url}' is no address. Give one as https://huggingface.co.`);
  return { url: parsed.href.replace(/\/*$/u, '/'), patience };
}

/** A request to a host. */
export interface HubRequest {
  /** The path below the host's address. */
  readonly path: string;
  /** The thing that is asked for, as people know it: an id, a file. */
  readonly what: string;
  /** The first byte that is wanted. */
  readonly from?: number;
  readonly signal?: AbortSignal | undefined;
}

/** An answer whose body is read under the host's patience. */
export interface HubAnswerBody {
  readonly status: number;
  readonly headers: Headers;
  chunks(): AsyncGenerator<Uint8Array<ArrayBuffer>, void>;
}

/**
 * Asks a host; every way in which it may fail is told.
 * @throws OtherwiseError `model-not-found` (401, 403, 404), `model-download` (any other answer, none, or a web page), `aborted`
 */
export async function askHub(host: HubHost, request: HubRequest): Promise<HubAnswerBody> {
  const watch = new Watch(host, request.signal);
  const headers = request.from === undefined || request.from === 0 ? {} : { Range: `bytes=${request.from}-` };
  let response: Response;
  try {
    response = await fetch(new URL(request.path, host.url), { headers, signal: watch.signal, credentials: 'omit' });
  } catch (cause) {
    throw watch.failure(cause, request.what);
  }
  if (!response.ok) {
    watch.stop();
    await response.body?.cancel().catch(() => undefined);
    throw refusal(response.status, request.what, host);
  }
  if (response.headers.get('content-type')?.startsWith('text/html') === true) {
    watch.stop();
    await response.body?.cancel().catch(() => undefined);
    throw new OtherwiseError('model-download', `${host.url} answers with a web page instead of ${request.what}. ` +
      'Check its address; a network may also want you to sign in first.');
  }
  return { status: response.status, headers: response.headers, chunks: () => chunksOf(response, watch, request.what) };
}

async function* chunksOf(response: Response, watch: Watch, what: string): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  const reader = response.body?.getReader();
  try {
    for (;;) {
      const next = await reader?.read().catch((cause: unknown) => { throw watch.failure(cause, what); });
      if (next === undefined || next.done) return;
      watch.heard();
      yield next.value;
    }
  } finally {
    watch.stop();
    await reader?.cancel().catch(() => undefined);
  }
}

function refusal(status: number, what: string, { url }: HubHost): OtherwiseError {
  if (status === 401 || status === 403)
    return new OtherwiseError('model-not-found', `${url} refuses ${what} (${status}): there is none, or not everybody may have it. ` +
      'Check the name; private and gated models can’t be loaded.');
  if (status === 404) return new OtherwiseError('model-not-found', `${url} has no ${what} (404). Check the name.`);
  return new OtherwiseError('model-download', `${url} answers ${status} for ${what}. Try again later; what is already here is kept.`);
}

/** Stops a request that its caller does not want any more, or that nothing is heard of. */
class Watch {
  private readonly controller = new AbortController();
  private silent = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly forward = (): void => { this.controller.abort(); };

  constructor(private readonly host: HubHost, private readonly outer: AbortSignal | undefined) {
    if (outer?.aborted) this.controller.abort();
    outer?.addEventListener('abort', this.forward, { once: true });
    this.heard();
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  heard(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.silent = true;
      this.controller.abort();
    }, this.host.patience * 1000);
  }

  stop(): void {
    clearTimeout(this.timer);
    this.outer?.removeEventListener('abort', this.forward);
  }

  failure(cause: unknown, what: string): OtherwiseError {
    this.stop();
    if (this.outer?.aborted) return new OtherwiseError('aborted', 'Loading was stopped.', { cause });
    const { url, patience } = this.host;
    const said = this.silent ? `has sent nothing for ${patience} s` : `can't be reached or broke off (${reasonOf(cause)})`;
    return new OtherwiseError(
      'model-download', `${url} ${said}; ${what} is not loaded. Check the connection and try again; what is here already is kept.`,
      { cause },
    );
  }
}

/** Gives the reason behind an error of `fetch`, whose own message says nothing. */
function reasonOf(cause: unknown): string {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  return inner instanceof Error ? inner.message : String(inner);
}
