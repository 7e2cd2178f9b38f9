import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isCode } from '../../../src/core/text/code.ts';
import { otherLanguage, unknownLanguage } from '../../../src/core/text/language.ts';
import { wordKnowledge } from '../../../src/core/text/knowledge.ts';
import { idfTable, inflector } from './tables.ts';

const { common } = wordKnowledge(inflector, idfTable);
const of = (text: string): Promise<string | undefined> => otherLanguage(text, common);

describe('otherLanguage', () => {
  it.each([
    ['de', 'Der Ausschuss hat beschlossen, die Sitzung auf nächste Woche zu verschieben.'],
    ['de', 'Was machst du heute Abend?'],
    ['es', 'El comité decidió aplazar la reunión hasta la próxima semana.'],
    ['fr', 'Je ne sais pas quoi faire.'],
    ['it', 'Grazie per il vostro interesse.'],
    ['nl', 'Het weer was slecht op de tweede dag.'],
    ['pl', 'Nie wiem, co robić.'],
    ['cs', 'Výbor se rozhodl odložit schůzi na příští týden.'],
    ['ru', 'Комитет решил отложить заседание до следующей недели.'],
    ['zh', '委员会决定将会议推迟到下周。'],
    ['tr', 'Ne yapacağımı bilmiyorum.'],
  ])('names %s: %s', async (language, text) => {
    expect(await of(text)).toBe(language);
  });

  it.each([
    'The committee decided to postpone the meeting until next week.',
    'Tom gazed at Mary.',
    "She didn't come.",
    'It isn’t his, and it doesn’t matter.',
    'Angela Merkel and Emmanuel Macron met in Meseberg.',
    'The word Schadenfreude has no English counterpart.',
    'We had dinner at Café des Amis in Montréal.',
    'Schadenfreude',
    '12 %, 3.5 km',
    'The price is $5; the tax (19 %) is extra [1].',
    'Write to a_b@c.org or see https://example.org/x_y?z=1 for more of it.',
    '',
  ])('takes for English, or lets pass: %s', async (text) => {
    expect(await of(text)).toBeUndefined();
  });
});

describe('misspelt English', () => {
  it.each([
    'Ths sentense has meny speling mistaks in it tody.',
    'I recieved yuor mesage wiht grate plesure yestarday.',
    'Teh comittee decied to postpon the meating untill nxet weak.',
    'Pleas sned me the adress of yuor freind tommorow mornign.',
    'Thier is alot of wrok to be doen befor the confrence.',
  ])('is not called another language: %s', async (text) => {
    expect(await of(text)).toBeUndefined();
  });
});

const golden = (name: string): string[] =>
  readFileSync(new URL(`../../golden/${name}`, import.meta.url), 'utf8').split('\n').filter((line) => line !== '');
const rows = golden('other-languages.tsv').map((line) => line.split('\t') as [kind: string, text: string]);

describe('unknownLanguage', () => {
  it.each([
    'for (let i = 0; i < n; i += 1) total += values[i];',
    'const total = (values) => values.reduce((a, b) => a + b, 0);',
    '<ul class="list"><li>one</li></ul>',
    'SELECT * FROM users WHERE id = 7 AND name <> \'\' AND x >= 3;',
  ])('names code: %s', async (text) => {
    expect(await unknownLanguage(text, common)).toBe('zxx');
  });

  it('lets none of 100 lines in Czech, German, Spanish, Chinese, code and mixtures pass for English', async () => {
    expect(rows).toHaveLength(100);
    for (const [, text] of rows) expect([text, await unknownLanguage(text, common)]).not.toEqual([text, undefined]);
  });

  it.each(['cs', 'de', 'es', 'zh'])('names %s, but for a sentence in a neighbour’s words', async (language) => {
    const texts = rows.filter(([kind]) => kind === language).map(([, text]) => text);
    const named = await Promise.all(texts.map((text) => unknownLanguage(text, common)));
    expect(named.filter((one) => one !== language).length).toBeLessThanOrEqual(1);
  });

  it('says of code, and of nothing else, that it is no language', async () => {
    for (const [kind, text] of rows) expect([text, (await unknownLanguage(text, common)) === 'zxx']).toEqual([text, kind === 'code']);
  });

  it('takes no English sentence of several collections for anything else', async () => {
    const pairs = ['build', 'sampled', 'unseen'].flatMap((part) => golden(`slips-${part}.jsonl`));
    const texts = new Set(pairs.flatMap((line) => {
      const { source, rewrite } = JSON.parse(line) as { readonly source: string; readonly rewrite: string };
      return [source, rewrite];
    }));
    const refused = [];
    for (const text of texts) if ((await unknownLanguage(text, common)) !== undefined) refused.push(text);
    expect(texts.size).toBeGreaterThan(1000);
    expect(refused).toEqual([]);
  });
});

describe('isCode', () => {
  it.each([
    'Call foo() twice; then wait.', 'Is it him or her (or both)?', 'The file(s) can be deleted.', 'He said: "Yes"; she said: "No";',
    'They drove 3 - 4 hours -- or so he said.', 'The price is <5 dollars.', 'Let us go home.', 'Import the goods from China.',
    'Her iPhone and his MacBook were stolen.', 'From London, import duties rose.', 'Select a seat from the list.',
  ])('leaves prose alone: %s', (text) => { expect(isCode(text)).toBe(false); });
});
