import { describe, expect, it } from 'vitest';
import { amounts } from '../../../src/core/text/amounts.ts';

const of = (text: string): string[] => amounts(text).map((span) => span.text);

describe('amounts', () => {
  it.each([
    ['The invoice is for €1,240.50 in total.', ['€1,240.50']],
    ['It costs 1.240,50 € or US$ a lot.', ['1.240,50 €']],
    ['They raised $3.5 million in 2024.', ['$3.5 million', '2024']],
    ['About 12 % of 3,000 people came.', ['12 %', '3,000']],
    ['He drove 120 km/h for 2 hours.', ['120 km/h', '2 hours']],
    ['We meet at 10:30 a.m. on the 3rd.', ['10:30 a.m.', '3rd']],
    ['It was 20 °C on 2024-05-12.', ['20 °C', '2024-05-12']],
    ['A 5-year plan needs 5 yearly reports.', ['5-year', '5']],
    ['The B2 exam and a 4x4 car.', []],
    ['She left in May.', []],
    ['In the 1990s it was 5 in all.', ['1990s', '5']],
    ['Pay GBP 20 or 20 pounds.', ['GBP 20', '20 pounds']],
  ])('%s', (text, expected) => {
    expect(of(text)).toEqual(expected);
  });

  it('stand where they are said to stand', () => {
    const text = 'From €5 to 10 km.';
    for (const { text: found, start, end } of amounts(text)) expect(text.slice(start, end)).toBe(found);
  });
});
