import { OtherwiseError, throwIfAborted } from '../core/errors.ts';
import { checkOptions, options as known, type ParaphraseOptions } from '../core/options.ts';
import { inKnownLanguage } from '../core/known-language.ts';
import type { PairScores } from '../core/protocol.ts';
import { Queue } from '../core/queue.ts';
import type { Rewriter } from '../engine/rewriter.ts';
import type { Paraphraser, ParaphraserInfo } from './api.ts';

/** Pairs scored between two looks at the signal. */
const BATCH = 16;

/** Returns the package's face of a rewriter, which gets one request at a time. @param info what is loaded and what computes it, just now */
export function paraphraserOf(rewriter: Rewriter, info: () => ParaphraserInfo): Paraphraser {
  const queue = new Queue();
  const ended = new AbortController();
  const request = <T>(task: (signal: AbortSignal) => Promise<T>, signal: AbortSignal | undefined): Promise<T> => {
    const either = signal ? AbortSignal.any([signal, ended.signal]) : ended.signal;
    return queue.run(() => task(either), either);
  };
  return {
    get info() {
      return info();
    },
    paraphrase: async (text, { signal, onProgress, ...given } = {}) => {
      const options = checked(given);
      if (typeof text !== 'string') throw new OtherwiseError('bad-request', 'The text must be a string.');
      return request(async (either) => inKnownLanguage(await rewriter.rewrite(text, options, { signal: either, onProgress })), signal);
    },
    score: async (pairs, { signal, onProgress, ...given } = {}) => {
      const options = checked(given);
      if (!arePairs(pairs)) throw new OtherwiseError('bad-request', 'Pairs must be a list of [source, rewrite], both strings.');
      return request(async (either) => {
        const scores: PairScores[] = [];
        for (let at = 0; at < pairs.length; at += BATCH) {
          throwIfAborted(either);
          scores.push(...(await rewriter.score(pairs.slice(at, at + BATCH), options, { signal: either })));
          onProgress?.({ kind: 'score', done: scores.length, total: pairs.length });
        }
        return scores;
      }, signal);
    },
    dispose: async () => {
      ended.abort(new OtherwiseError('aborted', 'The paraphraser was disposed of.'));
      await queue.run(() => Promise.resolve());
      await rewriter.dispose();
    },
  };
}

/** @throws OtherwiseError `unknown-field`, `bad-request` */
function checked(given: ParaphraseOptions): ParaphraseOptions {
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(known, name) && name !== 'lines');
  if (unknown !== undefined) throw new OtherwiseError('unknown-field', `There is no option '${unknown}'.`);
  return checkOptions(given);
}

const arePairs = (pairs: unknown): boolean =>
  Array.isArray(pairs) &&
  pairs.every((pair: unknown) => Array.isArray(pair) && pair.length === 2 && pair.every((text) => typeof text === 'string'));
