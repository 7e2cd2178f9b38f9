import type { Maker, Measured } from './measure.svelte.ts';

const head = ['sentence', 'system', 'distance', 'rank', 'in_text', 'source', 'rewrite', 'meaning', 'overlap', 'tree_edit', 'word_edits', 'character_edits', 'forward', 'backward', 'score'] as const;

/** Pairs and what was measured of them as a table: fields parted by tabs, a pair a line, `head` first; a field is empty where nothing is known. */
export function measureTable(pairs: readonly Measured[], maker: Maker | undefined): string {
  const rows = pairs.map((pair) => [
    pair.sentence + 1, pair.rank === undefined ? '' : (maker?.system ?? ''), pair.rank === undefined ? '' : (maker?.distance ?? ''), pair.rank ?? '', pair.taken ? 1 : 0,
    pair.source.replace(/\s+/gu, ' '), pair.text.replace(/\s+/gu, ' '), ...[pair.meaning, pair.overlap].map((value) => value?.toFixed(1) ?? ''),
    pair.treeEdit ?? '', pair.wordEdits ?? '', pair.characterEdits ?? '', ...[pair.forward, pair.backward, pair.score].map((value) => value?.toFixed(4) ?? ''),
  ]);
  return [head, ...rows].map((fields) => fields.join('\t')).join('\n') + '\n';
}
