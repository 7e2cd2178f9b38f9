import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as v from 'valibot';
import { OtherwiseError } from '../../core/errors.ts';
import type { FlagKind } from '../../core/options.ts';
import type { Command } from '../command.ts';
import { checkFlags, parseFlags } from '../flags.ts';
import { executionFlagKinds, executionFlags, executionHelp, loadingOf } from '../model-flags.ts';
import { openApi } from '../serve/openapi.ts';
import { paraphraseServer } from '../serve/server.ts';
import { openRewriter } from '../tools.ts';
import { command as paraphrase } from './paraphrase.ts';
import { command as score } from './score.ts';

const whole = (least: number, most: number) => v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most));
const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text;
const flagSchema = v.strictObject({
  model: v.optional(v.string(), 'base'),
  ...executionFlags,
  port: v.optional(whole(0, 65_535), 8719),
  origin: v.optional(v.array(v.pipe(v.string(), v.check(isOrigin, 'must be an origin such as https://example.org.'))), []),
  maxBytes: v.optional(whole(1, 2 ** 30), 65_536),
  waiting: v.optional(whole(0, 10_000), 64),
  rate: v.optional(whole(1, 1_000_000), 600),
});
const flagKinds = {
  model: 'string', ...executionFlagKinds, port: 'number', origin: 'list', maxBytes: 'number', waiting: 'number', rate: 'number',
} as const satisfies Record<string, FlagKind>;

const help = `Usage: otherwise serve [flags]

Answers over HTTP what paraphrase and score answer on lines: a JSON object in, a JSON object out. It listens on this machine alone
(127.0.0.1), answers one request after the other, and lets no page of another origin ask unless you name it.

Flags
  --model NAME          base (default), small, tiny, a folder with a manifest.json, or a pair of translators,
                        pair:<to pivot>,<back>, which system backtranslate needs; a request can't choose another
${executionHelp}
  --port N              where to listen (8719); 0 takes a free one
  --origin ORIGIN       let the pages of an origin ask (CORS), such as https://example.org; repeat for more
  --max-bytes N         most bytes of a body (65536)
  --waiting N           most requests that wait for their turn (64); more are refused by 429
  --rate N              most requests a minute (600); more are refused by 429

Input
  POST /paraphrase      {"text", …} as a line of paraphrase, but for "model"
  POST /score           {"source", "rewrite", …} as a line of score, but for "model"
  GET /health           the model, what computes it, and how many requests wait
  GET /openapi.json     all of this for programs

Output
  200 and the answer of the line, or {"error": {"code", "message"}} with 400 (what is asked is no request), 403 (of another origin, or
  sent to another name), 404, 405, 413, 422 (nothing can be made of the text), 429 (too many), 500 or 503 (it is being stopped).
  Its address is told on stderr. A client that leaves stops its request; Ctrl+C ends the server.
`;

/** `otherwise serve`: the same answers over HTTP on this machine. */
export const command: Command = {
  name: 'serve',
  summary: 'answers paraphrase and score over HTTP on this machine',
  help,
  async run(context) {
    const { args, stderr, signal } = context;
    const flags = checkFlags(flagSchema, parseFlags(args, flagKinds));
    const { model, threads, runtime, device, port, origin, maxBytes, waiting, rate } = flags;
    const rewriter = await openRewriter(model, threads, loadingOf({ runtime, device }, context));
    const server = paraphraseServer({
      rewriter, version: version(), description: openApi(version(), { paraphrase, score }), origins: origin,
      limits: { bytes: maxBytes, waiting, perMinute: rate }, signal, now: () => performance.now(),
    });
    try {
      await listen(server, port);
      stderr.write(`Listening at http://127.0.0.1:${(server.address() as AddressInfo).port}/ with the model ${rewriter.info.model}.\n`);
      await stopped(signal);
    } finally {
      await close(server);
      await rewriter.dispose();
    }
    return 0;
  },
};

function version(): string {
  const { version: own } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as { version: string };
  return own;
}

/** @throws OtherwiseError `bad-flag` where the port can't be had */
function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause) => reject(new OtherwiseError('bad-flag', `--port ${port} can't be had: ${cause.message}.`, { cause })));
    server.listen(port, '127.0.0.1', resolve);
  });
}

const stopped = (signal: AbortSignal): Promise<void> => new Promise((resolve) => {
  if (signal.aborted) resolve();
  signal.addEventListener('abort', () => resolve(), { once: true });
});

/** Milliseconds that answers may take to be sent at the end. */
const GRACE = 2000;

/** Takes no more connections and waits until those that are open have got their answers. */
function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), GRACE);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}
