import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Rewrite } from '../../../src/protocol.ts';
import { compare } from '../../../src/state/rewrites/changes.ts';
import { isDoubtful } from '../../../src/state/rewrites/doubtful.ts';
import { type Verdict, verdictOf } from '../../../src/state/rewrites/verdict.ts';
import { wordTokens } from '../../../src/text/words.ts';

type Said = Pick<Rewrite, 'right' | 'findings' | 'doubted'>;
const source = 'She often takes the early train to work.';
const of = (rewrite: string, said: Said, from = source): Verdict => verdictOf(said, compare(from, rewrite));

describe('the word on a card', () => {
  test('same meaning, where the estimator is sure and nothing was seen', () => {
    expect(of('She frequently takes the early train to work.', { right: 0.9 })).toEqual({ word: 'same', reasons: [] });
    expect(of('She frequently takes the early train to work.', { right: 0.9, doubted: { kind: 'detail', gained: ['frequently'] } }))
      .toEqual({ word: 'same', reasons: [] });
  });

  test('check, with what was seen, however sure the estimator is', () => {
    const finding = { kind: 'quantifier', lost: ['often'], gained: ['sometimes'] } as const;
    expect(of('She sometimes takes the early train to work.', { right: 0.99, findings: [finding] })).toEqual({
      word: 'check', reasons: [finding],
    });
  });

  test('check, with the words that are doubted, where it is not sure', () => {
    const doubted = { kind: 'detail', gained: ['goes'] } as const;
    const rewrite = 'She often goes early by train to her job.';
    expect(of(rewrite, { right: 0.6, doubted }).reasons).toEqual([{ kind: 'detail', lost: ['takes the'], gained: ['goes'] }]);
    expect(of(rewrite, { right: 0.6 })).toEqual({ word: 'check', reasons: [{ kind: 'detail' }] });
  });

  test('where nothing is named, a few changes are', () => {
    expect(of('She usually takes the early tram to work.', { right: 0.6 }).reasons).toEqual([
      { kind: 'detail', lost: ['often'], gained: ['usually'] }, { kind: 'detail', lost: ['train'], gained: ['tram'] },
    ]);
  });

  test('the same words are named once, where they weigh most', () => {
    const findings = [{ kind: 'quantifier', lost: ['often'], gained: ['never'] }, { kind: 'detail', lost: ['often'] }] as const;
    expect(of('She almost never takes the early train to work.', { right: 0.2, findings }).reasons).toEqual(findings.slice(0, 1));
  });

  test('names stand there as they are written', () => {
    const finding = { kind: 'name', lost: ['anna'], gained: ['eva'] } as const;
    expect(of('Eva lives in Rome.', { right: 0.9, findings: [finding] }, 'Anna lives in Rome.').reasons).toEqual([
      { kind: 'name', lost: ['Anna'], gained: ['Eva'] },
    ]);
  });

  test('a single short change is named as it stands, and words are not named twice', () => {
    const doubted = { kind: 'detail', gained: ['tram'] } as const;
    expect(of('She often takes the early tram to work.', { right: 0.6, doubted }).reasons).toEqual([
      { kind: 'detail', lost: ['train'], gained: ['tram'] },
    ]);
  });

  test.each([
    ['left out', 'She often takes the train to work.', { kind: 'detail', lost: ['early'] }],
    ['put in', 'She often takes the early morning train to work.', { kind: 'detail', gained: ['morning'] }],
    ['exchanged', 'She often takes the early work to train.', { kind: 'swap', lost: ['train'], gained: ['work'] }],
  ] as const)('check, where words of content are %s, however sure the estimator is', (_, rewrite, reason) => {
    expect(of(rewrite, { right: 0.99 })).toEqual({ word: 'check', reasons: [reason] });
  });

  test.each([
    ['a word of grammar is left out', 'She often takes early train to work.'],
    ['a phrase has moved', 'To work she often takes the early train.'],
    ['another form stands elsewhere', 'The early train to work is often taken by her.'],
    ['the sentence is built otherwise', 'The early train is the one she often takes to get to her office.'],
    ['one word is left out and another is put in', 'Quite frequently she takes the early train to work.'],
  ])('nothing is made of it where %s', (_, rewrite) => {
    expect(of(rewrite, { right: 0.99 }).word).toBe('same');
  });

  test.each([
    ['The doctor called the patient.', 'The patient called the doctor.', 'doctor', 'patient'],
    ['My brother lent Anna a book.', 'Anna lent my brother a book.', 'My brother', 'Anna'],
    ['A flight from Rome to Paris.', 'A flight from Paris to Rome.', 'Rome', 'Paris'],
  ])('%s → %s', (from, rewrite, lost, gained) => {
    expect(of(rewrite, { right: 0.99 }, from)).toEqual({ word: 'check', reasons: [{ kind: 'swap', lost: [lost], gained: [gained] }] });
  });

  test('what is listed in another order is the same', () => {
    expect(of('Cats and dogs sleep.', { right: 0.99 }, 'Dogs and cats sleep.').word).toBe('same');
  });

  test('doubtful, where it is rather wrong than right or the list was filled up with it', () => {
    const finding = { kind: 'unlikely' } as const;
    for (const said of [{ right: 0.2 }, { right: 0.99, findings: [finding] }, { findings: [finding] }]) {
      expect(isDoubtful(said)).toBe(true);
      expect(of('She frequently takes the early train to work.', said).word).toBe('doubtful');
    }
    expect(isDoubtful({ right: 0.5 })).toBe(false);
    expect(of('She left.', { right: 0.2 })).toEqual({ word: 'doubtful', reasons: [] });
  });

  test('without an estimator it says what was seen, or nothing', () => {
    expect(of('She frequently takes the early train to work.', {})).toEqual({ word: undefined, reasons: [] });
    expect(of('She often took the early train to work.', { findings: [{ kind: 'tense' }] })).toEqual({
      word: 'check', reasons: [{ kind: 'tense' }],
    });
    expect(of('She often takes the train to work.', {}).word).toBe('check');
  });
});

describe('wrong rewrites, as the base model reads them (otherwise score --doubts)', () => {
  const lines = readFileSync(new URL('../../golden/planted.jsonl', import.meta.url), 'utf8').trim().split('\n');
  const planted = lines.map((line) => JSON.parse(line) as Said & { readonly source: string; readonly rewrite: string });

  test('are of every kind and enough', () => {
    expect(planted.length).toBeGreaterThanOrEqual(30);
  });

  test.each(planted)('$rewrite', ({ source: from, rewrite, ...said }) => {
    const { word, reasons } = of(rewrite, said, from);
    expect(['check', 'doubtful']).toContain(word);
    // What it names stands in one of the texts.
    const there = wordTokens(`${from} ${rewrite}`.toLowerCase()).map(({ text }) => text);
    const named = reasons.flatMap(({ lost = [], gained = [] }) => [...lost, ...gained]).join(' ').toLowerCase();
    for (const { text } of wordTokens(named)) expect(there).toContain(text);
    expect(reasons.length).toBeGreaterThan(0);
  });
});
