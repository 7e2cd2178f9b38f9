/**
 * Measures what a fresh process takes that loads a model, in memory and time:
 * `node src/setup/otherwise.mjs --script test/bench/loading.ts [--model base] [--runtime native] [--rounds 5] [--beside CHECKOUT]`.
 * With `--beside`, another checkout of this repository takes turns with this one. Prints a JSON object a process, and at last the ratios
 * of this checkout's medians to the other's. What of mapped files is resident counts too. Linux only: it reads `/proc`.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseFlags } from '../../src/cli/flags.ts';
import type { loadTools as LoadTools } from '../../src/cli/tools.ts';
import { median } from './report/row.ts';

/** The memory and time that one process took. */
interface Taken {
  /** Most MiB resident at any time. */
  readonly peak: number;
  /** MiB resident once the model had loaded. */
  readonly after: number;
  readonly seconds: number;
}

const kinds = { model: 'string', runtime: 'string', rounds: 'number', beside: 'string', child: 'string' } as const;
const { model = 'base', runtime = 'native', rounds = 5, beside, child } = parseFlags(process.argv.slice(2), kinds) as {
  model?: string; runtime?: 'native' | 'wasm'; rounds?: number; beside?: string; child?: string;
};

/** Gives the MiB of this process by a name of the kernel's. */
const resident = (name: string): number =>
  Number(new RegExp(`${name}:\\s+(\\d+)`, 'u').exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024;

/** Loads the model of a checkout in this process. */
async function load(checkout: string): Promise<Taken> {
  const { loadTools } = await import(new URL('src/cli/tools.ts', pathToFileURL(checkout.replace(/\/?$/u, '/'))).href) as
    { readonly loadTools: typeof LoadTools };
  const began = performance.now();
  await loadTools(model, 1, { runtime });
  return { peak: Math.round(resident('VmHWM')), after: Math.round(resident('VmRSS')), seconds: (performance.now() - began) / 1000 };
}

if (child !== undefined) {
  process.stdout.write(JSON.stringify(await load(child)));
  process.exit(0);
}
const own = fileURLToPath(new URL('../../', import.meta.url));
const checkouts = [own, ...(beside === undefined ? [] : [beside])];
const taken = checkouts.map((): Taken[] => []);
for (let round = 0; round < rounds; round += 1) {
  for (const [i, checkout] of checkouts.entries()) {
    const script = ['src/setup/otherwise.mjs', '--script', 'test/bench/loading.ts'];
    const flags = ['--model', model, '--runtime', runtime, '--child', checkout];
    const one = JSON.parse(execFileSync(process.execPath, [...script, ...flags], { cwd: own, encoding: 'utf8' })) as Taken;
    taken[i]?.push(one);
    process.stdout.write(`${JSON.stringify({ checkout: i === 0 ? 'this' : 'other', model, runtime, ...one })}\n`);
  }
}
const [these = [], others = []] = taken;
const ratio = (kind: keyof Taken): number =>
  Number((median(these.map((one) => one[kind])) / median(others.map((one) => one[kind]))).toFixed(3));
if (beside !== undefined) {
  const ratios = { peak: ratio('peak'), after: ratio('after'), seconds: ratio('seconds') };
  process.stdout.write(`${JSON.stringify(ratios)}\n`);
}
