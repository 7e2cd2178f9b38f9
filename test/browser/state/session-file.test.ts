import { aims } from '../../../src/core/aims.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changeTable, rewriteTable, rowsOf } from '../../../src/app/state/review/review.ts';
import { Segments } from '../../../src/app/state/documents/segments.ts';
import { isProblem, readSession, writeSession, type Session } from '../../../src/app/state/files/session-file.ts';

const phrases = fc.array(fc.string({ maxLength: 20 }), { maxLength: 4 });
// valibot leaves out keys that could reach a prototype; no sentence is lost by that.
const key = fc.string({ unit: 'grapheme', maxLength: 30 }).filter((name) => !['__proto__', 'constructor', 'prototype'].includes(name));
const session: fc.Arbitrary<Session> = fc.record({
  name: fc.string({ unit: 'grapheme', maxLength: 60 }),
  snapshot: fc.record({
    text: fc.string({ unit: 'grapheme', maxLength: 200 }).map((text) => text.replace(/\r/gu, '')),
    focus: fc.nat(50),
    demands: fc.dictionary(key, fc.record({ avoid: phrases, require: phrases, spared: phrases }, { requiredKeys: ['avoid', 'require'] }), {
      noNullPrototype: true,
    }),
    sources: fc.constant({}),
  }),
  how: fc.record({
    seed: fc.nat(1000),
    distance: fc.nat(4),
    spread: fc.nat(4),
    aim: fc.constantFrom(...aims),
    approach: fc.oneof(fc.constantFrom('otherwise' as const, 'parabank2' as const), fc.integer({ min: 1, max: 37 })),
    inflections: fc.boolean(),
    ordered: fc.boolean(),
  }),
});
const sound: Session = {
  name: 'Essay',
  snapshot: {
    text: 'A new sentence. Another.',
    focus: 1,
    demands: { 'An old sentence.': { avoid: ['old'], require: [], spared: ['older'] } },
    throughout: { avoid: ['utilise'], require: ['annual report'] },
    sources: { 'A new sentence.': 'An old sentence.' },
  },
  how: { seed: 3, distance: 4, spread: 0, aim: 'shorter', approach: 7, inflections: false, ordered: true },
};
const fields = JSON.parse(writeSession(sound)) as Record<string, unknown>;
const problemOf = (file: unknown): unknown => {
  const read = readSession(typeof file === 'string' ? file : JSON.stringify(file));
  return isProblem(read) ? read : 'sound';
};

describe('session files', () => {
  test('are read as they were written, whatever they contain', () => {
    expect(readSession(writeSession(sound))).toEqual(sound);
    fc.assert(fc.property(session, (whole) => {
      const read = readSession(writeSession(whole));
      expect('kind' in read ? read : { ...read, snapshot: { ...read.snapshot, demands: plain(read.snapshot.demands) } }).toEqual({
        ...whole,
        snapshot: { ...whole.snapshot, demands: plain(whole.snapshot.demands) },
      });
    }));
  });

  test.each([
    ['parabank2', 'otherwise'],
    [34, 34],
  ])('a file of an earlier version: system %s is approach %s', (system, approach) => {
    const { approach: _, ...how } = sound.how;
    expect(readSession(JSON.stringify({ ...fields, how: { ...how, system } }))).toEqual({ ...sound, how: { ...sound.how, approach } });
    expect(problemOf({ ...fields, how: { ...how, system: 38 } })).toEqual({ kind: 'broken', place: 'how.approach' });
  });

  test('are refused as damaged where they break off anywhere', () => {
    const file = writeSession(sound);
    for (let length = 0; length < file.length; length += 1) expect(problemOf(file.slice(0, length))).toEqual({ kind: 'not-json' });
  });

  test.each([
    ['{"a": 1}', { kind: 'not-a-session' }],
    ['null', { kind: 'not-a-session' }],
    ['[]', { kind: 'not-a-session' }],
    [{ ...fields, version: 2 }, { kind: 'newer' }],
    [{ ...fields, version: 0 }, { kind: 'not-a-session' }],
    [{ ...fields, text: 5 }, { kind: 'broken', place: 'text' }],
    [{ ...fields, focus: -1 }, { kind: 'broken', place: 'focus' }],
    [{ ...fields, text: undefined }, { kind: 'broken', place: 'text' }],
    [{ ...fields, demands: { x: { avoid: 'y', require: [] } } }, { kind: 'broken', place: 'demands.x.avoid' }],
    [{ ...fields, sources: { x: 1 } }, { kind: 'broken', place: 'sources.x' }],
    [{ ...fields, how: { distance: 99 } }, { kind: 'broken', place: 'how.distance' }],
    [{ ...fields, how: { aim: 'merrier' } }, { kind: 'broken', place: 'how.aim' }],
    [{ ...fields, name: 'x'.repeat(201) }, { kind: 'broken', place: 'name' }],
    [{ ...fields, text: 'x'.repeat(2_000_001) }, { kind: 'broken', place: 'text' }],
  ])('%j is refused with the place of the fault', (file, problem) => {
    expect(problemOf(file)).toEqual(problem);
  });

  test('nothing that is put into a file makes it throw', () => {
    fc.assert(fc.property(fc.json(), (file) => {
      expect(problemOf(file)).not.toBe('sound');
    }));
    fc.assert(fc.property(fc.constantFrom(...Object.keys(fields)), fc.jsonValue(), (name, value) => {
      problemOf({ ...fields, [name]: value });
    }));
  });

  test('have no unknown fields, the page’s line breaks, and no sources of steps that were taken back', () => {
    const read = readSession(JSON.stringify({ ...fields, text: 'a\r\nb\rc', script: '<b>' }));
    expect(isProblem(read) ? read : [read.snapshot.text, Object.keys(read)]).toEqual(['a\nb\nc', ['name', 'how', 'snapshot']]);
    expect(JSON.parse(writeSession({ ...sound, snapshot: { ...sound.snapshot, sources: { gone: 'x', 'Another.': 'y' } } }))).toMatchObject({
      sources: { 'Another.': 'y' },
    });
  });
});

test('the review sets every sentence beside its original', () => {
  const text = 'A new one.\n\nAnother stays. A\tthird one.';
  const sources: Record<string, string> = { 'A new one.': 'An old\none.', 'A\tthird one.': 'The last.' };
  const rows = rowsOf({ text, sentences: new Segments().of(text), sourceOf: (sentence) => sources[sentence] ?? sentence });
  expect(rows).toEqual([
    { index: 0, before: 'An old\none.', after: 'A new one.', paragraph: false },
    { index: 1, before: 'Another stays.', after: 'Another stays.', paragraph: true },
    { index: 2, before: 'The last.', after: 'A\tthird one.', paragraph: false },
  ]);
  expect(changeTable(rows, ['#', 'was', 'is'])).toBe('#\twas\tis\n1\tAn old one.\tA new one.\n3\tThe last.\tA third one.\n');
});

function plain(record: Readonly<Record<string, unknown>>): unknown {
  return JSON.parse(JSON.stringify(record));
}

const rewrite = (text: string) => ({ text, forward: 1, backward: 1, score: 2, distance: 0 });

test('the table of rewrites has one a line, with its sentence and its known figures', () => {
  const made = [
    {
      source: 'An old\tone.',
      rewrites: [{ ...rewrite('A new\none.'), right: 0.91236, distance: 0.5 }, { ...rewrite('Another.'), distance: 1 }],
    },
    { source: 'Nothing.', rewrites: [] },
    { source: 'The last.', rewrites: [{ ...rewrite('The final one.'), right: 0, distance: 0 }] },
  ];
  expect(rewriteTable(made, ['n', 'was', 'is', 'right', 'other'])).toBe(
    'n\twas\tis\tright\tother\n' +
      '1\tAn old one.\tA new one.\t0.912\t0.500\n1\tAn old one.\tAnother.\t\t1.000\n3\tThe last.\tThe final one.\t0.000\t0.000\n',
  );
});
