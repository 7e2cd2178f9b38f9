import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkSpans, KeptSpans } from '../../../src/core/constraints/kept.ts';
import { readBrackets } from '../../../src/core/text/brackets.ts';
import { cleanText } from '../../../src/core/text/clean.ts';
import { cleanOffsets, inCodePoints, unitOffsets } from '../../../src/core/text/offsets.ts';

const span = (start: number, end: number, label?: string) => ({ start, end, ...(label !== undefined && { label }) });

describe('spans that are kept', () => {
  it('are looked for as stretches of whole words, those that touch or nest as one', () => {
    const text = 'Ada Lovelace paid 20kg to undo it.';
    const kept = new KeptSpans(text, [span(4, 12), span(0, 12), span(18, 20), span(20, 22), span(26, 28), span(12, 17)]);
    expect(kept.units.map(({ start, end }) => text.slice(start, end))).toEqual(['Ada Lovelace paid', '20kg', 'undo']);
    expect(kept.texts).toEqual(['Lovelace', 'Ada Lovelace', '20', 'kg', 'un', ' paid']);
  });

  it('stay together where they touch, and are apart where white space is between them', () => {
    const text = 'Meet me in the old town hall.';
    const unitsOf = (...spans: [number, number][]): string[] =>
      new KeptSpans(text, spans.map(([start, end]) => span(start, end))).units.map(({ start, end }) => text.slice(start, end));
    expect(unitsOf([11, 14], [14, 28])).toEqual(['the old town hall']);
    expect(unitsOf([11, 15], [15, 28])).toEqual(['the old town hall']);
    expect(unitsOf([11, 14], [15, 28])).toEqual(['the', 'old town hall']);
  });

  it('stand in a rewrite as they stand to each other in the sentence, letter for letter', () => {
    const kept = new KeptSpans('Ada Lovelace met Kim.', [span(17, 20, 'b'), span(4, 12), span(0, 12, 'a')]);
    expect(kept.placesIn('Kim was met by Ada Lovelace.', [span(15, 27), span(0, 3)])).toEqual([
      span(0, 3, 'b'), span(19, 27), span(15, 27, 'a'),
    ]);
    expect(kept.placesIn('kim was met by Ada Lovelace.', [span(15, 27), span(0, 3)])).toBeUndefined();
    expect(kept.placesIn('Kim was met.', [])).toBeUndefined();
  });

  it('may nest and touch; those that are empty, out of range or overlap are refused', () => {
    const check = (...spans: [number, number][]) => () => checkSpans(spans.map(([start, end]) => ({ start, end })), 20);
    expect(check([0, 20], [0, 5], [5, 9], [2, 4], [0, 5], [9, 20])).not.toThrow();
    for (const wrong of [check([0, 21]), check([3, 3]), check([4, 2]), check([0, 5], [4, 9]), check([0, 10], [2, 4], [9, 11])])
      expect(wrong).toThrow(expect.objectContaining({ code: 'bad-request' }) as Error);
  });

  it('overlap exactly when a slow look at every pair says so', () => {
    const pair = fc.tuple(fc.nat(12), fc.nat(12)).filter(([a, b]) => a < b);
    fc.assert(fc.property(fc.array(pair, { maxLength: 6 }), (pairs) => {
      const crosses = pairs.some(([a, b]) => pairs.some(([c, d]) => a < c && c < b && b < d));
      let isRefused = false;
      try {
        checkSpans(pairs.map(([start, end]) => ({ start, end })), 12);
      } catch {
        isRefused = true;
      }
      expect(isRefused).toBe(crosses);
    }));
  });
});

describe('offsets', () => {
  const texts = fc.string({ unit: fc.constantFrom('a', 'é', '🎉', ' ', '\u00ad', '\u200b', '\t', '\u0007', 'b') });

  it('lead from a text to its cleaned form: what lies between two of them is what stays of the stretch', () => {
    fc.assert(fc.property(texts, fc.nat(), fc.nat(), (text, x, y) => {
      const units = unitOffsets(text);
      const [from = 0, to = 0] = [units[x % units.length], units[y % units.length]].toSorted((a = 0, b = 0) => a - b);
      const [offsets, clean] = [cleanOffsets(text), cleanText(text)];
      expect(offsets).toHaveLength(text.length + 1);
      expect(clean.slice(offsets[from], offsets[to]).trim()).toBe(cleanText(text.slice(from, to)));
    }));
  });

  it('are counted in code points for people', () => {
    expect(inCodePoints('🎉 Ada 🎪', [span(3, 6, 'x'), span(0, 2), span(7, 9)])).toEqual([span(2, 5, 'x'), span(0, 1), span(6, 7)]);
  });
});

describe('brackets', () => {
  it('mark spans with or without a label, nested ones too, and are gone', () => {
    expect(readBrackets('[[Bank] of [England](GPE)]{ORG} and \\[x\\] \\\\ (y)')).toEqual({
      text: 'Bank of England and [x] \\ (y)', spans: [span(0, 15, 'ORG'), span(0, 4), span(8, 15, 'GPE')],
    });
    expect(readBrackets('plain')).toEqual({ text: 'plain', spans: [] });
  });

  it('mark spans that adjoin, begin or end together, or are of other scripts', () => {
    expect(readBrackets('[New](a)[York](b) [[[x]](1)](2)')).toEqual({
      text: 'NewYork x', spans: [span(0, 3, 'a'), span(3, 7, 'b'), span(8, 9, '2'), span(8, 9, '1'), span(8, 9)],
    });
    expect(readBrackets('🎪[Zoë 🎉]{ü}')).toEqual({ text: '🎪Zoë 🎉', spans: [span(2, 8, 'ü')] });
  });

  it.each(['[a', 'a]', '[a]]', '[[a]', '[]', '[ ] b', '[a](x)]', '[[a](x)', '][', '[a] b] [c', '[a [](x) b]'])('refuse %j', (text) => {
    expect(() => readBrackets(text)).toThrow(expect.objectContaining({ code: 'bad-request' }) as Error);
  });

  it('say which character has no partner', () => {
    expect(() => readBrackets('[Ada](x) met Kim] there')).toThrow('The bracket at character 17 has no partner');
  });
});
