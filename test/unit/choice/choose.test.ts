import { describe, expect, it } from 'vitest';
import { chooseSet } from '../../../src/core/choice/choose.ts';
import { settingsOf } from '../../../src/core/options.ts';
import { methodOf } from '../../../src/core/pipeline/methods.ts';
import type { Candidate } from '../../../src/core/quality/candidate.ts';

const source = 'the old man went home';
const of = (text: string, right?: number, score = 1): Candidate<'scored'> => ({
  text, forward: score / 2, backward: score / 2, pieces: 5, broken: [], findings: [], ...(right !== undefined && { right }),
});
const texts = (chosen: readonly { readonly candidate: Candidate<'scored'> }[]): string[] => chosen.map(({ candidate }) => candidate.text);
const far = [
  'he returned to his house', 'home was reached by an elderly fellow', 'someone aged came back there', 'it was time for bed',
] as const;

describe('chooseSet', () => {
  const settings = settingsOf({ n: 5 }, 3);

  it('leaves out what is hardly right, however different', () => {
    const candidates = [of(far[0], 0.9), of(far[1], 0.6), of(far[2], 0.3), of(far[3], 0.15)];
    expect(new Set(texts(chooseSet(source, candidates, settings)))).toEqual(new Set(far.slice(0, 3)));
  });

  it('shows something where nothing is worth its cost', () => {
    expect(chooseSet(source, [of(far[0], 0.15), of(far[1], 0.1)], settings)).toHaveLength(2);
    expect(chooseSet(source, [], settings)).toEqual([]);
  });

  it('asks more of a place where an aim is asked for, and less by and by where nothing is worth so much', () => {
    const shorter = settingsOf({ n: 5, aim: 'shorter' }, 3);
    const [middling, unsure, unlikely] = [of(far[1], 0.45), of(far[2], 0.3), of(far[3], 0.15)];
    expect(texts(chooseSet(source, [of(far[0], 0.9), middling, unsure], shorter))).toEqual([far[0]]);
    expect(texts(chooseSet(source, [middling, unsure, unlikely], shorter))).toEqual([far[1]]);
    expect(texts(chooseSet(source, [unsure, unlikely], shorter))).toEqual([far[2]]);
    expect(texts(chooseSet(source, [unlikely], shorter))).toEqual([far[3]]);
    expect(chooseSet(source, [middling, unsure], settings)).toHaveLength(2);
  });

  it('lists from close to bold, or the likeliest first', () => {
    const candidates = [of(far[0], 0.7), of('the old man walked home', 0.8), of('the old fellow returned to his home', 0.9)];
    const closest = ['the old man walked home', 'the old fellow returned to his home', far[0]];
    expect(texts(chooseSet(source, candidates, settings))).toEqual(closest);
    expect(texts(chooseSet(source, candidates, settingsOf({ n: 5, order: 'right' }, 3)))[0]).toBe('the old fellow returned to his home');
  });

  it('lists the best first, and begins the set with it, where that is asked for', () => {
    const long = 'the old man went home with all of his things';
    const near = of('the old man went home with all his things', 0.95);
    const [best, bold] = [of('the old fellow went back with all he had', 0.8), of(far[1], 0.85)];
    const first = settingsOf({ n: 5, order: 'best' }, 3);
    expect(texts(chooseSet(long, [of(far[0], 0.7), near, best], first))).toEqual([best.text, near.text, far[0]]);
    for (const n of [1, 2, 3]) {
      const set = chooseSet(long, [near, best, bold, of(far[0], 0.7)], settingsOf({ n, order: 'best' }, 3));
      expect([n, texts(set)[0]]).toEqual([n, bold.text]);
    }
  });

  it('without estimator prefers lower scores, and gives clusters where a number of them is asked for', () => {
    const candidates = [of(far[0], undefined, 2), of(far[1], undefined, 1), of(far[2], undefined, 3)];
    expect(texts(chooseSet(source, candidates, settingsOf({ n: 1 }, 3)))).toEqual([far[1]]);
    const clustered = chooseSet(source, candidates, settingsOf({ clusters: 3 }, 3));
    expect(clustered.every(({ cluster }) => cluster !== undefined && cluster > 0)).toBe(true);
    expect(chooseSet(source, candidates, settings).every(({ cluster }) => cluster === undefined)).toBe(true);
  });

  it('keeps the order of a beam', () => {
    const candidates = [of(far[0], 0.1, 9), of(far[1], 0.9, 1)];
    const beam = settingsOf({ system: 1, n: 2 }, 3);
    expect(texts(methodOf(beam).choose(source, candidates, beam))).toEqual([far[0], far[1]]);
    expect(texts(methodOf(beam).list(source, candidates.map((candidate) => ({ candidate })), beam))).toEqual([far[0], far[1]]);
  });
});
