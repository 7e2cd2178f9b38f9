/**
 * Measures the rows a second of a corpus run whose rows share scoring and judging passes, and whose systems share the steps on a row:
 * `node src/setup/otherwise.mjs --script test/bench/batches.ts FILE [MODEL] [ROWS] [WIDTHS] [LISTS] [RUNTIME] [THREADS]`. LISTS are lists
 * of systems, with semicolons between them; width 0 stands for one row and one system at a time. All widths run in turn in one process on
 * the same rows. Processor time is counted, so that other programs disturb little. Prints a JSON object a list of systems; `ratio` is to
 * the first width, and `rowsASecondByClock` is rows a second of clock time.
 */
import { readFileSync } from 'node:fs';
import { generatorOf } from '../../src/cli/corpus-generator.ts';
import { inOrder } from '../../src/cli/in-order.ts';
import { loadTools } from '../../src/cli/tools.ts';
import { entryOf } from '../../src/lab/corpus/generate.ts';
import { parseSystems } from '../../src/lab/corpus/systems.ts';
import { SharedModel } from '../../src/core/decoding/shared-model.ts';

const LISTS = '17;otherwise;parabank2;1,2,3,5,8,13,17,21,25,29,33,34';
const [file = '', model = 'tiny', rows = '32', widths = '0,1,8,32', lists = LISTS, runtime, threads = '1'] = process.argv.slice(2);
const tools = await loadTools(model, Number(threads), runtime === 'native' || runtime === 'wasm' ? { runtime } : {});
const texts = readFileSync(file, 'utf8').split('\n').slice(0, Number(rows));
/** The number of rows before the time is taken. */
const WARM = 2;

interface Timed {
  readonly output: string;
  /** Processor time, seconds. */
  readonly seconds: number;
  /** Time by the clock, seconds. */
  readonly clock: number;
  /** Runs of the graph that scored or judged. */
  readonly reads: number;
}

async function timed(list: string, width: number, some: readonly string[]): Promise<Timed> {
  const shared = new SharedModel(tools.model);
  const systems = parseSystems(list);
  const own = generatorOf(width === 0 ? tools : { ...tools, model: shared.model }, systems, {});
  const generate: typeof own = (...given) => (width === 0 ? own(...given) : shared.run(() => own(...given)));
  const run = { systems, generate, filters: {}, model: '', seed: 0, together: width > 0 };
  const [before, began] = [process.cpuUsage(), performance.now()];
  const entries: unknown[] = [];
  for await (const entry of inOrder(some, Math.max(1, width), (text) => entryOf({ line: 1, text }, run))) entries.push(entry);
  const { user, system } = process.cpuUsage(before);
  const clock = (performance.now() - began) / 1000;
  return { output: JSON.stringify(entries), seconds: (user + system) / 1e6, clock, reads: shared.reads };
}

for (const list of lists.split(';')) {
  await timed(list, 0, texts.slice(0, WARM));
  const found: [number, Timed][] = [];
  for (const width of widths.split(',').map(Number)) found.push([width, await timed(list, width, texts)]);
  const [, alone] = found[0] ?? [];
  if (!alone) continue;
  process.stdout.write(`${JSON.stringify({
    model, runtime: tools.execution.runtime, threads: tools.threads, systems: list, rows: texts.length,
    peakMiB: Math.round(process.resourceUsage().maxRSS / 1024),
    widths: found.map(([width, { seconds, clock, reads, output }]) => ({
      width, rowsASecond: texts.length / seconds, rowsASecondByClock: texts.length / clock, ratio: alone.seconds / seconds, reads,
      same: output === alone.output,
    })),
  })}\n`);
}
process.exit(0);
