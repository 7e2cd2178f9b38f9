import { describe, expect, it } from 'vitest';
import { throwIfAborted } from '../../../src/core/errors.ts';
import type { ParaphraserInfo } from '../../../src/library/api.ts';
import { paraphraserOf } from '../../../src/library/paraphraser.ts';
import type { Rewriter } from '../../../src/engine/rewriter.ts';
import type { PairScores, ParaphraseResult, TextPair } from '../../../src/core/protocol.ts';

const info: ParaphraserInfo = {
  model: 'tiny', modelHash: '', runtime: 'wasm', device: 'cpu', deviceName: '', threads: 1, budget: { sets: 1, samples: 1 }, loadSeconds: 0,
};
const result = (text: string, more: Partial<ParaphraseResult> = {}): ParaphraseResult => ({
  text, rewrites: [], unmet: [], constraints: [], mode: 'otherwise', model: 'tiny', seed: 0, runtime: 'wasm',
  device: 'cpu',
  counts: {
    sampled: 1, unfinished: 0, copies: 0, duplicates: 0, banned: 0, unmet: 0, invariants: {}, unlikely: 0, aboveThreshold: 0, unscored: 0,
    accepted: 0, unique: 1,
  },
  ...more,
});
const figures: PairScores = { forward: 1, backward: 1, score: 2, distance: 0, findings: [] };

/** Writes down what it is asked, and takes a turn of the event loop for it. */
function backend(answers: Partial<Rewriter> = {}): Rewriter & { readonly log: string[] } {
  const log: string[] = [];
  return {
    log,
    rewrite: async (text, _options, { signal } = {}) => {
      log.push(`begin ${text}`);
      await new Promise((resolve) => { setImmediate(resolve); });
      throwIfAborted(signal);
      log.push(`end ${text}`);
      return result(text);
    },
    score: (pairs: readonly TextPair[]) => {
      log.push(`score ${pairs.length}`);
      return Promise.resolve(pairs.map(() => figures));
    },
    measure: () => Promise.reject(new Error('The package measures nothing.')),
    dispose: () => { log.push('disposed'); },
    ...answers,
  };
}

describe('the paraphraser of the package', () => {
  it('answers one request after the other', async () => {
    const own = backend();
    const paraphraser = paraphraserOf(own, () => info);
    await Promise.all(['a', 'b'].map((text) => paraphraser.paraphrase(text)));
    expect(own.log).toEqual(['begin a', 'end a', 'begin b', 'end b']);
  });

  it('scores many pairs in batches and tells how far it is; a signal stops it between two', async () => {
    const own = backend();
    const paraphraser = paraphraserOf(own, () => info);
    const pairs = Array.from({ length: 40 }, (): TextPair => ['a', 'b']);
    const told: unknown[] = [];
    expect(await paraphraser.score(pairs, { onProgress: (event) => told.push(event) })).toHaveLength(40);
    expect(told).toEqual([16, 32, 40].map((done) => ({ kind: 'score', done, total: 40 })));
    const controller = new AbortController();
    const stopped = paraphraser.score(pairs, { signal: controller.signal, onProgress: () => controller.abort() });
    await expect(stopped).rejects.toMatchObject({ code: 'aborted' });
    expect(own.log).toEqual(['score 16', 'score 16', 'score 8', 'score 16']);
  });

  it('says that a text is in another language only where nothing of it was tried', async () => {
    const { counts } = result('');
    const nothing = { ...counts, sampled: 0, unique: 0 };
    const of = (more: Partial<ParaphraseResult>): Promise<ParaphraseResult> =>
      paraphraserOf(backend({ rewrite: (text) => Promise.resolve(result(text, more)) }), () => info).paraphrase('a');
    await expect(of({ languages: ['cs'], counts: nothing })).rejects.toMatchObject({ code: 'unsupported-language', language: 'cs' });
    expect((await of({ languages: ['cs'] })).languages).toEqual(['cs']);
    expect((await of({ counts: nothing })).languages).toBeUndefined();
  });

  it('ends what runs and waits before it frees the model, and answers nothing afterwards', async () => {
    const own = backend();
    const paraphraser = paraphraserOf(own, () => info);
    const asked = ['a', 'b'].map((text) => paraphraser.paraphrase(text).catch(({ code }: { code: string }) => code));
    await paraphraser.dispose();
    expect(await Promise.all(asked)).toEqual(['aborted', 'aborted']);
    expect(own.log).toEqual(['begin a', 'disposed']);
    await expect(paraphraser.score([])).rejects.toMatchObject({ code: 'aborted' });
  });
});
