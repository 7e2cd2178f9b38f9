import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadIdf, loadInflector } from '../../../src/cli/lexical.ts';
import { loadMeaning } from '../../../src/cli/meaning.ts';
import { observe } from '../../../src/core/quality/assess.ts';
import { wordKnowledge } from '../../../src/core/text/knowledge.ts';

const words = wordKnowledge(await loadInflector(), await loadIdf());
const meaning = await loadMeaning();
const pairsOf = (name: string): string[][] =>
  readFileSync(new URL(`../../golden/${name}.tsv`, import.meta.url), 'utf8').split('\n').filter(Boolean).map((line) => line.split('\t'));
const brokenKinds = (source: string, rewrite: string): string[] => observe(source, rewrite, words).broken.map(({ kind }) => kind);
const CERTAIN = ['swap', 'comparison', 'negation', 'question', 'word', 'detail'];

describe('parties that changed places and words that became their opposites', () => {
  it.each(pairsOf('exchanged-pairs'))('leave less than 60 points of the meaning (%s: %s → %s)', (kind, source = '', rewrite = '') => {
    if (kind === 'swap') expect(brokenKinds(source, rewrite)).toContainEqual(expect.toBeOneOf(['swap', 'contrast']));
    expect(meaning.similarity(source, rewrite).meaning).toBeLessThan(60);
  });

  it('are found in no faithful pair', () => {
    const isTurned = (kind: string): boolean => CERTAIN.includes(kind);
    expect(pairsOf('faithful-pairs').filter(([, source = '', rewrite = '']) => brokenKinds(source, rewrite).some(isTurned))).toEqual([]);
  });

  it.each([
    ['The dog bit the man.', 'The man was bitten by the dog.'],
    ['Anna met Tom.', 'Tom met Anna.'],
    ['The lamp hangs above the table.', 'The table hangs below the lamp.'],
    ['He quickly ran home.', 'He ran home quickly.'],
    ['We had tea and cake.', 'We had cake and tea.'],
    ['The king of Spain wrote to the queen of Denmark.', 'The queen of Denmark was written to by the king of Spain.'],
    ['She is taller than Max.', 'Max is shorter than she is.'],
    ['The door was not open.', 'The door was closed.'],
  ])('are not what %s → %s is', (source, rewrite) => {
    expect(brokenKinds(source, rewrite).filter((kind) => CERTAIN.includes(kind))).toEqual([]);
  });
});

describe('what is added or lost for certain', () => {
  it.each([
    ['The shop closes at six on Friday.', 'Does the shop close at six on Friday?', 'question'],
    ['She wore her new sunglasses.', 'She wore her new glasses, ooh.', 'word'],
    ["They don't get needed rehab.", "They don't need rehab.", 'detail'],
    ['She read the translated letters.', 'She translated the letters.', 'detail'],
    ['We need a signed letter from you.', 'We want you to sign a letter.', 'detail'],
    ['The museum shows stolen paintings.', 'The museum stole paintings.', 'detail'],
  ])('is dropped: %s → %s', (source, rewrite, kind) => { expect(brokenKinds(source, rewrite)).toContain(kind); });

  it.each([
    ['Tell me your name.', 'What is your name?'],
    ['I wonder whether it rains.', 'Does it rain?'],
    ['It is late, I think.', "It's late, isn't it?"],
    ['Oh, it rains.', 'Ah, it rains.'],
    ['They need urgent help.', 'They urgently need help.'],
    ['He started collecting old jokes.', 'He began to collect old jokes.'],
    ['Can the deadline be pushed back?', 'Can we push back the deadline?'],
    ['Prices have fallen again.', 'Prices fell again.'],
  ])('is nothing in %s → %s', (source, rewrite) => { expect(brokenKinds(source, rewrite)).toEqual([]); });
});
