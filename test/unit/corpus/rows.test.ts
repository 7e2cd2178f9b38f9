import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type InputLine, linesOf } from '../../../src/lab/corpus/lines.ts';
import { columnNames, kindOf, readRows, type RowFormat } from '../../../src/lab/corpus/rows.ts';

async function* chunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.subarray(at, at + size));
}

async function collected<T>(some: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const one of some) all.push(one);
  return all;
}

async function lines(bytes: Uint8Array, size: number, most?: number): Promise<InputLine[]> {
  return collected(linesOf(chunks(bytes, size), most));
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Gives each row's fields, or its line with the code of its error. */
async function rows(text: string, format: RowFormat): Promise<unknown[]> {
  const read = await collected(readRows(await lines(bytesOf(text), 7), format));
  return read.map((one) => ('error' in one ? [one.line, one.error.code] : one.fields));
}

describe('linesOf', () => {
  it('cuts at line feeds alone, however the bytes come', async () => {
    await fc.assert(fc.asyncProperty(
      fc.array(fc.string({ unit: 'grapheme' }).map((text) => text.replace(/[\r\n]/gu, ''))), fc.integer({ min: 1, max: 9 }), fc.boolean(),
      async (texts, size, windows) => {
        const given = texts.map((text) => text.replace(/^\ufeff/u, ''));
        const read = await lines(bytesOf(given.map((text) => text + (windows ? '\r\n' : '\n')).join('')), size);
        expect(read.map(({ text }) => text)).toEqual(given);
        expect(read.map(({ number }) => number)).toEqual(given.map((_, at) => at));
      },
    ));
    expect((await lines(bytesOf('a\u2028b\rc\n\nd'), 2)).map(({ text }) => text)).toEqual(['a\u2028b\rc', '', 'd']);
  });

  it('names bytes that are no UTF-8 on their line and reads on', async () => {
    const bytes = Uint8Array.from([0x61, 0x0a, 0x62, 0xff, 0x0a, 0xc3, 0xa9]);
    expect((await lines(bytes, 3)).map(({ text, error }) => error?.code ?? text)).toEqual(['a', 'bad-utf8', 'é']);
  });

  it('reads UTF-16 of either order, however it is cut, and UTF-8 with its mark', async () => {
    const text = 'I don’t think so.\nWe left – at “noon” 🙂\n';
    const little = Uint8Array.from(Buffer.from(`\ufeff${text}`, 'utf16le'));
    const big = Uint8Array.from(Buffer.from(little).swap16());
    for (const bytes of [little, big, bytesOf(`\ufeff${text}`)])
      for (const size of [1, 2, 3, 1000]) expect((await lines(bytes, size)).map((line) => line.text)).toEqual(text.trim().split('\n'));
  });

  it('says how to save a file in Windows-1252', async () => {
    const [read] = await lines(Uint8Array.from(Buffer.from('I don\x92t think so.\n', 'latin1')), 5);
    expect(read?.error?.message).toMatch(/Save the file anew with the encoding UTF-8/u);
  });

  it('leaves out a line of 5 MB, holding no more of it than the limit', async () => {
    const long = new Uint8Array(5_000_000).fill(0x78);
    let fed = 0;
    async function* feed(): AsyncGenerator<Uint8Array> {
      yield bytesOf('first\n');
      for await (const part of chunks(long, 65_536)) {
        fed += part.length;
        yield part;
      }
      yield bytesOf('\r\nlast\n');
    }
    const read = await collected(linesOf(feed(), 1_000_000));
    expect(fed).toBe(5_000_000);
    expect(read.map(({ number, text, error }) => [number, error?.code ?? text])).toEqual([[0, 'first'], [1, 'text-too-long'], [2, 'last']]);
    expect(read[1]?.error?.message).toContain('5000001 bytes; 1000000 are the most');
    expect((await lines(bytesOf('12345\r\n123456\n'), 3, 5)).map(({ error }) => error?.code)).toEqual([undefined, 'text-too-long']);
  });
});

describe('readRows', () => {
  it('takes the lines of a text as they are', async () => {
    expect(await rows('One.\ttwo\n\nThree.', { kind: 'txt', header: false, columns: { text: 1 } })).toEqual(
      [{ text: 'One.\ttwo' }, { text: '' }, { text: 'Three.' }]);
  });

  it('takes columns of a TSV by name or number, and says which lines lack them', async () => {
    const text = 'id\ttext\nA\tOne.\nB\nC\tThree.\tmore\nD\tFour.\n';
    expect(await rows(text, { kind: 'tsv', header: true, columns: { text: 'text', id: 1 } })).toEqual(
      [{ text: 'One.', id: 'A' }, [3, 'bad-request'], [4, 'bad-request'], { text: 'Four.', id: 'D' }]);
    expect(await rows(text, { kind: 'tsv', header: false, columns: { text: 2 } })).toEqual(
      [{ text: 'text' }, { text: 'One.' }, [3, 'missing-field'], { text: 'Three.' }, { text: 'Four.' }]);
    for (const columns of [{ text: 'sentence' }, { text: 3 }])
      await expect(rows(text, { kind: 'tsv', header: true, columns })).rejects.toMatchObject({ code: 'bad-request' });
    await expect(rows('a\ta\n', { kind: 'tsv', header: true, columns: { text: 'a' } })).rejects.toMatchObject({ code: 'bad-request' });
  });

  it('takes fields of JSON lines, and says which lines have none', async () => {
    const text = [
      '{"text": "One.", "n": 1}', '{"text": "Two.", "n"', '["Three."]', '{"n": 4}', '{"text": {}, "n": 5}', '{"text": "Six.", "n": 6}',
    ];
    expect(await rows(text.join('\n'), { kind: 'jsonl', header: false, columns: { text: 'text', id: 'n' } })).toEqual(
      [{ text: 'One.', id: '1' }, [2, 'bad-json'], [3, 'bad-json'], [4, 'missing-field'], [5, 'bad-request'], { text: 'Six.', id: '6' }]);
    expect(await rows('{"a": 1}', { kind: 'jsonl', header: false, columns: { text: 'toString' } })).toEqual([[1, 'missing-field']]);
  });
});

describe('a file whose format is to be found out', () => {
  it('is what its ending says, else what its first line looks like', () => {
    expect([kindOf('a.TSV', ''), kindOf('b.jsonl', 'x'), kindOf('c.ndjson', ''), kindOf('d.txt', '{"a": 1}\t')]).toEqual(
      ['tsv', 'jsonl', 'jsonl', 'txt']);
    expect([kindOf('', ' {"a": 1}'), kindOf('', 'a\tb'), kindOf('corpus', 'A sentence.')]).toEqual(['jsonl', 'tsv', 'txt']);
  });

  it('names its columns', () => {
    expect(columnNames('a\tb ', 'tsv', true)).toEqual(['a', 'b']);
    expect(columnNames('a\tb', 'tsv', false)).toEqual([1, 2]);
    expect(columnNames('{"text": "a", "id": 3}', 'jsonl', false)).toEqual(['text', 'id']);
    expect(columnNames('a\tb', 'txt', false)).toEqual([1]);
  });
});
