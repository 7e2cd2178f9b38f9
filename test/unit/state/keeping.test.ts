import { describe, expect, it } from 'vitest';
import { keeping } from '../../../src/app/state/review/keeping.ts';
import type { Offer } from '../../../src/app/state/review/review.ts';
import type { Rewrite } from '../../../src/core/protocol.ts';

const rewrite = (text: string, right = 0.95): Rewrite => ({ text, right, forward: 0.2, backward: 0.2, score: 0.4, distance: 0.3 });

/** A sentence of a text with its rewrites, the best first. */
function offer(index: number, before: string, offers: readonly Rewrite[], more: Partial<Offer> = {}): Offer {
  return { index, before, after: before, paragraph: false, standing: offers.length > 0 ? 'offered' : 'same', offers, ...more };
}

const rain = 'It rained a lot in the spring.';
const rains = [rewrite('It rained much in the spring.'), rewrite('In the spring it rained a lot.', 0.93)];
const snow = offer(0, 'It snowed in the winter.', []);

describe('keeping', () => {
  it('takes what is offered first, where it keeps the meaning, else the next that does', () => {
    expect([...keeping([offer(4, rain, rains)])]).toEqual([[4, 'It rained much in the spring.']]);
    expect([...keeping([offer(4, rain, [rewrite('Spring was wet.', 0.6), ...rains])])]).toEqual([[4, 'It rained much in the spring.']]);
    expect([...keeping([offer(4, rain, [rewrite('Spring was wet.', 0.6)])])]).toEqual([]);
  });

  it('takes another of like estimate, where two neighbours would begin alike', () => {
    expect([...keeping([snow, offer(1, rain, rains)])]).toEqual([[1, 'In the spring it rained a lot.']]);
    const worse = [rewrite('It rained much in the spring.', 0.99), rewrite('In the spring it rained a lot.', 0.88)];
    expect([...keeping([snow, offer(1, rain, worse)])]).toEqual([[1, 'It rained much in the spring.']]);
  });

  it('changes the sentence before, where the second has no other', () => {
    const [first] = rains;
    const next = offer(1, 'It froze often.', [rewrite('It froze frequently.')]);
    expect([...keeping([offer(0, rain, rains), next])]).toEqual([[0, 'In the spring it rained a lot.'], [1, 'It froze frequently.']]);
    expect([...keeping([offer(0, rain, first ? [first] : []), next])]).toEqual([[0, first?.text], [1, 'It froze frequently.']]);
  });

  it('leaves what the user turned to, and changes the neighbour instead', () => {
    const next = offer(1, 'It froze often.', [rewrite('It froze frequently.'), rewrite('Frost came often.')], { turned: true });
    expect([...keeping([offer(0, rain, rains), next])]).toEqual([[0, 'In the spring it rained a lot.'], [1, 'It froze frequently.']]);
    expect([...keeping([snow, offer(1, rain, rains, { turned: true })])]).toEqual([[1, 'It rained much in the spring.']]);
  });

  it('lets sentences of two paragraphs begin alike, and two that share an article alone', () => {
    expect([...keeping([snow, offer(1, rain, rains, { paragraph: true })])]).toEqual([[1, 'It rained much in the spring.']]);
    const river = [rewrite('The river was high.'), rewrite('High was the river.')];
    const lake = offer(0, 'The lake froze.', []);
    expect([...keeping([lake, offer(1, 'The stream was high.', river)])]).toEqual([[1, 'The river was high.']]);
  });

  it('means the sentences that were asked for, and looks at their neighbours', () => {
    const rows = [offer(0, 'It froze often.', [rewrite('It froze frequently.')]), offer(1, rain, rains)];
    expect([...keeping(rows, new Set([rain]))]).toEqual([[1, 'In the spring it rained a lot.']]);
  });
});
