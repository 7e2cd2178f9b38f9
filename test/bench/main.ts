/**
 * `npm run bench [-- --json] [--model base|tiny] [--quick]`: what the engine costs on this machine, beside
 * @huggingface/transformers with the same weights. `test/bench/README.md` says what is measured, and how. Only ratios are worth quoting.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { parseFlags } from '../../src/cli/flags.ts';
import { requireExport } from './contest/export.ts';
import type { Cell } from './contest/compare.ts';
import { type Extent, parts } from './parts.ts';
import { type Findings, joined } from './report/findings.ts';
import { markdownOf } from './report/markdown.ts';
import { reportOf, type Versions } from './report/report.ts';

/** Flags, and what they are good for. */
const FLAGS = {
  /** Prints JSON alone; Markdown otherwise. */
  json: 'boolean',
  /** A folder of models/. */
  model: 'string',
  /** Sentences that the heap is watched over. */
  sentences: 'number',
  /** Few rows and steps: a minute or two with `--model tiny`. */
  quick: 'boolean',
  /** Some parts, separated by commas. */
  parts: 'string',
  /** Cells of the comparison, rows × steps: 30x20,150x20. */
  cells: 'string',
  /** Candidates × pieces that are scored, or `none`. */
  scored: 'string',
  /** Seconds that the runs of one job and system may take together. */
  budget: 'number',
  /** A file of findings, which are read, added to and written: a long run may be made in pieces. */
  keep: 'string',
} as const;

const QUICK = { cells: '1x6,8x6', scored: '8x6', budget: 3, sentences: 2 } as const;
const USUAL = { budget: 25, sentences: 5 } as const;
const TIMES = 5;

function cellOf(text: string): Cell {
  const [, batch, steps] = /^(\d+)x(\d+)$/u.exec(text) ?? [];
  if (batch === undefined || steps === undefined) throw new Error(`'${text}' is no cell: rows x steps, as in 30x20.`);
  return { batch: Number(batch), steps: Number(steps) };
}

/** The versions of what is measured. */
async function versionsOf(): Promise<Versions> {
  const packageOf = (name: string): string =>
    (JSON.parse(readFileSync(new URL(`../../node_modules/${name}/package.json`, import.meta.url), 'utf8')) as { version: string }).version;
  return {
    node: process.versions.node, v8: process.versions.v8,
    'onnxruntime-web': (await import('onnxruntime-web')).env.versions.web ?? '',
    '@huggingface/transformers': packageOf('@huggingface/transformers'),
  };
}

/** What is asked for on the command line. */
function asked(given: readonly string[]): { extent: Extent; names: readonly string[]; json: boolean; keep: string | undefined } {
  const flags = parseFlags([...given], FLAGS) as {
    json?: boolean; quick?: boolean; model?: string; parts?: string; cells?: string; scored?: string; keep?: string;
    sentences?: number; budget?: number;
  };
  const usual: { budget: number; sentences: number; cells?: string; scored?: string } = flags.quick ? QUICK : USUAL;
  const { model = 'base', sentences = usual.sentences, cells = usual.cells, scored = usual.scored, budget = usual.budget } = flags;
  const names = flags.parts?.split(',') ?? Object.keys(parts);
  const unknown = names.find((name) => !(name in parts));
  if (unknown !== undefined) throw new Error(`There is no part '${unknown}': ${Object.keys(parts).join(', ')}.`);
  const extent: Extent = {
    model, sentences, budget: budget * 1000, times: TIMES, say: (text) => { process.stderr.write(`${text}\n`); },
    cells: cells?.split(',').map(cellOf), scored: scored === undefined || scored === 'none' ? scored : cellOf(scored),
  };
  return { extent, names, json: flags.json === true, keep: flags.keep };
}

async function main(): Promise<void> {
  const { extent, names, json, keep } = asked(process.argv.slice(2));
  requireExport(extent.model);
  let findings: Findings = keep !== undefined && existsSync(keep) ? JSON.parse(readFileSync(keep, 'utf8')) as Findings : {};
  for (const name of names) {
    extent.say(`— ${name}`);
    findings = joined(findings, await (parts[name] as (typeof parts)[string])(extent));
    if (keep !== undefined) writeFileSync(keep, JSON.stringify(findings));
  }
  const machine = { processor: cpus()[0]?.model ?? '', cores: cpus().length, memoryGiB: Math.round(totalmem() / 2 ** 30) };
  const report = reportOf(findings, { model: extent.model, machine, versions: await versionsOf() });
  process.stdout.write(json ? `${JSON.stringify(report)}\n` : markdownOf(report));
}

await main().catch((cause: unknown) => {
  process.stderr.write(`${cause instanceof Error ? cause.message : String(cause)}\n`);
  process.exitCode = 1;
});
