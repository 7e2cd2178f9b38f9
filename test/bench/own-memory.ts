/**
 * Measures what a decoding step costs whose rows each have a memory of their own, as rows of several sources would, beside one whose rows
 * see one memory: `node src/setup/otherwise.mjs --script test/bench/own-memory.ts [--model base] [--runtime native]
 * [--rows 5,28,56,112,224] [--past 8] [--rounds 5]`. The graph lets rows have memories of their own only as slots of their past, and only
 * where all rows attend to equally many positions. Prints a JSON object a number of rows: medians of the processor's milliseconds.
 */
import { engineOptions } from '../../src/cli/execution.ts';
import { parseFlags } from '../../src/cli/flags.ts';
import { modelFolder } from '../../src/cli/model-folder.ts';
import { loadEngine } from '../../src/engine/model/engine.ts';
import { CLOSED, type Context, type Graph } from '../../src/engine/model/graph.ts';
import type { Pools, SlotPool } from '../../src/engine/model/slots.ts';
import { SENTENCE } from './engine.ts';
import { median } from './report/row.ts';

const kinds = { model: 'string', runtime: 'string', rows: 'string', past: 'number', rounds: 'number' } as const;
const { model = 'base', runtime = 'native', rows: asked = '5,28,56,112,224', past = 8, rounds = 5 } =
  parseFlags(process.argv.slice(2), kinds) as {
    model?: string; runtime?: 'native' | 'wasm'; rows?: string; past?: number; rounds?: number;
  };
const engine = await loadEngine(modelFolder(model), await engineOptions({ runtime, threads: 1 }, (line) => process.stderr.write(line)));
const { graph, pools } = engine.model as unknown as { readonly graph: Graph; readonly pools: Pools };
const ids = engine.tokenizer.encode(SENTENCE);
const memory = await engine.model.encode(ids) as unknown as { readonly length: number; readonly feeds: Context['memory'] };
/** The number of rows of one source. */
const OF_A_SOURCE = 5;

/** Runs one position of each row. @returns the processor's milliseconds */
async function run(rows: number, context: Omit<Context, 'pool'>, pool: SlotPool, keep: boolean): Promise<number> {
  const before = process.cpuUsage();
  const { kept } = await graph.run({
    ids: new Int32Array(rows).fill(ids[0] ?? 0), rows, length: 1, select: Int32Array.from({ length: rows }, (_, row) => row),
    probes: new Int32Array(rows).fill(engine.model.eos), keep: true,
  }, { ...context, pool: pool.feeds() });
  const { user, system } = process.cpuUsage(before);
  if (keep) pool.append(kept, rows);
  else for (const tensor of kept) tensor.dispose();
  return (user + system) / 1000;
}

/** The median cost of a step, where each row has a memory of its own or all see one. */
async function stepOf(rows: number, own: boolean): Promise<number> {
  return pools.with(async (pool) => {
    const columns = own ? memory.length + past : past;
    const known = rows * past + (own ? Math.ceil(rows / OF_A_SOURCE) * memory.length : 0);
    const blank = { start: 0, memory: graph.blank.memory };
    await run(known, { ...blank, bias: Float32Array.of(CLOSED, CLOSED, 0), slots: new Int32Array(known) }, pool, true);
    const bias = new Float32Array((own ? 1 : memory.length) + columns + 1);
    if (own) bias[0] = CLOSED;
    const context = {
      start: memory.length + past, bias, memory: own ? graph.blank.memory : memory.feeds,
      slots: Int32Array.from({ length: rows * columns }, (_, i) => i % known),
    };
    const taken: number[] = [];
    for (let i = 0; i <= 3; i += 1) taken.push(await run(rows, context, pool, false));
    // The first one grows what the runtime holds.
    return median(taken.slice(1));
  });
}

for (const rows of asked.split(',').map(Number)) {
  const [shared, own]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    shared.push(await stepOf(rows, false));
    own.push(await stepOf(rows, true));
  }
  const figures = { shared: Math.round(median(shared)), own: Math.round(median(own)) };
  process.stdout.write(`${JSON.stringify({ model, runtime, rows, memory: memory.length, past, ...figures })}\n`);
}
process.exit(0);
