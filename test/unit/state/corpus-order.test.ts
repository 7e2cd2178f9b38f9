import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CorpusEntry, CorpusRewrite } from '../../../src/lab/corpus/entry.ts';
import { loadAligner } from '../../../src/cli/lexical.ts';
import { alignedOf } from '../../../src/app/state/corpus/fragments.ts';
import { corpusFile, entriesOf } from '../../../src/app/state/corpus/export.ts';
import {
  figureOf, figures, noFilter, Ordering, pairsOf, passes, type Filter, type TableRow, type Sorting,
} from '../../../src/app/state/corpus/order.ts';

const rewriteOf = (text: string, score: number, more: Partial<CorpusRewrite> = {}): CorpusRewrite => ({
  text, forward: score / 2, backward: score / 2, score, distance: 0.5, crossEntropy: score / 2,
  systems: [{ system: 'otherwise', rank: 1 }], ...more,
});
const entryOf = (line: number, rewrites: readonly CorpusRewrite[]): CorpusEntry => ({
  line, source: `Sentence ${line} is here.`, rewrites, dropped: {}, model: 'abc', seed: 0,
});

const digit = fc.integer({ min: 0, max: 9 });
const perhaps = fc.option(digit, { nil: undefined });
const rewrites = fc.array(fc.record({ score: digit, meaning: perhaps }), { maxLength: 3 });
const pairs = fc.array(rewrites).map((rows) =>
  rows.flatMap((row, at) => pairsOf(entryOf(at + 1, row.map(({ score, meaning }, n) => rewriteOf(`Rewrite ${n}.`, score, { meaning }))))),
);
const sortings = fc.record({ by: fc.constantFrom(...figures, 'row' as const), down: fc.boolean() });
const filters = fc.record({ least: perhaps, most: perhaps }).map((meaning): Filter => ({ ...noFilter, ranges: { meaning } }));

/** Filters and sorts the obvious way: all of the rows, each time. */
function slowly(all: readonly TableRow[], filter: Filter, { by, down }: Sorting): number[] {
  const places = [...all.keys()].filter((at) => passes(filter)(all[at] as TableRow));
  if (by === 'row') return down ? places.toReversed() : places;
  const value = (at: number): number | undefined => figureOf(all[at] as TableRow, by);
  const known = places.filter((at) => value(at) !== undefined);
  known.sort((a, b) => (down ? -1 : 1) * ((value(a) ?? 0) - (value(b) ?? 0)) || a - b);
  return [...known, ...places.filter((at) => value(at) === undefined)];
}

test('a table that grows is in the order of one that is sorted whole, what has no figure at its end', () => {
  fc.assert(
    fc.property(pairs, filters, sortings, fc.array(fc.nat(20)), (all, filter, sorting, steps) => {
      const growing: TableRow[] = [];
      const ordering = new Ordering(growing, filter, sorting);
      for (const step of [...steps, all.length]) {
        growing.push(...all.slice(growing.length, Math.max(growing.length, step)));
        expect([...ordering.update()]).toEqual(slowly(growing, filter, sorting));
      }
    }),
  );
});

test('a limit includes its ends, and lets nothing through that has no such figure', () => {
  const three = [rewriteOf('a', 1, { meaning: 40 }), rewriteOf('b', 2, { meaning: 60 }), rewriteOf('c', 3)];
  const [low, high, none] = pairsOf(entryOf(1, three));
  const passed = (filter: Filter): (TableRow | undefined)[] => [low, high, none].filter((pair) => pair && passes(filter)(pair));
  expect(passed({ ...noFilter, ranges: { meaning: { least: 40, most: 60 } } })).toEqual([low, high]);
  expect(passed({ ...noFilter, ranges: { meaning: { least: 41 } } })).toEqual([high]);
  expect(passed({ ...noFilter, ranges: { meaning: {} } })).toEqual([low, high, none]);
  expect(passed({ ...noFilter, words: ' SENTENCE 1 ' })).toEqual([low, high, none]);
  expect(passed({ ...noFilter, words: 'nowhere' })).toEqual([]);
  expect(passed({ ...noFilter, system: 17 })).toEqual([]);
});

test('a TSV has each pair in the order of the table; JSON has each source once, with its chosen rewrites', async () => {
  const entries = [entryOf(1, [rewriteOf('a', 1), rewriteOf('b', 2)]), entryOf(2, [rewriteOf('c', 3)])];
  const [first, second, third] = entries.flatMap(pairsOf) as [TableRow, TableRow, TableRow];
  const tsv = await (await corpusFile(entriesOf([third, second, first], 'tsv'), 'tsv')).text();
  expect(tsv.trimEnd().split('\n').map((line) => line.split('\t')[3])).toEqual(['rewrite', 'c', 'b', 'a']);
  const lines = (await (await corpusFile(entriesOf([third, second], 'jsonl'), 'jsonl')).text()).trimEnd().split('\n');
  expect(lines.map((line) => (JSON.parse(line) as CorpusEntry).rewrites.map(({ text }) => text))).toEqual([['c'], ['b']]);
});

test('many thousands of entries are saved without one of them lost', async () => {
  const entries = Array.from({ length: 5001 }, (_, at) => entryOf(at + 1, [rewriteOf(`r${at}`, 1)]));
  const lines = (await (await corpusFile(entries, 'jsonl')).text()).trimEnd().split('\n');
  expect(lines.map((line) => (JSON.parse(line) as CorpusEntry).line)).toEqual(entries.map(({ line }) => line));
});

test('phrases that stand for each other are marked where they stand, and nothing of the texts is lost', async () => {
  const source = 'The committee put off the meeting until next week.';
  const rewrite = 'The committee decided to postpone the meeting until next week.';
  const aligned = alignedOf(source, rewrite, await loadAligner());
  expect(aligned.fragments.length).toBeGreaterThan(0);
  expect(aligned.rewrite.some(({ fragment }) => fragment !== undefined)).toBe(true);
  expect(aligned.source.map(({ text }) => text).join('')).toBe(source);
  expect(aligned.rewrite.map(({ text }) => text).join('')).toBe(rewrite);
  for (const [at, { source: left, rewrite: right }] of aligned.fragments.entries()) {
    expect(source).toContain(left);
    expect(rewrite).toContain(right);
    for (const { text } of aligned.rewrite.filter(({ fragment }) => fragment === at + 1)) expect(text).toBe(right);
  }
});

const words = fc.constantFrom('the', 'cat', 'sat', 'on', 'a', 'mat', 'down', 'there', 'today', ',');

test('texts keep every character when they are marked, whatever they are', () => {
  fc.assert(
    fc.property(fc.array(words), fc.array(words), (a, b) => {
      const [source, rewrite] = [a.join(' '), b.join(' ')];
      const aligned = alignedOf(source, rewrite);
      expect([aligned.source, aligned.rewrite].map((side) => side.map(({ text }) => text).join(''))).toEqual([source, rewrite]);
    }),
  );
});
