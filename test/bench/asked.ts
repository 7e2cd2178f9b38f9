import * as v from 'valibot';
import { nativeLibrary, type WantedExecution } from '../../src/cli/execution.ts';
import { checkFlags, parseFlags } from '../../src/cli/flags.ts';
import { executionFlags } from '../../src/cli/model-flags.ts';
import type { Cell } from './contest/compare.ts';
import { type Extent, parts } from './parts.ts';

/** The flags, and what they are good for. */
const FLAGS = {
  /** Prints JSON alone; Markdown otherwise. */
  json: 'boolean',
  /** A folder of models/. */
  model: 'string',
  /** The runtime that computes the parts engine, sentence and lengths, which alone are run then; both if undefined and installed. */
  runtime: 'string',
  device: 'string',
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
  /** A folder for report.json, report.md and pictures of the cost by length and by number of sentences. */
  out: 'string',
} as const;

const QUICK = { cells: '1x4,8x4', scored: '8x4', budget: 2, sentences: 2 } as const;
const USUAL = { budget: 10, sentences: 5 } as const;
const TIMES = 5;

function cellOf(text: string): Cell {
  const [, batch, steps] = /^(\d+)x(\d+)$/u.exec(text) ?? [];
  if (batch === undefined || steps === undefined) throw new Error(`'${text}' is no cell: rows x steps, as in 30x20.`);
  return { batch: Number(batch), steps: Number(steps) };
}

/** The parts that are asked for, and what becomes of the findings. */
export interface Asked {
  readonly extent: Extent;
  readonly names: readonly string[];
  readonly json: boolean;
  readonly keep: string | undefined;
  readonly out: string | undefined;
}

/** Gives the runtimes that compute by default: both, where the native one can be used. */
async function usualExecutions(): Promise<readonly WantedExecution[]> {
  const { ort } = await nativeLibrary();
  return [{ runtime: 'wasm' }, ...(ort ? [{ runtime: 'native' } as const] : [])];
}

/** Reads the command line. @throws Error for parts, cells and runtimes that are none, and for parts that no runtime can be named for */
export async function asked(given: readonly string[]): Promise<Asked> {
  const flags = parseFlags([...given], FLAGS) as {
    json?: boolean; quick?: boolean; model?: string; parts?: string; cells?: string; scored?: string; keep?: string; out?: string;
    runtime?: string; device?: string;
    sentences?: number; budget?: number;
  };
  const usual: { budget: number; sentences: number; cells?: string; scored?: string } = flags.quick ? QUICK : USUAL;
  const { model = 'base', sentences = usual.sentences, cells = usual.cells, scored = usual.scored, budget = usual.budget } = flags;
  const { runtime, device } = checkFlags(v.object(executionFlags), { runtime: flags.runtime, device: flags.device });
  const isNamed = runtime !== undefined || device !== undefined;
  const fitting = Object.keys(parts).filter((name) => !isNamed || parts[name]?.takesRuntime === true);
  const names = flags.parts?.split(',') ?? fitting;
  const unknown = names.find((name) => !(name in parts));
  if (unknown !== undefined) throw new Error(`There is no part '${unknown}': ${Object.keys(parts).join(', ')}.`);
  const unfit = names.find((name) => !fitting.includes(name));
  if (unfit !== undefined)
    throw new Error(`The part '${unfit}' runs on onnxruntime-web alone: --runtime and --device are for ${fitting.join(', ')}.`);
  const executions = isNamed ? [{ runtime, device }] : await usualExecutions();
  const extent: Extent = {
    model, executions, sentences, budget: budget * 1000, times: TIMES, say: (text) => { process.stderr.write(`${text}\n`); },
    cells: cells?.split(',').map(cellOf), scored: scored === undefined || scored === 'none' ? scored : cellOf(scored),
  };
  return { extent, names, json: flags.json === true, keep: flags.keep, out: flags.out };
}
