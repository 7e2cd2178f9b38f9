import { boundOf, CARDS, type Limits } from '../cost/model.ts';
import { titles } from '../contest/contestant.ts';
import type { CostPoint, GemmFindings } from './findings.ts';
import type { Report } from './report.ts';
import { type ContestRow, isContest, type Row, rounded } from './row.ts';

type Cell = string | number;

/** A table of Markdown; numbers stand on the right. */
export function table(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const line = (cells: readonly Cell[]): string => `| ${cells.join(' | ')} |`;
  const rule = head.map((_, i) => (typeof rows[0]?.[i] === 'number' ? '--:' : '---'));
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}

/** A number with three digits that count. */
export const short = (value: number): number => (Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3)));

/** A number of bytes in the largest unit that leaves at least one. */
export function bytes(value: number): string {
  const units = ['B', 'KB', 'MB', 'GB'];
  const unit = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, value)) / 3)));
  return `${short(value / 1000 ** unit)} ${units[unit]}`;
}

/** Gives how often a row was measured, and of how many rows where not of all. */
const timesOf = ({ times, computed, batch }: ContestRow): string =>
  (computed < batch ? `${times}, ${computed} of ${batch} rows` : `${times}`);

function contestTable(rows: readonly ContestRow[]): string {
  return table(
    [
      'job', 'rows', 'steps', 'system', 'seconds', 'processor s', 'tokens/s', 'first s', 'read back a step', 'peak MiB',
      'mapAsync, dispatches a step', 'times',
    ],
    rows.map((row) => [
      row.name, row.batch, row.steps, titles[row.system], short(row.milliseconds / 1000), short(row.cpuMilliseconds / 1000),
      short(row.tokensPerSecond), short(row.firstMilliseconds / 1000), bytes(row.readBackBytesPerStep), row.peakMiB,
      row.dispatchesPerStep > 0 ? `${row.mapAsyncPerStep}, ${row.dispatchesPerStep}` : '–', timesOf(row),
    ]),
  );
}

/** The comparison, a table for each place, model and number of threads. */
export function contestTables(rows: readonly ContestRow[]): string {
  const places = new Map<string, ContestRow[]>();
  for (const row of rows) {
    const place = `${row.place}, ${row.model}, ${row.form}, ${row.threads} thread(s)`;
    places.set(place, [...places.get(place) ?? [], row]);
  }
  return [...places].map(([place, own]) => `### ${place}\n\n${contestTable(own)}`).join('\n\n');
}

function gemmTable({ products, runtimeGflops, stepGflops }: GemmFindings): string {
  const rows = products.map(({ name, columns, rows: n, count, gflops }) => [name, `150 × ${columns} × ${n}`, count, gflops]);
  const whole = `All products ${runtimeGflops} GFLOP/s, the whole step ${stepGflops}.`;
  return `${table(['product', 'size', 'times a step', 'GFLOP/s'], rows)}\n\n${whole}`;
}

const costTable = (points: readonly CostPoint[]): string => table(
  ['words', 'sentences', 'runtime', 'seconds', 'processor s', 'rows'],
  points.map(({ words, sentences, runtime = 'wasm', milliseconds, cpuMilliseconds, rows }) =>
    [words, sentences, runtime, short(milliseconds / 1000), short(cpuMilliseconds / 1000), rows]),
);

const engineTable = (rows: readonly Row[]): string => table(
  ['task', 'model', 'runtime', 'form', 'batch', 'ms', 'processor ms'],
  rows.map(({ name, model, runtime = 'wasm', form, batch, milliseconds, cpuMilliseconds }) =>
    [name, model, runtime, form, batch, milliseconds, cpuMilliseconds]),
);

/** Gives the table of the models' cost, and the least that each part takes on some devices. */
function workTable({ work = [], gemm, dispatches = {} }: Report): string {
  const here: Limits[] = gemm ? [{ name: 'this processor, one thread', gflops: gemm.runtimeGflops, gigabytes: Infinity, dispatch: 0 }] : [];
  const devices = [...here, ...CARDS];
  const rows = work.flatMap(({ model, parts }) => parts.map((part) => [
    model, part.part, `${short(part.flop / 1e9)} GFLOP`, bytes(part.bytes),
    ...devices.map((device) => {
      const { milliseconds, by } = boundOf(part, device, part.part.startsWith('a step') ? dispatches[model] : 0);
      return `${short(milliseconds)} ms, ${by}`;
    }),
  ]));
  const counted = Object.entries(dispatches).map(([model, count]) => `${model} ${count}`).join(', ');
  const told = counted === '' ? '' : `\n\nDispatches of a step on WebGPU, counted: ${counted}.`;
  return `${table(['model', 'part', 'work', 'bytes moved', ...devices.map(({ name }) => name)], rows)}${told}`;
}

/** The report as a page. */
export function markdownOf(report: Report): string {
  const { machine, versions, ratios, graphics, gemm, lengths, heapMiB, agreements = [], notMeasured } = report;
  const versionList = Object.entries(versions).map(([name, version]) => `${name} ${version}`).join(', ');
  const told = Object.entries(ratios).map(([name, value]) => [name, value ?? 'not measured']);
  const own = report.rows.filter((row) => !isContest(row));
  const parts = [
    `Model ${report.model}; ${machine.processor}, ${machine.cores} cores, ${machine.memoryGiB} GiB; ${versionList}.`,
    table(['ratio', 'value'], told),
    ...(report.rows.some(isContest) ? [contestTables(report.rows.filter(isContest))] : []),
    ...agreements.map(({ place, form, mean, most }) =>
      `${place}, ${form}: log-probabilities of the two exports differ by ${mean} nats in the mean, ${most} at most.`),
    ...(own.length > 0 ? [engineTable(own)] : []),
    ...(report.work ? [workTable(report)] : []),
    ...(gemm ? [gemmTable(gemm)] : []),
    ...(lengths ? [costTable(lengths)] : []),
    ...(graphics ? [
      `A step of 150 rows on WebGPU: ${graphics.mapAsyncPerStep} mapAsync, ${graphics.dispatchesPerStep} dispatches, ` +
        `${bytes(graphics.readBackBytesPerStep150)} read back; nodes: ${graphics.gpuNodes} on the card, ${graphics.shapeNodes} of ` +
        `shape arithmetic and ${graphics.cpuNodes} others on the processor.`,
    ] : []),
    ...(heapMiB ? [
      `Heap after ${Math.min(50, heapMiB.sentences)} sentences ${heapMiB.after50} MiB, after ${heapMiB.sentences} ${heapMiB.last} MiB ` +
        `(${rounded((heapMiB.last / heapMiB.after50 - 1) * 100)} %).`,
    ] : []),
    ...(notMeasured.length > 0 ? [`Not measured: ${notMeasured.join(', ')}.`] : []),
  ];
  return `${parts.join('\n\n')}\n`;
}
