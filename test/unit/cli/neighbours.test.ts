import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { command as embed } from '../../../src/cli/commands/embed.ts';
import { command as similar } from '../../../src/cli/commands/similar.ts';
import { loadEmbeddings } from '../../../src/cli/meaning.ts';
import { Random } from '../../../src/core/decoding/random.ts';
import { VectorList } from '../../../src/lab/neighbours.ts';
import { errorCodes, runCommand } from './run-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'neighbours-'));
afterAll(() => rmSync(folder, { recursive: true }));
const fileOf = (name: string, lines: readonly (string | object)[]): string => {
  const path = join(folder, name);
  writeFileSync(path, lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''));
  return path;
};

const cats = 'The cat sat on the mat.';
const shares = 'Shares fell sharply on Friday.';

describe('embed', () => {
  it('prints the vector of each text, whose products are the cosines', async () => {
    const { code, lines } = await runCommand<{ vector: number[] }>(embed, [], [cats, { text: 'A cat was sitting on the mat.' }]);
    const [a = [], b = []] = lines.map(({ vector }) => vector);
    expect(code).toBe(0);
    const dot = a.reduce((sum, value, k) => sum + value * (b[k] ?? 0), 0);
    expect(dot).toBeCloseTo((await loadEmbeddings()).cosine(cats, 'A cat was sitting on the mat.'), 4);
  });

  it('writes a NumPy file with a row for each text that is one, whatever its length', async () => {
    const path = join(folder, 'vectors.npy');
    const run = await runCommand(embed, ['--npy', path], [cats, '  ', shares, { vector: [1] }]);
    expect([run.code, errorCodes(run)]).toEqual([1, [undefined, 'text-empty', undefined, 'missing-field']]);
    expect([run.lines[0], run.lines[2]]).toEqual([{ row: 0 }, { row: 1 }]);
    const bytes = readFileSync(path);
    expect(bytes.subarray(0, 8)).toEqual(Buffer.from([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0]));
    expect(10 + bytes.readUInt16LE(8)).toBe(128);
    const { vector } = (await loadEmbeddings()).embed(shares);
    expect(bytes.subarray(10, 128).toString()).toMatch(`{'descr': '<f4', 'fortran_order': False, 'shape': (2, ${vector.length}), }`);
    expect([...new Float32Array(bytes.buffer.slice(bytes.byteOffset + 128, bytes.byteOffset + bytes.length)).slice(
      vector.length)]).toEqual([...vector]);
    await runCommand(embed, ['--npy', path]);
    expect(readFileSync(path).length).toBe(128);
  });
});

describe('similar', () => {
  it('finds the nearest texts of another file, nearest first', async () => {
    const [one, other] = [fileOf('a', [cats, shares]), fileOf('b', ['Stocks dropped on Friday.',
      { text: 'A cat sat on the mat.' }, 'The CAT sat on the mat', ''])];
    const { code, lines, told } = await runCommand<{ a: string; b: string; cosine: number }>(similar, [one, other, '--top', '2']);
    expect([code, JSON.parse(told)]).toMatchObject([1, { line: 4, error: { code: 'text-empty' } }]);
    expect(lines.map(({ a, b }) => [a, b])).toEqual([
      [cats, 'The CAT sat on the mat'], [cats, 'A cat sat on the mat.'], [shares, 'Stocks dropped on Friday.'],
      [shares, expect.any(String) as string],
    ]);
    expect(lines[0]?.cosine).toBeGreaterThan(lines[1]?.cosine ?? 1);
    const without = await runCommand<{ b: string }>(similar, [one, other, '--no-same']);
    expect(without.lines[0]?.b).toBe('A cat sat on the mat.');
  });

  it('takes vectors of one\'s own, and answers one of another size by an error of its line', async () => {
    const [one, other] = [
      fileOf('c', [{ vector: [1, 0] }, { vector: [1, 2, 3] }, { vector: [] }, { vector: ['x'] }, {}, 'a text']),
      fileOf('d', [{ text: 'x', vector: [0, 2] }, { vector: [3, 0.1] }, { vector: [1] }]),
    ];
    const { code, lines, told } = await runCommand(similar, [one, other]);
    expect([code, lines]).toEqual([1, [{ a: '1', b: '2', cosine: 0.9994 }]]);
    const errors = told.trim().split('\n').map((line) => JSON.parse(line) as { line: number; error: { code: string } });
    expect(errors.map(({ line, error }) => [line, error.code])).toEqual([
      [3, 'bad-request'], [2, 'bad-request'], [3, 'bad-request'], [4, 'bad-request'], [5, 'missing-field'], [6, 'bad-request'],
    ]);
  });

  it('answers a vector of zeros by an error of its line, and takes numbers of any size', async () => {
    const [one, other] = [
      fileOf('g', [{ vector: [0, 0] }, { vector: [1e200, 0] }, { vector: [0, 1e-200] }]),
      fileOf('h', [{ vector: [0, 0] }, { vector: [3, 0] }, { vector: [0, 1e-300] }]),
    ];
    const { code, lines, told } = await runCommand(similar, [one, other]);
    expect([code, lines]).toEqual([1, [{ a: '2', b: '2', cosine: 1 }, { a: '3', b: '3', cosine: 1 }]]);
    const errors = told.trim().split('\n').map((line) => JSON.parse(line) as { file: string; line: number; error: { message: string } });
    expect(errors.map(({ file, line }) => [file, line])).toEqual([[other, 1], [one, 1]]);
    expect(errors[0]?.error.message).toBe('The vector is all zeros: it has no direction.');
  });

  it('names the file that holds nothing to compare, empty or of wrong lines alone', async () => {
    const [some, empty, wrong] = [fileOf('i', [cats]), fileOf('j', []), fileOf('k', [{ vector: [] }, '{'])];
    for (const [args, file] of [
      [[some, empty], empty], [[empty, some], empty], [[some, wrong], wrong], [[wrong, some], wrong], [[empty, '--pairs'], empty],
    ] as const) {
      await expect(runCommand(similar, args)).rejects.toMatchObject(
        { code: 'bad-request', message: expect.stringContaining(`${file} has no line`) as string });
    }
  });

  it('labels pairs, and gives each sentence what is nearest to it and says something else', async () => {
    const rows = [
      `${cats}\tA cat was on the mat.`, `${cats}\tOn the mat sat a cat.`, 'The cat sat on the hat.\tA hat had a cat on it.',
      { source: shares, rewrites: [{ text: 'Stocks dropped on Friday.' }, { text: 'On Friday, shares fell.' }] }, 'no pair',
    ];
    const { code, lines } = await runCommand<{ a: string; b: string; label: number }>(similar, [fileOf('e', rows), '--pairs']);
    expect(code).toBe(1);
    expect(lines.filter(({ label }) => label === 1)).toHaveLength(5);
    const negatives = lines.filter(({ label }) => label === 0);
    expect(negatives.map(({ a, b }) => [a, b])).toEqual([
      [cats, 'The cat sat on the hat.'], ['The cat sat on the hat.', cats], [shares, expect.any(String) as string],
    ]);
    expect(['Stocks dropped on Friday.', 'On Friday, shares fell.', shares]).not.toContain(negatives[2]?.b);
  });

  it('needs two files, or one of pairs', async () => {
    const path = fileOf('f', [cats]);
    for (const args of [[path], [path, path, '--pairs'], [], [path, path, '--top', '0']])
      await expect(runCommand(similar, args)).rejects.toMatchObject({ code: 'bad-flag' });
    await expect(runCommand(similar, [path, join(folder, 'none')])).rejects.toMatchObject({ code: 'file-unreadable' });
  });
});

describe('a list of vectors', () => {
  it('gives the neighbours that sorting all of them gives', () => {
    const random = new Random(1);
    const vector = (): number[] => Array.from({ length: 5 }, () => random.uniform() - 0.5);
    const list = new VectorList(5, 1);
    const all = Array.from({ length: 300 }, vector);
    for (const one of all) list.add(one);
    const query = vector();
    const cosine = (a: readonly number[], b: readonly number[]): number =>
      a.reduce((sum, x, k) => sum + x * (b[k] ?? 0), 0) / Math.hypot(...a) / Math.hypot(...b);
    const sorted = all.map((one, at) => ({ at, cosine: cosine(query, one) })).toSorted((a, b) => b.cosine - a.cosine);
    expect(list.nearest(query, 7).map(({ at }) => at)).toEqual(sorted.slice(0, 7).map(({ at }) => at));
    expect(list.nearest(query, 3, (at) => at % 2 === 0).map(({ at }) => at)).toEqual(
      sorted.filter(({ at }) => at % 2 === 0).slice(0, 3).map(({ at }) => at),
    );
    expect(() => list.add([1])).toThrow(RangeError);
  });
});
