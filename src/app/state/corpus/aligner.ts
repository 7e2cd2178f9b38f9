import { LexicalTable } from '../../../core/alignment/lexical-table.ts';
import { WordAligner } from '../../../core/alignment/word-aligner.ts';
import { fetchTable } from '../../platform/tables.ts';

let loading: Promise<WordAligner | undefined> | undefined;

/** Fetches the trained word aligner, once; undefined where it can't be fetched: then only equal words are linked. */
export function loadAligner(): Promise<WordAligner | undefined> {
  loading ??= fetchTable('aligner.tsv').then(
    (table) => new WordAligner(LexicalTable.from(table)),
  ).catch(() => {
    loading = undefined;
    return undefined;
  });
  return loading;
}
