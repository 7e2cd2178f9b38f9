/**
 * Measures how much memory `otherwise corpus` takes while rows with labels pass through it:
 * `node src/setup/otherwise.mjs --script test/bench/memory.ts [ROWS] [EVERY] [-- FLAGS]`.
 * Rows are made here and go in as they are asked for. The model rewrites every EVERYth of them (1: all); the others ban
 * what they keep, which costs no decoding and is told in `unmet`.
 * Prints one JSON object: resident MB of the process after a tenth of the rows, a half and all of them, and how many rows
 * were wrong: a span of a rewrite was not where the output says, or there was no rewrite and no reason. Exit code 1 for
 * wrong rows, or where the memory after all rows is more than a quarter above that after a tenth. Linux only: it reads
 * `/proc`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { CorpusEntry } from '../../src/lab/corpus/entry.ts';

const program = fileURLToPath(new URL('../../src/setup/otherwise.mjs', import.meta.url));
const given = process.argv.slice(2);
const own = given.includes('--') ? given.slice(0, given.indexOf('--')) : given;
const [rows, every] = [Number(own[0] ?? 100_000), Number(own[1] ?? 1)];
const usual = [
  '--model', 'tiny', '--threads', '1', '--sets', '1', '--free', '0', '--samples', '1', '--rounds', '1', '--threshold', '100',
];
const flags = given.includes('--') ? given.slice(given.indexOf('--') + 1) : usual;
/** The memory may grow by this factor between a tenth of the rows and all of them. */
const GROWTH = 1.25;

const names = ['Ada', 'Kim', 'José', 'O’Brien', 'Zoë', 'Bob'];
const verbs = ['met', 'saw', 'called', 'thanked', 'paid'];
const nameAt = (at: number): string => names[at % names.length] ?? '';

/** A row of a few words with two labelled names and two columns of its own; no two of the first million are alike. */
function rowOf(at: number): string {
  const [one, other] = [nameAt(at), nameAt(Math.floor(at / 6))];
  const text = `${one} ${verbs[at % verbs.length]} ${other} ${at} times.`;
  const second = text.indexOf(other, one.length);
  const keep = [[0, one.length, 'person'], [second, second + other.length, 'person']];
  const avoid = at % every === 0 ? [] : [one];
  return `${JSON.stringify({ text, keep, avoid, row: at, split: at % 10 === 0 ? 'test' : 'train' })}\n`;
}

/** Tells whether each span of each rewrite is that of the source, with its label, or the row says why there is none. */
function isRight({ source, keep = [], rewrites, unmet = [] }: CorpusEntry): boolean {
  if (rewrites.length === 0) return keep.length === 2 && unmet.length > 0;
  const wanted = keep.map(({ start, end, label }) => `${source.slice(start, end)} ${label}`).join('|');
  return rewrites.every(({ text, kept = [] }) =>
    kept.map(({ start, end, label }) => `${text.slice(start, end)} ${label}`).join('|') === wanted);
}

const run = spawn(process.execPath, [program, 'corpus', ...flags], { stdio: ['pipe', 'pipe', 'ignore'] });
const resident = (): number => Number(/VmRSS:\s+(\d+)/u.exec(readFileSync(`/proc/${run.pid}/status`, 'utf8'))?.[1]) / 1024;

async function feed(): Promise<void> {
  for (let at = 0; at < rows; at += 1) if (!run.stdin.write(rowOf(at))) await once(run.stdin, 'drain');
  run.stdin.end();
}

const megabytes: Record<string, number> = {};
const looks = new Set([rows / 10, rows / 2, rows].map(Math.floor));
let [read, rewritten, wrong] = [0, 0, 0];
const began = performance.now();
const fed = feed();
for await (const line of createInterface({ input: run.stdout })) {
  const entry = JSON.parse(line) as CorpusEntry;
  read += 1;
  if (entry.rewrites.length > 0) rewritten += 1;
  if (!isRight(entry)) wrong += 1;
  if (looks.has(read)) megabytes[read] = Math.round(resident());
}
await fed;
const [first = 0, last = 0] = [megabytes[Math.floor(rows / 10)], megabytes[rows]];
const seconds = Math.round((performance.now() - began) / 1000);
const report = { rows, read, rewritten, wrong, megabytes, growth: Number((last / first).toFixed(3)), seconds };
process.stdout.write(`${JSON.stringify(report)}\n`);
process.exitCode = read === rows && wrong === 0 && last <= first * GROWTH ? 0 : 1;
