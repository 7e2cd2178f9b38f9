/**
 * Measures whole corpus runs on different numbers of cores:
 * `node src/setup/otherwise.mjs --script test/bench/cores.ts FILE [--threads 1,2] [--rounds 5] [--beside CHECKOUT] [--flags=FLAGS]`.
 * FLAGS are more flags of `corpus`, with blanks between them (`--model base`). A way is a checkout with a number of threads; with
 * `--beside`, another checkout of this repository takes part. Each run is a process of its own, and the ways take turns. Times are by the
 * clock, so the machine must be quiet. Prints one JSON object for each run, then the medians of each way and its speed in relation to the
 * first way: `ratio` for the whole run, `rowsRatio` without loading. Exit code 1 where this checkout's outputs differ. Linux only: it
 * reads `/proc`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseFlagsAndRest } from '../../src/cli/flags.ts';
import { median } from './report/row.ts';

const kinds = { threads: 'string', rounds: 'number', beside: 'string', flags: 'string' } as const;
const { flags: asked, rest: [file = ''] } = parseFlagsAndRest(process.argv.slice(2), kinds, 1);
const { threads = '1,2', rounds = 5, beside, flags = '--model base' } =
  asked as { threads?: string; rounds?: number; beside?: string; flags?: string };
/** Time between two looks at a running process, milliseconds. */
const LOOK = 20;

/** A checkout that runs with a number of threads. */
interface Way {
  readonly checkout: 'this' | 'other';
  readonly threads: string;
}

/** The time and memory of a run; `seconds` are its loading and its rows. */
interface Spent {
  readonly seconds: number;
  readonly rows: number;
  /** Most MiB resident at any time. */
  readonly peak: number;
}

const checkouts = { this: fileURLToPath(new URL('../../', import.meta.url)), other: resolve(beside ?? '.') };
const ways = (beside === undefined ? ['this' as const] : ['this' as const, 'other' as const])
  .flatMap((checkout) => threads.split(',').map((count): Way => ({ checkout, threads: count })));
const folder = mkdtempSync(join(tmpdir(), 'otherwise-cores-'));
const outputOf = ({ checkout, threads: count }: Way): string => join(folder, `${checkout}-${count}.jsonl`);

/** The peak of a process's resident memory, MiB; 0 once it has ended. */
function peakOf(pid: number | undefined): number {
  try {
    return Number(/VmHWM:\s+(\d+)/u.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** Runs one way once. @throws Error where the process fails */
async function run(way: Way): Promise<Spent> {
  const checkpoint = join(folder, 'checkpoint');
  rmSync(checkpoint, { force: true });
  const program = join(checkouts[way.checkout], 'src/setup/otherwise.mjs');
  const own = ['--threads', way.threads, '--out', outputOf(way), '--checkpoint', checkpoint];
  const began = performance.now();
  const child = spawn(process.execPath, [program, 'corpus', resolve(file), ...flags.split(' '), ...own], { stdio: 'ignore' });
  let [running, loaded, peak] = [true, NaN, 0];
  const ended = once(child, 'exit').finally(() => { running = false; });
  while (running) {
    // A checkpoint is begun when the models are there.
    if (Number.isNaN(loaded) && existsSync(checkpoint)) loaded = performance.now();
    peak = Math.max(peak, peakOf(child.pid));
    await Promise.race([ended, sleep(LOOK)]);
  }
  const [code] = await ended as [number | null];
  if (code !== 0 && code !== 1) throw new Error(`${program} ended with code ${code}.`);
  const now = performance.now();
  return { seconds: (now - began) / 1000, rows: (now - loaded) / 1000, peak: Math.round(peak) };
}

const say = (object: object): boolean => process.stdout.write(`${JSON.stringify(object)}\n`);
const rounded = (value: number): number => Number(value.toPrecision(4));

const runs = new Map(ways.map((way) => [way, [] as Spent[]]));
for (let round = 0; round < rounds; round += 1) {
  for (const [way, spent] of runs) {
    spent.push(await run(way));
    say({ ...way, round: round + 1, ...spent.at(-1) });
  }
}
const middle = (way: Way | undefined, kind: keyof Spent): number => median((way && runs.get(way))?.map((one) => one[kind]) ?? []);
for (const way of ways) {
  const [seconds, rows, peak] = [middle(way, 'seconds'), middle(way, 'rows'), middle(way, 'peak')];
  const [ratio, rowsRatio] = [middle(ways[0], 'seconds') / seconds, middle(ways[0], 'rows') / rows];
  say({ ...way, median: { seconds: rounded(seconds), rows: rounded(rows), peak }, ratio: rounded(ratio), rowsRatio: rounded(rowsRatio) });
}
const outputs = new Set(ways.filter(({ checkout }) => checkout === 'this').map((way) => readFileSync(outputOf(way), 'utf8')));
rmSync(folder, { recursive: true });
process.exitCode = outputs.size === 1 ? 0 : 1;
