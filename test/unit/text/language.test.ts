import { describe, expect, it } from 'vitest';
import { otherLanguage } from '../../../src/text/language.ts';
import { wordKnowledge } from '../../../src/text/knowledge.ts';
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
    ['zxx', 'for (let i = 0; i < n; i += 1) total += values[i];'],
    ['zxx', 'const total = (values) => values.reduce((a, b) => a + b, 0);'],
    ['zxx', '<ul class="list"><li>one</li></ul>'],
    ['zxx', 'SELECT * FROM users WHERE id = 7 AND name <> \'\' AND x >= 3;'],
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
