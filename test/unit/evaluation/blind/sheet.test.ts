import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blindKey, blindTable, type BlindKey, type SystemSet } from '../../../../src/lab/blind/sheet.ts';

const set = (system: string, source: number, texts: readonly string[]): SystemSet => ({
  system, source: `Source ${source}.`, rewrites: texts.map((text, at) => ({ text: `${text} of ${source}.`, right: 1 - at / 10 })),
});
const words = fc.uniqueArray(fc.constantFrom('alpha', 'beta', 'gamma', 'delta', 'epsilon'), { maxLength: 5 });
const anySets = fc.array(fc.tuple(words, words), { minLength: 2, maxLength: 25 }).map((drawn) =>
  drawn.flatMap(([one, other], source) => [set('today', source, one), set('parabank34', source, other)]));

/** The sets as the key remembers them. */
const restored = (key: BlindKey): SystemSet[] => {
  const texts = new Map(key.items.map(({ id, text }) => [id, text]));
  return key.sources.flatMap(({ text: source, sets }) => sets.map(({ system, rewrites }) => ({
    system, source, rewrites: rewrites.map(({ item, right }) => ({ text: texts.get(item) ?? '', right })),
  })));
};

describe('a blind sheet', () => {
  it('is restored by its key, made again by its seed, and shows each rewrite of a source once', () => {
    fc.assert(fc.property(anySets, fc.integer(), (sets, seed) => {
      const key = blindKey(sets, seed);
      expect(restored(key)).toEqual(sets);
      expect(blindKey(sets, seed)).toEqual(key);
      const shown = key.items.filter(({ control }) => !control).map(({ source, text }) => JSON.stringify([source, text]));
      expect(new Set(shown).size).toBe(shown.length);
      expect(key.items.map(({ id }) => Number(id))).toEqual(key.items.map((_, at) => at + 1));
    }), { numRuns: 50 });
  });

  it('shows nothing of systems, ranks and controls', () => {
    const names = { today: 'zzz', parabank34: 'qqq' } as const;
    fc.assert(fc.property(anySets, fc.integer(), (sets, seed) => {
      const renamed = sets.map((one) => ({
        ...one, system: names[one.system as keyof typeof names], rewrites: one.rewrites.map(({ text }) => ({ text, right: 0.5 })),
      }));
      const table = blindTable(blindKey(sets, seed));
      expect(blindTable(blindKey(renamed, seed))).toBe(table);
      const [head, ...lines] = table.split('\n').slice(0, -1);
      expect(head).toBe('item\tsource\trewrite\tfluency\tadequacy');
      for (const line of lines) expect(line).toMatch(/^\d+\tSource \d+\.\t(?:Source \d+|[a-z]+ of \d+)\.\t\t$/u);
    }), { numRuns: 50 });
  });

  it('has the first rewrite of a set in any place, and sources in any order', () => {
    const sets = Array.from({ length: 4 }, (_, source) => set('today', source, ['alpha', 'beta', 'gamma']));
    const firsts = new Set<string>();
    const sources = new Set<number>();
    for (let seed = 0; seed < 60; seed += 1) {
      const { items } = blindKey(sets, seed);
      const [first] = items.filter(({ control }) => !control);
      firsts.add(first?.text.split(' ')[0] ?? '');
      sources.add(first?.source ?? -1);
    }
    expect([firsts.size, sources.size]).toEqual([3, 4]);
  });

  it('has a copy and a foreign rewrite among the items of one source in ten', () => {
    const sets = Array.from({ length: 30 }, (_, source) => set('today', source, ['alpha', 'beta']));
    const { items, sources } = blindKey(sets, 3);
    const copies = items.filter(({ control }) => control === 'copy');
    const others = items.filter(({ control }) => control === 'other');
    expect([copies.length, others.length, items.length]).toEqual([3, 3, 66]);
    for (const { source, text } of copies) expect(text).toBe(sources[source]?.text);
    for (const { source, text } of others) expect(text).not.toContain(`of ${source}.`);
  });

  it('has no control that is also a rewrite, and none where there is nothing to take it from', () => {
    const copied = blindKey([{ system: 'today', source: 'Same.', rewrites: [{ text: 'Same.' }] }], 0);
    expect(copied.items).toEqual([{ id: '1', source: 0, text: 'Same.' }]);
    expect(copied.sources[0]?.sets[0]?.rewrites).toEqual([{ item: '1', right: undefined }]);
  });
});
