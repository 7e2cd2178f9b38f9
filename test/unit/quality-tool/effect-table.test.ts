import { expect, test } from 'vitest';
import { effectMeasures, effectRows, effectsMarkdown } from '../../quality/effect-table.ts';

const measures = new Map([...effectMeasures({ rarity: (text) => text.length, formality: () => 0 })].filter(([name]) =>
  ['words, % of the source', 'passive clauses', 'right, said, %'].includes(name),
));
const names = [...measures.keys()];
const source = 'The door was opened by the guard.';
const none = [
  {
    text: source,
    rewrites: [{ text: 'The door was unlocked by the guard.', right: 0.8 }, { text: 'The guard opened the door.', right: 0.6 }],
  },
  { text: 'It rained.', rewrites: [{ text: 'There was rain.', right: 0.5 }] },
];
const active = [
  { text: source, rewrites: [{ text: 'The guard opened the door.', right: 0.6 }] },
  { text: 'It rained.', rewrites: [] },
];
const rows = effectRows(new Map([['any', none], ['active', active]]), measures, 0);

test('a system stands beside the first on the sentences where both have rewrites; sets weigh alike', () => {
  expect(rows.map(({ system, sentences, shown }) => ({ system, sentences, shown }))).toEqual([
    { system: 'any', sentences: 2, shown: 1.5 },
    { system: 'active', sentences: 1, shown: 1 },
  ]);
  const [length, passives, right] = rows[1]?.effects ?? [];
  expect(length?.mean).toBeCloseTo(500 / 7, 9);
  expect(length?.difference).toBeCloseTo(500 / 7 - (100 + 500 / 7) / 2, 9);
  expect([passives?.mean, passives?.difference]).toEqual([0, -0.5]);
  expect(right?.mean).toBeCloseTo(60, 9);
  expect(right?.difference).toBeCloseTo(-10, 9);
});

test('the first system differs from itself by nothing, and its cells have no difference', () => {
  expect(rows[0]?.effects.map(({ difference }) => difference)).toEqual([0, 0, 0]);
  const lines = effectsMarkdown(rows, names).split('\n');
  expect(lines[0]).toBe('|  | any | active |');
  expect(lines.find((line) => line.startsWith('| passive clauses'))).toBe('| passive clauses | 0.3 | 0.0 (-0.5: -0.5 to -0.5) |');
});
