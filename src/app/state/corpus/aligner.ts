import { LexicalTable } from '../../../core/alignment/lexical-table.ts';
import { WordAligner } from '../../../core/alignment/word-aligner.ts';
import { fetchTable } from '../../platform/tables.ts';

let loading: Promise<WordAligner | undefined> | undefined;

/** The trained word aligner, fetched once; undefined where it can't be had now: then words stand for their like alone. */
export function loadAligner(): Promise<WordAligner | undefined> {
  loading ??= fetchTable('aligner.tsv').then(
    (table) => new WordAligner(LexicalTable.from(table)),
  ).catch(() => {
    loading = undefined;
    return undefined;
  });
  return loading;
}
