import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const spread = join(root, 'src/cli/spread');
const python = process.env['PYTHON'] ?? 'python3';
const small = '--model tiny --threads 1 --systems 17,28 --beam 6 --batch 1'.split(' ');
const COUNT = 2;
const rows = Array.from({ length: 40 }, (_, at) => `He went to the old shop ${at + 2} times.`);

let folder = '';
let input = '';
let whole = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'spread-'));
  input = join(folder, 'rows.txt');
  writeFileSync(input, `${rows.join('\n')}\n`);
  whole = execFileSync(process.execPath, [join(root, 'src/setup/otherwise.mjs'), 'corpus', input, ...small], { encoding: 'utf8' });
}, 600_000);
afterAll(() => { rmSync(folder, { recursive: true, force: true }); });

const shardOf = (place: string, index: number): string => join(place, `${String(index).padStart(6, '0')}-of-00000${COUNT}`);
const outputOf = (place: string): string =>
  Array.from({ length: COUNT }, (_, at) => readFileSync(shardOf(place, at + 1), 'utf8')).join('');
const pause = (): Promise<void> => new Promise((resolve) => { setTimeout(resolve, 10); });

async function until<T>(find: () => T | undefined, run: ChildProcess): Promise<T> {
  for (;;) {
    const found = find();
    if (found !== undefined) return found;
    if (run.exitCode !== null) throw new Error('the run ended before');
    await pause();
  }
}

/** Tells whether rows of a shard are done and others are not. */
const isHalfDone = (checkpoint: string): boolean =>
  existsSync(checkpoint) && readFileSync(checkpoint, 'utf8').split('\n').length - 1 > 2;

/** Lists every process: its id, that of its parent, its command. */
const processes = (): { id: number; parent: number; command: string }[] =>
  execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }).trim().split('\n').map((line) => {
    const [, id, parent, command = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/u.exec(line) ?? [];
    return { id: Number(id), parent: Number(parent), command };
  });

/** Gives the reason why a program can't be run here; '' where it can. */
const lack = (program: string, ...args: string[]): string =>
  (spawnSync(program, args).status === 0 ? '' : `: ${[program, ...args].join(' ')} fails here`);
const noRay = lack(python, '-c', 'import ray');
const noParallel = lack('parallel', '--version');

describe.skipIf(lack('flock', '--version') !== '')('shards of a run', () => {
  it('go on where one was lost, and are the whole one after the other', async () => {
    const place = join(folder, 'lost');
    const shard = (index: number): ChildProcess =>
      spawn(join(spread, 'shard.sh'), [String(index), String(COUNT), place, input, 'corpus', ...small], {
        stdio: 'ignore', detached: true,
      });
    const lost = shard(2);
    await until(() => (isHalfDone(`${shardOf(place, 2)}.checkpoint`) ? true : undefined), lost);
    process.kill(-(lost.pid ?? 0), 'SIGKILL');
    await once(lost, 'exit');
    expect(existsSync(shardOf(place, 2))).toBe(false);
    const kept = readFileSync(`${shardOf(place, 2)}.checkpoint`, 'utf8');
    expect(kept.split('\n').length).toBeLessThan(rows.length / COUNT + 2);
    for (const index of [1, 2]) expect((await once(shard(index), 'exit'))[0]).toBe(0);
    expect(outputOf(place)).toBe(whole);
    expect(readdirSync(place).filter((name) => /checkpoint|part/u.test(name))).toEqual([]);
  }, 600_000);

  it('run as tasks of a Slurm array, whatever the command', () => {
    const place = join(folder, 'slurm');
    const flags = '--model tiny --threads 1 --system 28 --beam 2'.split(' ');
    for (let index = 1; index <= COUNT; index += 1) {
      const { status } = spawnSync(join(spread, 'slurm.sh'), [place, input, 'paraphrase', ...flags], {
        env: { ...process.env, OTHERWISE: root, SLURM_ARRAY_TASK_ID: String(index), SLURM_ARRAY_TASK_MAX: String(COUNT) },
      });
      expect(status).toBe(0);
    }
    const program = join(root, 'src/setup/otherwise.mjs');
    const expected = execFileSync(process.execPath, [program, 'paraphrase', ...flags], { input: readFileSync(input), encoding: 'utf8' });
    expect(outputOf(place)).toBe(expected);
    expect(spawnSync(join(spread, 'slurm.sh'), [place, input, 'paraphrase'], { env: { PATH: process.env['PATH'] } }).status).not.toBe(0);
  }, 600_000);

  it.skipIf(noParallel !== '')(`run under GNU parallel${noParallel}`, () => {
    const place = join(folder, 'parallel');
    const command = [join(spread, 'shard.sh'), '{}', String(COUNT), place, input, 'corpus', ...small];
    const { status } = spawnSync('parallel', ['--jobs', '2', '--retries', '2', ...command, ':::', '1', '2'], { stdio: 'ignore' });
    expect([status, outputOf(place)]).toEqual([0, whole]);
  }, 600_000);

  it.skipIf(noRay !== '')(`are all there under Ray when a worker is killed in the middle${noRay}`, async () => {
    const [place, output] = [join(folder, 'ray'), join(folder, 'ray.jsonl')];
    const run = spawn(python, [join(spread, 'ray_job.py'), String(COUNT), place, input, output, 'corpus', ...small], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let told = '';
    run.stderr.on('data', (chunk: Buffer) => { told += chunk.toString(); });
    const ended = once(run, 'exit');
    const shards = Array.from({ length: COUNT }, (_, at) => at + 1);
    const found = await until(() => shards.find((index) => isHalfDone(`${shardOf(place, index)}.checkpoint`)), run);
    const all = processes();
    const program = all.find(({ command }) => command.includes(`${shardOf(place, found)}.checkpoint`));
    const script = all.find(({ id }) => id === program?.parent);
    const worker = all.find(({ id }) => id === script?.parent);
    expect(worker?.command).toMatch(/^ray::shard/u);
    for (const one of [worker, script, program]) process.kill(one?.id ?? NaN, 'SIGKILL');
    expect(existsSync(shardOf(place, found))).toBe(false);
    expect((await ended)[0], told).toBe(0);
    expect(readFileSync(output, 'utf8')).toBe(whole);
  }, 600_000);
});
