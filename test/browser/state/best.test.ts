import { describe, expect, test } from 'vitest';
import type { Rewrite } from '../../../src/core/protocol.ts';
import { bestFirst, bestOf, offersOf } from '../../../src/app/state/rewrites/best.ts';

const of = (text: string, distance: number, right?: number): Rewrite => ({
  text, forward: 0.5, backward: 0.5, score: 1, distance, ...(right !== undefined && { right }),
});
const texts = (rewrites: readonly Rewrite[]): string[] => rewrites.map(({ text }) => text);
const usual = { aim: 'any', approach: 'otherwise', bolder: false } as const;
const made = [of('near', 0.1, 0.95), of('bold', 0.6, 0.6), of('good', 0.3, 0.85), of('fair', 0.4, 0.7)];

describe('the best rewrite', () => {
  test('is the likeliest that really differs; it stands first, and the others from close to bold', () => {
    expect(bestOf(made, usual)).toBe('good');
    expect(texts(bestFirst(made, usual))).toEqual(['good', 'near', 'fair', 'bold']);
  });

  test('is the likeliest of all where none that really differs is surely right', () => {
    expect(bestOf([of('near', 0.1, 0.95), of('fair', 0.4, 0.7)], usual)).toBe('near');
  });

  test('is what the review offers first, then the next best by the estimate', () => {
    expect(texts(offersOf(made, usual))).toEqual(['good', 'near', 'fair', 'bold']);
    expect(texts(offersOf([...made, of('late', 0.2, 0.8)], usual))).toEqual(['good', 'near', 'late', 'fair', 'bold']);
  });

  test('is a bolder one where the user prefers that, on cards and in the review alike', () => {
    const bolder = { ...usual, bolder: true };
    expect(bestOf(made, bolder)).toBe('bold');
    expect(texts(offersOf(made, bolder))).toEqual(['bold', 'fair', 'good', 'near']);
    expect(texts(bestFirst(made, bolder))).toEqual(['bold', 'near', 'good', 'fair']);
  });

  test('leaves the order of an aim to the others', () => {
    expect(texts(bestFirst(made, { ...usual, aim: 'shorter' }))).toEqual(['good', 'near', 'bold', 'fair']);
  });

  test('is none where a paper orders them or nobody says how probably they are right', () => {
    const unknown = [of('bold', 0.6), of('near', 0.1)];
    expect(bestOf(unknown, usual)).toBeUndefined();
    expect(texts(bestFirst(unknown, usual))).toEqual(['bold', 'near']);
    expect(texts(bestFirst(made, { ...usual, approach: 'parabank2' }))).toEqual(texts(made));
  });
});
