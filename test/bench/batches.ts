/**
 * Rows a second of a corpus run whose rows share scoring and judging passes, over those of a run of one row at a time:
 * `node src/setup/otherwise.mjs --script test/bench/batches.ts FILE [MODEL] [ROWS] [WIDTHS]`. Both run in turn in one
 * process on the same rows; processor time is counted, so that other programs disturb little. Prints a JSON object a
 * list of systems.
 */
import { readFileSync } from 'node:fs';
import { generatorOf } from '../../src/cli/corpus-generator.ts';
import { inOrder } from '../../src/cli/in-order.ts';
import { loadTools } from '../../src/cli/tools.ts';
import { entryOf } from '../../src/lab/corpus/generate.ts';
import { parseSystems } from '../../src/lab/corpus/systems.ts';
import { SharedReads } from '../../src/core/decoding/shared-reads.ts';

const [file = '', model = 'tiny', rows = '32', widths = '1,8,32'] = process.argv.slice(2);
const tools = await loadTools(model, 1);
const texts = readFileSync(file, 'utf8').split('\n').slice(0, Number(rows));
/** Rows before the time is taken. */
const WARM = 4;

interface Timed {
  readonly output: string;
  /** Processor time, seconds. */
  readonly seconds: number;
  /** Runs of the graph that scored or judged. */
  readonly reads: number;
}

async function timed(list: string, width: number, some: readonly string[]): Promise<Timed> {
  const shared = new SharedReads(tools.model);
  const systems = parseSystems(list);
  const generate = generatorOf({ ...tools, model: shared.model }, systems, {});
  const run = { systems, generate, filters: {}, model: '', seed: 0 };
  const before = process.cpuUsage();
  const entries: unknown[] = [];
  for await (const entry of inOrder(some, width, (text) => shared.run(() => entryOf({ line: 1, text }, run)))) entries.push(entry);
  const { user, system } = process.cpuUsage(before);
  return { output: JSON.stringify(entries), seconds: (user + system) / 1e6, reads: shared.reads };
}

for (const list of ['17', 'otherwise', 'parabank2']) {
  await timed(list, 1, texts.slice(0, WARM));
  const found: [number, Timed][] = [];
  for (const width of widths.split(',').map(Number)) found.push([width, await timed(list, width, texts)]);
  const [[, alone] = [0, undefined]] = found;
  if (!alone) continue;
  process.stdout.write(`${JSON.stringify({
    model, systems: list, rows: texts.length,
    widths: found.map(([width, { seconds, reads, output }]) => ({
      width, rowsASecond: texts.length / seconds, ratio: alone.seconds / seconds, reads, same: output === alone.output,
    })),
  })}\n`);
}
process.exit(0);
