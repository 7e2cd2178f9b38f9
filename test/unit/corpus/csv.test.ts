import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tabbed } from '../../../src/lab/corpus/csv.ts';

/** Gives everything that an iterable gives. */
async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

const read = async (text: string): Promise<string[][]> => {
  const lines = text.split('\n').map((line, number) => ({ number, text: line }));
  return (await all(tabbed(lines))).map((line) => line.text.split('\t'));
};

describe('a CSV as lines of cells', () => {
  it.each([
    ['commas inside quotes', 'id,text\n1,"Well, yes."', [['id', 'text'], ['1', 'Well, yes.']]],
    ['doubled quotes', '"She said ""no"".",2', [['She said "no".', '2']]],
    ['line breaks inside quotes', 'a,b\n"one\ntwo",3\nc,d', [['a', 'b'], ['one two', '3'], ['c', 'd']]],
    ['semicolons', 'id;text\n1;"Yes, of course; now."', [['id', 'text'], ['1', 'Yes, of course; now.']]],
    ['a quote inside a cell', 'a 5" pipe,x\nb,y', [['a 5" pipe', 'x'], ['b', 'y']]],
    ['what stands behind a quote', '"a"b,c', [['ab', 'c']]],
    ['empty cells', 'a,,""\n,b,', [['a', '', ''], ['', 'b', '']]],
    ['a quote that nothing closes', 'a,"b\nc,d', [['a', 'b c,d']]],
    ['tabs inside cells', 'a,b,c\n"x\ty",z,w', [['a', 'b', 'c'], ['x y', 'z', 'w']]],
  ])('with %s', async (_, text, rows) => {
    expect(await read(text)).toEqual(rows);
  });

  it('keeps the number of the first line of a record, and errors of lines', async () => {
    const error = new Error('no text') as never;
    const lines = [{ number: 0, text: 'a,"b' }, { number: 1, text: 'c"' }, { number: 2, text: '', error }, { number: 3, text: 'd' }];
    expect(await all(tabbed(lines))).toEqual([
      { number: 0, text: 'a\tb c' }, { number: 2, text: '', error }, { number: 3, text: 'd' },
    ]);
  });

  it('reads back whatever was written as RFC 4180 has it', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', 'B', ' ', ',', ';', '"', '\n', 'é', '.'), maxLength: 12 });
    const quoted = (text: string): string => (/[",;\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 6 }), async (rows) => {
        const text = ['x,y,z', ...rows.map((cells) => cells.map(quoted).join(','))].join('\n');
        const folded = rows.map((cells) => cells.map((one) => one.replace(/\s+/gu, ' ').trim()));
        expect(await read(text)).toEqual([['x', 'y', 'z'], ...folded]);
      }),
    );
  });
});
