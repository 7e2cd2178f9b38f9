import { describe, expect, it } from 'vitest';
import { serveAim } from '../../../src/core/choice/aims.ts';
import type { WordMeasures } from '../../../src/core/text/word-measures.ts';

describe('choosing under an aim', () => {
  it('reads the source and each rewrite once, though the cost both orders and decides', () => {
    const asked: string[] = [];
    const formality = (text: string): number => {
      asked.push(text);
      return text.length;
    };
    const measures: WordMeasures = { rarity: () => 0, formality, shifts: () => [] };
    const rewrites = ['We buy it.', 'It is what we purchase.', 'We purchase it.'].map((text) => ({ text }));
    const { rewrites: [first, ...others], left } = serveAim('formal', 'We get it all.', rewrites, { n: 3, measures });
    expect([first?.text, others.map(({ text }) => text), left]).toEqual(['It is what we purchase.', ['We purchase it.'], 1]);
    expect(asked).toEqual(['We get it all.', ...rewrites.map(({ text }) => text)]);
  });
});
