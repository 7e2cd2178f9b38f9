import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readListed } from '../../src/engine/files/list.ts';
import { compare } from '../../src/app/state/rewrites/changes.ts';
import { conflicts, freePhrases, nextWish, noWishes, withWish, wishOf, type Wish } from '../../src/app/state/documents/wishes.ts';
import { History } from '../../src/app/state/documents/history.svelte.ts';
import { parseSnapshot } from '../../src/app/state/documents/stored.ts';
import { Transfer } from '../../src/app/state/engine/transfer.ts';

const sentence = fc
  .array(fc.constantFrom('the', 'Cat', "don't", 'sat', 'on', 'a', 'mat', '42', '–', 'naïve'), { maxLength: 12 })
  .map((words) => words.join(' '));

describe('compare', () => {
  test('the pieces joined are the texts, and unchanged words are the same on both sides, in order', () => {
    fc.assert(fc.property(sentence, sentence, (source, rewrite) => {
      const comparison = compare(source, rewrite);
      const same = (side: typeof comparison.source): string[] =>
        side.filter((piece) => piece.word && !piece.changed).map((piece) => piece.text.toLowerCase());
      expect(comparison.source.map((piece) => piece.text).join('')).toBe(source);
      expect(comparison.rewrite.map((piece) => piece.text).join('')).toBe(rewrite);
      expect(same(comparison.rewrite)).toEqual(same(comparison.source));
      expect(comparison.changedWords).toBe(comparison.words - same(comparison.rewrite).length);
    }));
  });

  test('a sentence beside itself has no change', () => {
    fc.assert(fc.property(sentence, (text) => {
      expect(compare(text, text.toUpperCase()).changedWords).toBe(0);
    }));
  });
});

describe('demands', () => {
  const wish = fc.constantFrom<Wish>('neutral', 'avoid', 'require');

  test('a phrase has the wish it was given last and is in one list at most, whatever its casing', () => {
    fc.assert(fc.property(fc.array(fc.tuple(fc.constantFrom('Cat', 'cat', 'put  off', 'put off', "don’t", "don't"), wish)), (steps) => {
      const demands = steps.reduce((now, [phrase, wished]) => withWish(now, phrase, wished), noWishes);
      const last = new Map(steps.map(([phrase, wished]) => [phrase.toLowerCase().replace('’', "'").replace(/\s+/gu, ' '), wished]));
      for (const [phrase, wished] of last) expect(wishOf(demands, phrase)).toBe(wished);
      expect(demands.avoid.length + demands.require.length).toBe([...last.values()].filter((wished) => wished !== 'neutral').length);
    }));
  });

  test('three steps lead back', () => {
    fc.assert(fc.property(wish, (start) => {
      expect(nextWish(nextWish(nextWish(start)))).toBe(start);
    }));
  });

  test('a blank phrase is no demand', () => {
    expect(withWish(noWishes, '  ', 'avoid')).toEqual(noWishes);
  });

  test('conflicts lie between word boundaries', () => {
    expect(conflicts({ avoid: ['for'], require: ['forest', 'as for me'] }, ['for'])).toEqual([{ phrase: 'as for me', banned: 'for' }]);
  });

  test('phrases that are words of the sentence have a chip and are not listed again', () => {
    expect(freePhrases({ avoid: ['cat'], require: ['put off'] }, ['The', 'Cat'])).toEqual([{ phrase: 'put off', wish: 'require' }]);
  });
});

describe('history', () => {
  test('undoing everything and redoing it leads back', () => {
    fc.assert(fc.property(fc.array(fc.integer(), { minLength: 1, maxLength: 30 }), (values) => {
      const history = new History<number>();
      let now = 0;
      values.forEach((value, index) => {
        history.record(now, index * 5000);
        now = value;
      });
      for (const _ of values) now = history.undo(() => now) ?? NaN;
      expect(now).toBe(0);
      expect(history.undo(() => now)).toBeUndefined();
      for (const _ of values) now = history.redo(() => now) ?? NaN;
      expect(now).toBe(values.at(-1));
    }));
  });

  test('typing without a pause is one step', () => {
    const history = new History<string>();
    history.record('', 0, 'typing');
    history.record('a', 300, 'typing');
    history.record('ab', 600, 'typing');
    history.record('abc', 2000, 'typing');
    expect([history.undo(() => 'abcd'), history.undo(() => 'abc'), history.undo(() => '')]).toEqual(['abc', '', undefined]);
  });
});

describe('stored documents', () => {
  test('anything but a snapshot is refused without an exception', () => {
    fc.assert(fc.property(fc.anything(), (value) => {
      expect(parseSnapshot(value)).toBeUndefined();
    }));
  });

  test('a snapshot comes back as it was', () => {
    const snapshot = { text: 'a', focus: 1, demands: { a: { avoid: ['b'], require: [], spared: ['c'] } }, sources: { a: 'b' } };
    expect(parseSnapshot(structuredClone(snapshot))).toEqual(snapshot);
  });
});

test('a transfer adds up files and measures the rate of what is not stored', () => {
  const transfer = new Transfer();
  transfer.add('kept', { loaded: 50, total: 50, cached: true }, 0);
  transfer.add('a', { loaded: 0, total: 1000, cached: false }, 0);
  transfer.add('a', { loaded: 500, total: 1000, cached: false }, 1000);
  expect(transfer.view()).toEqual({ loaded: 550, total: 1050, cached: false, rate: 500, secondsLeft: 1 });
});

test('a transfer is from the store as long as nothing else has come, whatever is still to come', () => {
  const transfer = new Transfer();
  transfer.add('a', { loaded: 0, total: 100, cached: false }, 0);
  transfer.add('b', { loaded: 0, total: 100, cached: false }, 0);
  expect(transfer.view().cached).toBe(false);
  transfer.add('a', { loaded: 100, total: 100, cached: true }, 10);
  expect(transfer.view()).toEqual({ loaded: 100, total: 200, cached: true, rate: 0, secondsLeft: undefined });
});

test('listed files are found wherever a manifest names them', () => {
  const manifest = {
    graphs: { float: { file: 'a', bytes: 1, sha256: 'x' } },
    weights: { shards: [{ path: 'b', bytes: 2, sha256: 'y' }] },
    other: [{ file: 'c' }],
  };
  expect([...readListed(manifest)]).toEqual([['a', { bytes: 1, sha256: 'x' }], ['b', { bytes: 2, sha256: 'y' }]]);
});
