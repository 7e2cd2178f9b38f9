import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Rewrite } from '../../../src/core/protocol.ts';
import { compare } from '../../../src/app/state/rewrites/changes.ts';
import { isDoubtful } from '../../../src/app/state/rewrites/doubtful.ts';
import { type Verdict, verdictOf } from '../../../src/app/state/rewrites/verdict.ts';
import { wordTokens } from '../../../src/core/text/words.ts';

type Said = Pick<Rewrite, 'right' | 'findings' | 'doubted'>;
const source = 'She often takes the early train to work.';
const of = (rewrite: string, said: Said, from = source): Verdict => verdictOf(said, compare(from, rewrite));

describe('the word on a card', () => {
  test('is that the meaning is the same, where the estimator is sure and hardly a word of content is another', () => {
    for (const doubted of [undefined, { kind: 'detail', gained: ['frequently'] } as const])
      expect(of('She frequently takes the early train to work.', { right: 0.85, ...(doubted && { doubted }) }))
        .toEqual({ word: 'same', reasons: [] });
    expect(of('She frequently takes the first train to work.', { right: 0.85 }).word).toBe('probable');
    expect(of('She frequently takes the first train to work.', { right: 0.9 }).word).toBe('same');
  });

  test('is quiet between that and what is to be checked, with nothing to read', () => {
    for (const right of [0.5, 0.6, 0.8])
      expect(of('She frequently takes the early train to work.', { right })).toEqual({ word: 'probable', reasons: [] });
  });

  test('is to check what was seen, however sure the estimator is', () => {
    const finding = { kind: 'quantifier', lost: ['often'], gained: ['sometimes'] } as const;
    expect(of('She sometimes takes the early train to work.', { right: 0.99, findings: [finding] })).toEqual({
      word: 'check', reasons: [finding],
    });
  });

  test('is to check the whole phrases with doubted words, where it is rather wrong', () => {
    const doubted = { kind: 'detail', gained: ['quick'] } as const;
    const reply = of('Thank you for your quick response.', { right: 0.45, doubted }, 'Thank you for getting back to me so quickly.');
    expect(reply).toEqual({ word: 'check', reasons: [{ kind: 'detail', lost: ['getting back to me so quickly'],
      gained: ['your quick response'] }] });
    expect(of('She usually takes the early tram to work.', { right: 0.45 }).reasons).toEqual([
      { kind: 'detail', lost: ['often'], gained: ['usually'] }, { kind: 'detail', lost: ['train'], gained: ['tram'] },
    ]);
  });

  test('names no word of a changed phrase without the others', () => {
    const finding = { kind: 'quantifier', lost: ['hardly'] } as const;
    const { reasons } = of('I was unable to see the car.', { right: 0.9, findings: [finding] }, 'I could hardly see the car.');
    expect(reasons).toEqual([{ kind: 'quantifier', lost: ['could hardly'], gained: ['was unable to'] }]);
  });

  test('names just the word that took the place of an avoided one, whatever was put around it', () => {
    const finding = { kind: 'replacement', lost: ['workshop'], gained: ['session'] } as const;
    const { reasons } = of(
      'The organisers added a second date because the session was so popular.', { right: 0.4, findings: [finding] },
      'The workshop was so popular that the organisers added a second date.',
    );
    expect(reasons[0]).toEqual(finding);
  });

  test('names the same words once, where they weigh most, and two reasons at most', () => {
    const findings = [{ kind: 'quantifier', lost: ['often'], gained: ['never'] }, { kind: 'detail', lost: ['often'] }] as const;
    const { reasons } = of('She never takes the early train to work.', { right: 0.2, findings });
    expect(reasons).toEqual([{ kind: 'quantifier', lost: ['often'], gained: ['never'] }]);
    expect(of('He seldom rides a late bus from home.', { right: 0.4 }).reasons.length).toBeLessThanOrEqual(2);
  });

  test('has names as they are written', () => {
    const finding = { kind: 'name', lost: ['anna'], gained: ['eva'] } as const;
    expect(of('Eva lives in Rome.', { right: 0.9, findings: [finding] }, 'Anna lives in Rome.').reasons).toEqual([
      { kind: 'name', lost: ['Anna'], gained: ['Eva'] },
    ]);
  });

  test.each([
    ['left out', 'She often takes the train to work.', { kind: 'detail', lost: ['early'] }],
    ['put in', 'She often takes the early morning train to work.', { kind: 'detail', gained: ['morning'] }],
  ] as const)('never says the same where words of content are %s, and names them where it is rather wrong', (_, rewrite, reason) => {
    expect(of(rewrite, { right: 0.99 })).toEqual({ word: 'probable', reasons: [] });
    expect(of(rewrite, { right: 0.45 })).toEqual({ word: 'check', reasons: [reason] });
  });

  test.each([
    ['a word of grammar is left out', 'She often takes early train to work.'],
    ['a phrase has moved', 'To work she often takes the early train.'],
    ['another form stands elsewhere', 'The early train to work is often taken by her.'],
    ['the sentence is built otherwise', 'The early train is the one she often takes to get to her office.'],
    ['one word is left out and another is put in', 'Quite frequently she takes the early train to work.'],
  ])('may be the same where %s', (_, rewrite) => {
    expect(of(rewrite, { right: 0.99 }).word).toBe('same');
  });

  test.each([
    [source, 'She often takes the early work to train.', 'train', 'work'],
    ['The doctor called the patient.', 'The patient called the doctor.', 'doctor', 'patient'],
    ['My brother lent Anna a book.', 'Anna lent my brother a book.', 'My brother', 'Anna'],
    ['A flight from Rome to Paris.', 'A flight from Paris to Rome.', 'Rome', 'Paris'],
  ])('is to check exchanged phrases: %s → %s', (from, rewrite, lost, gained) => {
    expect(of(rewrite, { right: 0.99 }, from)).toEqual({ word: 'check', reasons: [{ kind: 'swap', lost: [lost], gained: [gained] }] });
  });

  test('is the same where a list is in another order', () => {
    expect(of('Cats and dogs sleep.', { right: 0.99 }, 'Dogs and cats sleep.').word).toBe('same');
  });

  test('is doubtful where it is rather wrong than right or the list was filled up with it', () => {
    const finding = { kind: 'unlikely' } as const;
    for (const said of [{ right: 0.2 }, { right: 0.99, findings: [finding] }, { findings: [finding] }]) {
      expect(isDoubtful(said)).toBe(true);
      expect(of('She frequently takes the early train to work.', said).word).toBe('doubtful');
    }
    expect(isDoubtful({ right: 0.5 })).toBe(false);
  });

  test('is what was seen, or nothing, without an estimator', () => {
    expect(of('She frequently takes the early train to work.', {})).toEqual({ word: undefined, reasons: [] });
    expect(of('She often took the early train to work.', { findings: [{ kind: 'tense' }] })).toEqual({
      word: 'check', reasons: [{ kind: 'tense' }],
    });
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
    expect(['probable', 'check', 'doubtful']).toContain(word);
    // What it names stands in one of the texts.
    const there = wordTokens(`${from} ${rewrite}`.toLowerCase()).map(({ text }) => text);
    const named = reasons.flatMap(({ lost = [], gained = [] }) => [...lost, ...gained]).join(' ').toLowerCase();
    for (const { text } of wordTokens(named)) expect(there).toContain(text);
    expect(reasons.length > 0).toBe(word !== 'probable');
  });
});
