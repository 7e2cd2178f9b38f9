import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadInflector } from '../../../src/cli/lexical.ts';
import type { Inflector } from '../../../src/language/inflect.ts';
import { detailSlips, type DetailWords, worstNats } from '../../../src/selection/detail-slips.ts';
import { guard, isFaithful } from '../../../src/selection/guards.ts';

/** A rewrite sampled from the base model, its label by a reader, and the model's own scores in nats a piece, both ways. */
interface Labelled {
  readonly source: string;
  readonly rewrite: string;
  readonly label: 'good' | 'slip' | 'not fluent';
  readonly part: 'build' | 'unseen';
  readonly sourcePieces: string[];
  readonly backward: number[];
  readonly rewritePieces: string[];
  readonly forward: number[];
}

const rows = readFileSync(new URL('../../golden/slips-sampled.jsonl', import.meta.url), 'utf8').split('\n').filter(Boolean).map((line) => JSON.parse(line) as Labelled);
const limits = { lost: 6.5, added: 6 };
let words: DetailWords;

beforeAll(async () => {
  const inflector: Inflector = await loadInflector();
  words = { forms: (word) => inflector.forms(word), closed: (word) => inflector.isClosed(word) };
});

const surprise = (text: string, nats: number[]): { text: string; pieces: string[]; nats: number[] } => ({ text, pieces: text.split(/(?<=\s)|(?=\.)/u), nats });

describe('detailSlips', () => {
  const source = 'They swam across the cold river.';
  const rewrite = 'They crossed the cold river.';

  it('names a content word that the rewrite neither has nor suggests, and one that comes from nowhere', () => {
    const lost = detailSlips(rewrite, surprise(source, [0, 9, 0, 0, 0, 0, 0]), surprise(rewrite, [0, 8, 0, 0, 0, 0]), words, limits);
    expect(lost).toEqual([{ kind: 'detail', severity: 'drop', message: 'changes “swam” to “crossed”' }]);
    expect(detailSlips(rewrite, surprise(source, [0, 3, 0, 0, 0, 0, 0]), surprise(rewrite, [0, 3, 0, 0, 0, 0]), words, limits)).toEqual([]);
  });

  it('lets be what is there in another form, closed words and what the user asked for', () => {
    expect(detailSlips('They swim in the cold river.', surprise(source, [0, 9, 0, 0, 0, 0, 0]), surprise('They swim in the cold river.', [0, 9, 0, 0, 0, 0, 0]), words, limits)).toEqual([]);
    expect(detailSlips(rewrite, surprise(source, [9, 0, 9, 9, 0, 0, 0]), surprise(rewrite, [0, 0, 0, 0, 0, 0]), words, limits)).toEqual([]);
    expect(detailSlips(rewrite, surprise(source, [0, 9, 0, 0, 0, 0, 0]), surprise(rewrite, [0, 0, 0, 0, 0, 0]), words, limits, (word) => word === 'swam')).toEqual([]);
  });

  it('takes a word for kept that stands in the rewrite, when the rewrite\'s own scores are not known (beam search)', () => {
    const cold = [0, 0, 0, 0, 9, 0, 0];
    expect(detailSlips(rewrite, surprise(source, cold), undefined, words, limits)).toEqual([]);
    expect(detailSlips('They crossed the river.', surprise(source, cold), undefined, words, limits)).toEqual([{ kind: 'detail', severity: 'drop', message: 'leaves out “cold”' }]);
  });

  it('reads the worst piece of each word, and nothing where pieces and text do not line up', () => {
    expect(worstNats({ text: 'unkind words', pieces: [' un', 'kind', ' words'], nats: [1, 5, 2] })).toEqual([{ word: 'unkind', nats: 5 }, { word: 'words', nats: 2 }]);
    expect(worstNats({ text: 'naïve', pieces: ['na', '\uFFFD', '\uFFFD', 've'], nats: [1, 1, 1, 1] })).toEqual([]);
  });

  it('with the guards doubles the share of right rewrites among those sampled from the base model, on rows it was not built on too', () => {
    for (const part of ['build', 'unseen'] as const) {
      const own = rows.filter((row) => row.part === part);
      const shown = own.filter((row) => isFaithful([
        ...guard(row.source, row.rewrite),
        ...detailSlips(row.rewrite, { text: row.source, pieces: row.sourcePieces, nats: row.backward }, { text: row.rewrite, pieces: row.rewritePieces, nats: row.forward }, words, limits),
      ]));
      const share = (label: string): number => shown.filter((row) => row.label === label).length / own.filter((row) => row.label === label).length;
      const right = (some: readonly Labelled[]): number => some.filter(({ label }) => label === 'good').length / some.length;
      expect(own.length).toBeGreaterThan(200);
      expect(1 - share('slip')).toBeGreaterThanOrEqual(0.6);
      expect(share('good')).toBeGreaterThanOrEqual(0.7);
      expect(right(shown)).toBeGreaterThanOrEqual(1.8 * right(own));
    }
  });
});
