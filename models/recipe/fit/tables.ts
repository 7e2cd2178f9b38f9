import type { Judged } from './judged.ts';

/** A judged rewrite with its probability by a fit without its source. */
export interface Rated {
  readonly judged: Judged;
  readonly isGood: boolean;
  readonly isBroken: boolean;
  /** Of the words, 0–1. */
  readonly distance: number;
  readonly right: number;
}

/** From this distance a rewrite counts as bold, words ∩/∪. */
const BOLD = 0.4;
const isRated = ({ judge }: Judged): boolean => judge === 'readers' || judge === 'pool';
const groups: readonly (readonly [string, (one: Rated) => boolean])[] = [
  ['all', ({ judged }) => judged.judge !== 'rule'],
  ['rated on scales', ({ judged }) => isRated(judged)],
  ['strict', ({ judged }) => judged.judge === 'editor'],
  ['sampled boldly', ({ judged }) => judged.isBold],
  ['at least 40 % other words', ({ judged, distance }) => judged.judge !== 'rule' && distance >= BOLD],
  ['written and changed by rule', ({ judged }) => judged.judge === 'rule'],
];

const percent = (part: number, whole: number): string => (whole === 0 ? '–' : ((100 * part) / whole).toFixed(1));

/**
 * Of all pairs of a good and another rewrite of a source, in which share the good one is likelier; what breaks an
 * invariant is behind all others.
 */
export function inOrder(rated: readonly Rated[]): string {
  const rows = groups.map(([name, wanted]) => {
    const [pairs, right] = orderOf(rated.filter(wanted));
    return `| ${name} | ${pairs} | ${percent(right, pairs)} |`;
  });
  return `| rewrites | pairs | the good one first, % |\n|---|---:|---:|\n${rows.join('\n')}\n`;
}

function orderOf(some: readonly Rated[]): [pairs: number, right: number] {
  const bySource = new Map<string, Rated[]>();
  for (const one of some) bySource.set(one.judged.source, [...(bySource.get(one.judged.source) ?? []), one]);
  let [pairs, right] = [0, 0];
  for (const own of bySource.values()) {
    for (const good of own.filter(({ isGood }) => isGood)) {
      for (const other of own.filter(({ isGood }) => !isGood)) {
        pairs += 1;
        if (valueOf(good) > valueOf(other)) right += 1;
      }
    }
  }
  return [pairs, right];
}

const valueOf = ({ isBroken, right }: Rated): number => right - (isBroken ? 1 : 0);

const grid = [0, 0.05, 0.1, 0.15, 0.2, 0.22, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6];

/** Of the rewrites rated on scales, per cent stopped by an invariant or below a probability, and how many of the others are good. */
export function losses(rated: readonly Rated[]): string {
  const scaled = rated.filter(({ judged }) => isRated(judged));
  const rows = grid.map((limit) => {
    const isStopped = (one: Rated): boolean => one.isBroken || one.right < limit;
    const share = (wanted: (one: Rated) => boolean): string => {
      const own = scaled.filter(wanted);
      return percent(own.filter(isStopped).length, own.length);
    };
    const left = scaled.filter((one) => !isStopped(one));
    const close = share(({ isGood, distance }) => isGood && distance < BOLD);
    const bold = share(({ isGood, distance }) => isGood && distance >= BOLD);
    const right = percent(left.filter(({ isGood }) => isGood).length, left.length);
    return `| ${limit} | ${close} | ${bold} | ${share(({ isGood }) => !isGood)} | ${right} |`;
  });
  return `| below | good close | good bold | others | good among what is left |\n|---:|---:|---:|---:|---:|\n${rows.join('\n')}\n`;
}
