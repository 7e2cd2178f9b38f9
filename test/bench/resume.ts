/**
 * Kills a run of `otherwise corpus` at random moments and resumes it until it ends, and compares what it wrote with an
 * uninterrupted run: `node src/setup/otherwise.mjs --script test/bench/resume.ts FILE [KILLS] [SEED] [-- FLAGS]`.
 * Prints one JSON object; exit code 1 when the bytes differ.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Random } from '../../src/core/decoding/random.ts';

const program = fileURLToPath(new URL('../../src/setup/otherwise.mjs', import.meta.url));
/** The time between two looks at a checkpoint, milliseconds. */
const LOOK = 20;

const given = process.argv.slice(2);
const own = given.includes('--') ? given.slice(0, given.indexOf('--')) : given;
const [file = '', kills = '10', seed = '0'] = own;
const usual = ['--model', 'tiny', '--threads', '1', '--systems', '17', '--beam', '1'];
const flags = given.includes('--') ? given.slice(given.indexOf('--') + 1) : usual;

const linesOf = (path: string): number => (existsSync(path) ? readFileSync(path, 'latin1').split('\n').length - 1 : 0);
const hashOf = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');

/** A run, told of on this process's stderr. */
const start = (...more: string[]): ChildProcess =>
  spawn(process.execPath, [program, 'corpus', file, ...flags, ...more], { stdio: ['ignore', 'ignore', 'inherit'] });

/** Waits until a run has ended, or its checkpoint has so many lines: then it is killed. @returns whether it was */
async function killedAt(run: ChildProcess, checkpoint: string, lines: number): Promise<boolean> {
  const ended = once(run, 'exit');
  while (run.exitCode === null && run.signalCode === null) {
    if (linesOf(checkpoint) >= lines) run.kill('SIGKILL');
    await Promise.race([ended, new Promise((resolve) => { setTimeout(resolve, LOOK); })]);
  }
  return run.signalCode === 'SIGKILL';
}

const folder = mkdtempSync(join(tmpdir(), 'resume-'));
try {
  const [whole, resumed, checkpoint] = ['whole', 'resumed', 'checkpoint'].map((name) => join(folder, name)) as [string, string, string];
  await killedAt(start('--out', whole), checkpoint, Infinity);
  const rows = linesOf(file);
  const random = new Random(Number(seed), 0);
  const moments = Array.from({ length: Number(kills) }, () => 1 + Math.floor(random.uniform() * rows)).sort((a, b) => a - b);
  let killed = 0;
  for (const moment of [...moments, Infinity]) {
    if (await killedAt(start('--out', resumed, '--checkpoint', checkpoint), checkpoint, moment)) killed += 1;
  }
  const same = hashOf(whole) === hashOf(resumed);
  const report = { rows, killed, moments, bytes: readFileSync(whole).length, sha256: hashOf(whole), same };
  process.stdout.write(`${JSON.stringify(report)}\n`);
  process.exitCode = same && killed === Number(kills) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
