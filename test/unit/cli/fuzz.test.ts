import { PassThrough, Readable } from 'node:stream';
import process from 'node:process';
import { expect, test } from 'vitest';
import { command } from '../../../src/cli/commands/paraphrase.ts';
import { fuzzTexts } from '../../oracle/random-texts.ts';

interface Answer {
  readonly text?: string;
  readonly rewrites?: readonly { readonly text: string }[];
  readonly error?: { readonly code: string; readonly message: string };
}

/** The errors that such lines may get; anything else (`runtime` above all) would be a fault of ours. */
const refusals = ['text-empty', 'text-too-long', 'nothing-to-rewrite', 'bad-utf8', 'bad-json', 'bad-request', 'missing-field'];

/** Lines that are none: bytes that are no UTF-8, and JSON that is no request. */
const broken: readonly Buffer[] = [
  Buffer.from([0xff, 0xfe, 0x00]),
  Buffer.from([0xc3, 0x28]),
  Buffer.from([0xed, 0xa0, 0x80]),
  Buffer.from('{"text": 5}'),
  Buffer.from('{"text":'),
  Buffer.from('{}'),
];

/** The test takes some of the texts, or all 500 with `FUZZ=500`. */
test('each line of random texts and broken bytes gets an answer or an error of the list, in order', async () => {
  const texts = fuzzTexts(process.env['FUZZ']);
  const plain = texts.filter((text, i) => i % 5 === 0 && !/[\n\r]/u.test(text) && text.isWellFormed() && !text.trimStart().startsWith('{'));
  const lines = [...texts.map((text) => Buffer.from(JSON.stringify({ text }))), ...plain.map((text) => Buffer.from(text)), ...broken];
  const stdout = new PassThrough();
  const chunks: Buffer[] = [];
  stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  const code = await command.run({
    args: ['--model', 'tiny', '--foreign', '--lines', '--sets', '1', '--samples', '1', '--rounds', '1', '--scored', '1', '--threads', '1'],
    stdin: Readable.from(lines.flatMap((line) => [line, Buffer.from('\n')])),
    stdout,
    stderr: new PassThrough(),
    signal: new AbortController().signal,
  });
  expect(code).toBe(1);
  const answers = Buffer.concat(chunks).toString().trimEnd().split('\n').map((line) => JSON.parse(line) as Answer);
  expect(answers.length).toBe(lines.length);
  for (const [i, { text, rewrites, error }] of answers.entries()) {
    if (error !== undefined) expect(refusals, `${lines[i]?.toString().slice(0, 300)}: ${error.message}`).toContain(error.code);
    else {
      expect(text).toBe(i < texts.length ? texts[i] : plain[i - texts.length]);
      expect(Array.isArray(rewrites)).toBe(true);
    }
  }
  expect(answers.slice(-broken.length).map(({ error }) => error?.code)).toEqual([
    'bad-utf8',
    'bad-utf8',
    'bad-utf8',
    'bad-request',
    'bad-json',
    'missing-field',
  ]);
  expect(answers.filter(({ error }) => error === undefined).length).toBeGreaterThan(texts.length / 3);
}, 900_000);
