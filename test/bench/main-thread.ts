/** The tasks of one thread, as a browser's trace tells of them. */

/** An event of the trace, as Chromium writes them; times in microseconds, `tdur` of processor time. */
export interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly data?: Readonly<Record<string, unknown>> };
}

/** A task of the thread, milliseconds by the wall and of processor time. */
export interface Task {
  readonly wall: number;
  readonly cpu: number;
  /** The parts that took the time in it, the most first: milliseconds by the wall of each kind of event but for what is inside it. */
  readonly parts: Readonly<Record<string, number>>;
}

/** Parts that are named of a task. */
const PARTS = 4;

/**
 * The tasks of the thread on which the page made a mark.
 * @param events a whole trace with the categories of `CATEGORIES`
 * @param mark name of a `performance.mark` that the page made while it was traced
 * @returns the tasks, the longest by the wall first
 * @throws Error where no thread made the mark
 */
export function tasksBeside(events: readonly TraceEvent[], mark: string): Task[] {
  const marked = events.find(({ name }) => name === mark);
  if (marked === undefined) throw new Error(`The trace has no mark '${mark}'.`);
  const own = events.filter(({ pid, tid, ph }) => pid === marked.pid && tid === marked.tid && ph === 'X').sort(byTime);
  const tasks: Task[] = [];
  for (let at = 0; at < own.length; at += 1) {
    const task = own[at];
    if (task?.name !== 'RunTask') continue;
    const end = endOf(task);
    let after = at + 1;
    while (after < own.length && (own[after]?.ts ?? 0) < end) after += 1;
    tasks.push({ wall: rounded(task.dur), cpu: rounded(task.tdur), parts: partsOf(own.slice(at, after)) });
    at = after - 1;
  }
  return tasks.sort((a, b) => b.wall - a.wall);
}

/** The categories of a trace that `tasksBeside` reads. */
export const CATEGORIES = ['-*', 'devtools.timeline', 'disabled-by-default-devtools.timeline', 'blink.user_timing', 'v8'];

/** Gives the parts of a task; `events`: the task, then those inside it by their beginning. */
function partsOf(events: readonly TraceEvent[]): Record<string, number> {
  const spent = new Map<string, number>();
  const add = (name: string, duration: number): void => { spent.set(name, (spent.get(name) ?? 0) + duration); };
  const open: TraceEvent[] = [];
  for (const event of events) {
    while (open.length > 0 && endOf(open.at(-1)) <= event.ts) open.pop();
    const around = open.at(-1);
    if (around !== undefined) add(nameOf(around), -(event.dur ?? 0));
    add(nameOf(event), event.dur ?? 0);
    open.push(event);
  }
  const named = [...spent].sort((a, b) => b[1] - a[1]).slice(0, PARTS).map(([name, time]) => [name, rounded(time)] as const);
  return Object.fromEntries(named.filter(([, time]) => time > 0));
}

/** A call is named by its function and where that stands, another event by its kind. */
function nameOf({ name, args }: TraceEvent): string {
  const { functionName, url, lineNumber, columnNumber, type } = args?.data ?? {};
  if (typeof type === 'string') return `${name} ${type}`;
  if (typeof url !== 'string') return name;
  const [line, column] = [lineNumber, columnNumber].map((number) => (typeof number === 'number' ? `:${number}` : ''));
  return `${name} ${typeof functionName === 'string' ? functionName : ''} ${url.slice(url.lastIndexOf('/') + 1)}${line}${column}`;
}

const endOf = (event: TraceEvent | undefined): number => (event?.ts ?? 0) + (event?.dur ?? 0);
/** Orders events by time; of two that begin together the longer one comes first, as it is around the other. */
const byTime = (a: TraceEvent, b: TraceEvent): number => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0);
/** Gives microseconds as milliseconds. */
const rounded = (time = 0): number => Math.round(time / 100) / 10;
