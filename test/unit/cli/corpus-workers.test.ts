import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { command as corpus } from '../../../src/cli/commands/corpus.ts';
import { openMakers } from '../../../src/cli/corpus-makers.ts';
import type { RowMaker } from '../../../src/cli/corpus-maker.ts';
import type { SourceRow } from '../../../src/cli/corpus-row.ts';
import { RowWorkers } from '../../../src/cli/corpus-workers.ts';
import type { CorpusEntry } from '../../../src/lab/corpus/entry.ts';
import { overUsual, type Run, runCommand } from './run-command.ts';

let folder = '';
beforeAll(() => { folder = mkdtempSync(join(tmpdir(), 'corpus-workers-')); });
afterAll(() => { rmSync(folder, { recursive: true, force: true }); });

const small = '--model tiny --sets 2 --samples 4 --free 1 --rounds 1 --threshold 100'.split(' ');
const rows = [
  { text: 'He went to the old shop again.', id: 'a', more: { deep: [1, null] } }, { text: 'I like this house.', keep: [[7, 11, 'this']] },
  { text: '2 + 2' }, { text: 'They came home late.', require: ['later'] }, { nothing: 'to read' }, { text: 'It rains.', number: 3 },
  { text: 'She sings every morning.', avoid: ['sings'] }, { text: 'We saw two large birds.' }, { text: 'The train was late again today.' },
].map((row) => JSON.stringify(row));
rows.splice(5, 0, '{"text": "Torn');
const input = `${rows.join('\n')}\n`;
const run = (threads: number, ...args: string[]): Promise<Run<CorpusEntry>> =>
  runCommand<CorpusEntry>(corpus, overUsual(small, ['--threads', String(threads), ...args]), input);
/** The errors of rows, as they were told, in their order. */
const errors = ({ told }: Pick<Run, 'told'>): string[] => told.split('\n').filter((line) => line.startsWith('{'));

/** Runs the command until a checkpoint has so many rows. @returns the code of the error that it ended with */
async function cutOff(kept: number, checkpoint: string, args: readonly string[]): Promise<unknown> {
  const controller = new AbortController();
  const streams = { stdin: Readable.from([Buffer.from(input)]), stdout: new PassThrough().resume(), stderr: new PassThrough().resume() };
  const ended = corpus.run({ args: [...small, ...args, '--checkpoint', checkpoint], ...streams, signal: controller.signal })
    .then(() => 'done', (cause: { readonly code: string }) => cause.code);
  const lines = (): number => (existsSync(checkpoint) ? readFileSync(checkpoint, 'utf8').split('\n').length - 2 : 0);
  const watch = setInterval(() => { if (lines() >= kept) controller.abort(); }, 2);
  return ended.finally(() => clearInterval(watch));
}

describe('corpus on several cores', () => {
  it('gives the same bytes and tells the same errors as on one, in the order of the rows', async () => {
    const systems = ['--systems', 'otherwise,17'];
    const alone = await run(1, ...systems);
    expect([alone.code, errors(alone).map((line) => (JSON.parse(line) as { line: number }).line)]).toEqual([1, [3, 5, 6]]);
    for (const [threads, batch] of [[2, '1'], [3, '8']] as const) {
      const several = await run(threads, ...systems, '--batch', batch);
      expect(several.text).toBe(alone.text);
      expect([several.code, errors(several)]).toEqual([1, errors(alone)]);
    }
  });

  it('goes on with what another number of workers has finished before it was stopped', async () => {
    const whole = await run(1);
    for (const [first, second] of [['1', 2], ['2', 1]] as const) {
      const checkpoint = join(folder, `from-${first}`);
      expect(await cutOff(2, checkpoint, ['--threads', first, '--batch', '2'])).toBe('aborted');
      const kept = readFileSync(checkpoint, 'utf8');
      const resumed = await run(second, '--checkpoint', checkpoint);
      expect([resumed.text, errors(resumed)]).toEqual([whole.text, errors(whole)]);
      expect(readFileSync(checkpoint, 'utf8').startsWith(kept)).toBe(true);
    }
  });

  it('stops while the workers load', async () => {
    expect(await cutOff(0, join(folder, 'none'), ['--threads', '2'])).toBe('aborted');
  });

  it('tells what is wrong with flags or model as on one core', async () => {
    for (const [args, code] of [
      [['--clusters', '3', '--diversity', '1'], 'bad-flag'], [['--foreign-column', 'text', '--format', 'jsonl'], 'bad-flag'],
      [['--model', folder], 'model-not-found'], [['--device', 'webgpu', '--runtime', 'wasm'], 'no-webgpu'],
    ] as const)
      await expect(run(2, ...args), args.join(' ')).rejects.toMatchObject({ code });
  });

  it('starts no worker for a single row', async () => {
    const [stdout, stderr, stdin] = [new PassThrough(), new PassThrough(), Readable.from([])];
    const reading = { brackets: false, hasForeign: false, to: 'jsonl', others: undefined, hasKept: true } as const;
    const open = (count: number): Promise<RowMaker> => openMakers(
      { asked: { model: 'tiny', threads: 2, batch: 3 }, systems: ['otherwise'], reading }, count,
      { args: [], stdin, stdout, stderr, signal: new AbortController().signal },
    );
    const [one, two] = await Promise.all([open(1), open(2)]);
    expect([one instanceof RowWorkers, two instanceof RowWorkers, two.computed]).toEqual([false, true, one.computed]);
    await Promise.all([one.close(), two.close()]);
  });
});

/** A worker that answers each row with the number of rows it has, later; a row's text may ask for something else. */
const program = `
  const { parentPort } = require('node:worker_threads');
  let rows = 0;
  parentPort.on('message', ({ line, fields: { text } = {} }) => {
    if (text === 'throw') throw new Error('It fell over.');
    if (text === 'exit') process.exit(3);
    if (text === 'memory') for (const all = []; ; ) all.push(new Array(1e5).fill(line));
    rows += 1;
    setTimeout(() => {
      parentPort.postMessage({ line, made: { ok: true, value: { line, error: { code: 'busy', message: String(rows) } } } });
      rows -= 1;
    }, 5);
  });
  parentPort.postMessage({ opened: { ok: true, value: ['a hash'] } });
`;
const limits = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4 };
const start = (script = program): Worker => new Worker(script, { eval: true, resourceLimits: limits });
const options = { count: 2, batch: 6, firstAlone: false };
const opened = (script?: string): Promise<RowWorkers> =>
  RowWorkers.open(() => start(script), { ...options, signal: new AbortController().signal });
const rowOf = (line: number, text = ''): SourceRow => ({ line, fields: { text, id: '', foreign: '' } });

describe('workers', () => {
  it('each have at most their share of the batch, however many rows wait', async () => {
    const workers = await opened();
    const made = await Promise.all(Array.from({ length: workers.width }, (_, at) => workers.make(rowOf(at + 1))));
    expect(made.map((result) => 'error' in result && result.line)).toEqual(made.map((_, at) => at + 1));
    expect(Math.max(...made.map((result) => ('error' in result ? Number(result.error.message) : NaN)))).toBe(3);
    expect(workers.computed).toEqual(['a hash']);
    await workers.close();
  });

  it.each([
    ['throw', 'runtime', /It fell over/u], ['exit', 'runtime', /exit code 3/u], ['memory', 'out-of-memory', /heap out of memory/u],
  ])('end the run when one of them dies (%s), and the others finish their rows', async (text, code, message) => {
    const workers = await opened();
    const [first, second, last] = await Promise.allSettled([
      workers.make(rowOf(1, text)), workers.make(rowOf(2)), workers.make(rowOf(3)),
    ]);
    expect([first.status, second.status, last.status]).toEqual(['rejected', 'fulfilled', 'rejected']);
    await expect(workers.make(rowOf(4))).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
    await workers.close();
  });

  it('reject when one of them can not be opened, or dies before', async () => {
    await expect(opened('throw new Error("No such model.");')).rejects.toMatchObject({ code: 'runtime', message: /No such model/u });
    const failed = '{ ok: false, error: { code: "model-corrupt", message: "Torn." } }';
    const script = `require('node:worker_threads').parentPort.postMessage({ opened: ${failed} });`;
    await expect(opened(script)).rejects.toMatchObject({ code: 'model-corrupt', message: 'Torn.' });
  });
});
