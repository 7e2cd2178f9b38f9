import { turn } from '../../platform/turn.ts';
import type { CorpusEntry } from '../../../lab/corpus/entry.ts';
import { corpusHeader, corpusLines, type CorpusForm } from '../../../lab/corpus/forms.ts';
import type { TableRow } from './order.ts';

export { corpusForms, type CorpusForm } from '../../../lab/corpus/forms.ts';

/** The number of pairs after which the page has its turn. */
const SLICE = 2000;
const types: Readonly<Record<CorpusForm, string>> = { jsonl: 'application/x-ndjson', tsv: 'text/tab-separated-values' };

/** Writes entries as a file, in their order; the page goes on meanwhile. */
export async function corpusFile(entries: Iterable<CorpusEntry>, form: CorpusForm): Promise<Blob> {
  const parts: string[] = [corpusHeader(form)];
  let lines: string[] = [];
  for (const entry of entries) {
    if (lines.push(corpusLines(entry, form)) < SLICE) continue;
    parts.push(lines.join(''));
    lines = [];
    await turn();
  }
  return new Blob([...parts, lines.join('')], { type: `${types[form]};charset=utf-8` });
}

/**
 * Gives entries with chosen pairs and no others: for a TSV one for each pair, as they come; for JSON one for each source, where its first
 * pair stands.
 */
export function* entriesOf(pairs: Iterable<TableRow>, form: CorpusForm): Generator<CorpusEntry> {
  if (form === 'tsv') for (const { entry, rewrite } of pairs) yield { ...entry, rewrites: [rewrite] };
  else for (const [entry, ranks] of ranksOf(pairs)) yield { ...entry, rewrites: entry.rewrites.filter((_, at) => ranks.has(at + 1)) };
}

function ranksOf(pairs: Iterable<TableRow>): Map<CorpusEntry, Set<number>> {
  const chosen = new Map<CorpusEntry, Set<number>>();
  for (const { entry, rank } of pairs) {
    const ranks = chosen.get(entry);
    if (ranks === undefined) chosen.set(entry, new Set([rank]));
    else ranks.add(rank);
  }
  return chosen;
}
