import { spread, type MeanAndDeviation } from '../corpora/fold-tables.ts';
import { alpha } from '../ratings/alpha.ts';
import { itemKey, type AnsweredItem } from './answered.ts';
import { questions, type SheetKind, type SheetQuestion } from './kinds.ts';
import type { KeyItem } from './table.ts';

/** The pairs of one range of scores, or of one system, with what people said of them. */
export interface SheetResult {
  /** The range as `(0.2, 0.4]`, or the system. */
  readonly group: string;
  readonly pairs: number;
  /** Trigram overlap of the pairs, 0–1. */
  readonly overlap: MeanAndDeviation | undefined;
  /** The number of pairs with each answer, lowest answer first, by question. */
  readonly counts: Readonly<Partial<Record<SheetQuestion['name'], readonly number[]>>>;
}

/** The results of several raters together. */
export interface SheetResults {
  readonly items: number;
  /** Krippendorff's alpha by question, answers as 1, 2, 3; undefined without any variety. */
  readonly agreement: Readonly<Partial<Record<SheetQuestion['name'], number | undefined>>>;
  /** The results by range, lowest first, or by system (fragments). */
  readonly rows: readonly SheetResult[];
}

interface JudgedItem {
  readonly key: KeyItem;
  /** Places of the answers among those of the question, from 0, one for each rater. */
  readonly given: Readonly<Partial<Record<SheetQuestion['name'], readonly number[]>>>;
}

/**
 * Returns ParaNMT's Table 3 or the fragments paper's Figure 2 and Table 2, over the raters who count. Of several raters of a pair the
 * middle answer counts, the lower one of two. Controls are left out.
 */
export function sheetResults(kind: SheetKind, answered: readonly AnsweredItem[]): SheetResults {
  const items = judgedItems(kind, answered.filter(({ key }) => key.control === undefined));
  const names = questions[kind].map(({ name }) => name);
  const groups = (item: JudgedItem): readonly string[] => (kind === 'fragments' ? item.key.systems : [item.key.group]);
  const all = [...new Set(items.flatMap(groups))].toSorted((a, b) => lowest(a) - lowest(b) ||
    a.localeCompare(b, 'en', { numeric: true }));
  return {
    items: items.length,
    agreement: Object.fromEntries(names.map((name) => [name, alpha(items.map(({ given }) => given[name] ?? []))])),
    rows: all.map((group) => resultOf(kind, group, items.filter((item) => groups(item).includes(group)))),
  };
}

/** The lower bound in the name of a range; 0 for a system. */
const lowest = (group: string): number => Number(/^[([](-?[\d.]+),/.exec(group)?.[1] ?? 0);

function judgedItems(kind: SheetKind, answered: readonly AnsweredItem[]): JudgedItem[] {
  const items = new Map<string, { key: KeyItem; given: Partial<Record<SheetQuestion['name'], number[]>> }>();
  for (const one of answered) {
    const item = items.get(itemKey(one)) ?? { key: one.key, given: {} };
    items.set(itemKey(one), item);
    for (const { name, answers = [] } of questions[kind]) {
      const answer = one.answers[name];
      if (answer !== undefined) (item.given[name] ??= []).push(answers.indexOf(answer));
    }
  }
  return [...items.values()];
}

function resultOf(kind: SheetKind, group: string, items: readonly JudgedItem[]): SheetResult {
  return {
    group, pairs: items.length, overlap: spread(items.flatMap(({ key }) => key.overlap ?? [])),
    counts: Object.fromEntries(questions[kind].map(({ name, answers = [] }) => {
      const middles = items.map(({ given }) => middleOf(given[name] ?? []));
      return [name, answers.map((_, at) => middles.filter((middle) => middle === at).length)];
    })),
  };
}

/** The median, of an even number the lower one; undefined for none. */
const middleOf = (values: readonly number[]): number | undefined => values.toSorted((a, b) => a - b)[(values.length - 1) >> 1];
