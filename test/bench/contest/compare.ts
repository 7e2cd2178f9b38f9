import { type ContestRow, median, rounded } from '../report/row.ts';
import { type Agreement, requireAgreement } from './agreement.ts';
import { type System, systems, type Task, titles } from './contestant.ts';
import type { Remote } from './remote.ts';
import type { Measured, Opening } from './side.ts';

/** Rows that are sampled for a sentence, each of so many forced pieces. */
export interface Cell {
  readonly batch: number;
  readonly steps: number;
}

/** A comparison: its place, its cells and how long it may take. */
export interface Comparison {
  readonly place: string;
  readonly opening: Omit<Opening, 'system'>;
  readonly cells: readonly Cell[];
  /** Candidates that are scored, and their length in pieces; nothing is scored without. */
  readonly scored?: Cell | undefined;
  /** Runs of each job and system, unless they take longer than `budget` milliseconds together: then as many as fit, one at least. */
  readonly times: number;
  readonly budget: number;
  readonly say: (text: string) => void;
}

/** The results of a comparison. */
export interface Compared {
  readonly rows: ContestRow[];
  readonly agreement: Agreement;
}

/** Calls of a loop that are made; each is like the others. */
const LOOPED = 10;
type Sides = ReadonlyMap<System, Remote>;
/** A job of a system: how many rows it computed, and what that took. */
type Job = (system: System, side: Remote) => Promise<{ computed: number; measured: Measured }>;

/** Runs the comparison in one place, the systems taking turns. @throws Error when they don't compute the same */
export async function compare(comparison: Comparison, open: () => Promise<Remote>): Promise<Compared> {
  const { opening, cells, scored, place, say } = comparison;
  const sides = new Map<System, Remote>();
  try {
    const task = await openAll(sides, comparison, open);
    const agreement = { place, form: opening.form, ...await agreementOf(sides, task) };
    say(`${place}, ${opening.form}: log-probabilities differ by ${agreement.mean} nats in the mean, ${agreement.most} at most`);
    requireAgreement(agreement);
    const rows: ContestRow[] = [];
    for (const cell of cells) rows.push(...await sampling(comparison, sides, cell));
    if (scored) rows.push(...await scoring(comparison, sides, scored));
    return { rows, agreement };
  } finally {
    for (const side of sides.values()) await side.close().catch(() => undefined);
  }
}

/** Opens every system in a process or page of its own and warms it up. */
async function openAll(sides: Map<System, Remote>, { opening, say }: Comparison, open: () => Promise<Remote>): Promise<Task> {
  let task: Task | undefined;
  for (const system of systems.toReversed()) {
    const side = await open();
    sides.set(system, side);
    task = await side.open({ ...opening, system }, task);
    const { rows } = await side.sample(2, 3);
    await side.score(rows);
    say(`${titles[system]} is open`);
  }
  return task as Task;
}

/** Measures how far ours and any other differ, on the path of decoding and on that of scoring. */
async function agreementOf(sides: Sides, task: Task): Promise<{ mean: number; most: number }> {
  const of = async (side: Remote): Promise<number[]> =>
    [...await side.follow(task.source), ...(await side.score([task.source, task.source.toReversed()])).logProbs.flat()];
  const ours = await of(sides.get('ours') as Remote);
  const away: number[] = [];
  for (const [system, side] of sides) {
    if (system === 'ours') continue;
    const found = await of(side);
    away.push(...ours.map((value, i) => Math.abs(value - (found[i] ?? NaN))));
  }
  return { mean: rounded(away.reduce((sum, one) => sum + one, 0) / away.length, 6), most: rounded(Math.max(...away), 6) };
}

function sampling(comparison: Comparison, sides: Sides, { batch, steps }: Cell): Promise<ContestRow[]> {
  const job: Job = async (system, side) => {
    const computed = system === 'loop' ? Math.min(batch, LOOPED) : batch;
    const { measured, rows } = await side.sample(computed, steps);
    if (rows.length !== computed || rows.some((row) => row.length !== steps)) throw new Error(`${titles[system]} left out pieces.`);
    return { computed, measured };
  };
  return inTurn(comparison, sides, { name: 'sampling', batch, steps, tokens: batch * steps, per: steps, job });
}

/** Scores the same candidates with all; those of ours. */
async function scoring(comparison: Comparison, sides: Sides, { batch, steps }: Cell): Promise<ContestRow[]> {
  const { rows: candidates } = await (sides.get('ours') as Remote).sample(batch, steps);
  const job: Job = async (system, side) => {
    const computed = system === 'loop' ? Math.min(batch, LOOPED) : batch;
    const { measured } = await side.score(candidates.slice(0, computed));
    return { computed, measured };
  };
  return inTurn(comparison, sides, { name: 'scoring', batch, steps, tokens: batch * steps, per: batch, job });
}

/** A job of all systems, and what its figures are divided by. */
interface Contest extends Cell {
  readonly name: ContestRow['name'];
  readonly tokens: number;
  readonly per: number;
  readonly job: Job;
}

/** Lets the systems do a job in turn, each as often as its time allows. */
async function inTurn(comparison: Comparison, sides: Sides, contest: Contest): Promise<ContestRow[]> {
  const found = new Map<System, { computed: number; measured: Measured }[]>(systems.map((system) => [system, []]));
  for (let time = 0; time < comparison.times; time += 1) {
    for (const [system, runs] of found) {
      const spent = runs.reduce((sum, { measured }) => sum + measured.milliseconds, 0);
      const last = runs.at(-1)?.measured.milliseconds ?? 0;
      if (time > 0 && spent + last > comparison.budget) continue;
      runs.push(await contest.job(system, sides.get(system) as Remote));
    }
  }
  return systems.map((system) => {
    const row = rowOf(comparison, contest, system, found.get(system) ?? []);
    comparison.say(`${row.name} ${row.batch} × ${row.steps}, ${titles[system]}: ${row.milliseconds} ms, ${row.times} time(s)`);
    return row;
  });
}

/** Runs of a job by one system. */
type Runs = readonly { readonly computed: number; readonly measured: Measured }[];

function rowOf({ place, opening }: Comparison, contest: Contest, system: System, runs: Runs): ContestRow {
  const { model, form, threads } = opening;
  const { name, batch, steps, tokens, per } = contest;
  const computed = runs[0]?.computed ?? batch;
  const of = (value: (measured: Measured) => number): number => median(runs.map(({ measured }) => value(measured)));
  const share = batch / computed;
  const milliseconds = share * of((one) => one.milliseconds);
  return {
    name, place, model, form, threads, system, batch, steps, computed, times: runs.length,
    milliseconds: rounded(milliseconds),
    cpuMilliseconds: rounded(share * of((one) => one.processorMilliseconds ?? one.milliseconds)),
    tokensPerSecond: rounded((tokens / milliseconds) * 1000),
    readBackBytesPerStep: Math.round((share * of((one) => one.bytes)) / per),
    peakMiB: Math.round(Math.max(...runs.map(({ measured }) => measured.peak)) / 2 ** 20),
    firstMilliseconds: rounded(of((one) => one.first)),
    mapAsyncPerStep: rounded((share * of((one) => one.mapAsync)) / per, 2),
    dispatchesPerStep: rounded((share * of((one) => one.dispatches)) / per, 1),
  };
}
