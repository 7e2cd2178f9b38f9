import { paraphraseRanges, isWithin, type FoldRange } from '../corpora/folds.ts';
import type { SheetKind } from './kinds.ts';
import type { SheetPair } from './pair.ts';

/** The bands of scores that documents and sentences are judged by, lowest first (Wang & Callison-Burch 2011, §3.1 and footnote 3). */
const edges: Readonly<Record<'documents' | 'sentences', readonly number[]>> = {
  documents: [0, 0.8, 0.9, 1],
  sentences: [0, 0.1, 0.115, 0.138, 0.206, 1],
};

/** Says what pairs are drawn from, apart: ranges of scores, or for fragments what found them; ParaBank's rewrites are not parted. */
export function groupsOf(kind: SheetKind, pairs: readonly SheetPair[]): ReadonlyMap<string, SheetPair[]> {
  const groups = new Map<string, SheetPair[]>(rangesOf(kind).map((range) => [nameOf(range), []]));
  for (const pair of pairs) {
    const name = groupOf(kind, pair);
    if (name === undefined) continue;
    const group = groups.get(name);
    if (group) group.push(pair);
    else groups.set(name, [pair]);
  }
  return groups;
}

/** @returns undefined for a pair in no range */
function groupOf(kind: SheetKind, { score, systems }: SheetPair): string | undefined {
  if (kind === 'parabank') return '';
  if (kind === 'fragments') return systems.join(' ');
  const range = rangesOf(kind).find((one) => score !== undefined && isWithin(score, one));
  return range && nameOf(range);
}

/** The ranges of a kind, lowest first; none for a kind that has none. */
function rangesOf(kind: SheetKind): readonly FoldRange[] {
  if (kind === 'parabank' || kind === 'fragments') return [];
  if (kind === 'paranmt') return paraphraseRanges;
  const [, ...others] = edges[kind];
  return others.map((most, at) => ({ above: at === 0 ? -Infinity : edges[kind][at] ?? 0, most: at === others.length - 1 ? Infinity
    : most }));
}

const nameOf = ({ above, most }: FoldRange): string =>
  `${Number.isFinite(above) ? `(${above}` : '[-1'}, ${Number.isFinite(most) ? most : '1'}]`;
