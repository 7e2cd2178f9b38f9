import type { MeasuredPair } from '../../../core/metrics/summary.ts';
import type { Approach } from '../settings/approach.ts';

/** A maker of rewrites: an approach, at a distance from 0 to 4. */
export interface Maker {
  readonly approach: Approach;
  readonly distance: number;
}

/** A rewrite of a sentence with its measures. Scores in nats a token. */
export interface Measured extends MeasuredPair {
  /** Place of the sentence in the text, from 0. */
  readonly sentence: number;
  /** From 1; undefined for a rewrite in the text that no kept result holds. */
  readonly rank: number | undefined;
  readonly forward: number | undefined;
  readonly backward: number | undefined;
  readonly score: number | undefined;
  /** Tells whether it stands in the text. */
  readonly taken: boolean;
}

const head = [
  'sentence',
  'system',
  'distance',
  'rank',
  'in_text',
  'source',
  'rewrite',
  'meaning',
  'overlap',
  'tree_edit',
  'word_edits',
  'character_edits',
  'forward',
  'backward',
  'score',
] as const;

/**
 * Writes pairs and their measures as a table: fields parted by tabs, a pair a line, `head` first; a field is empty where nothing is known.
 */
export function measureTable(pairs: readonly Measured[], maker: Maker | undefined): string {
  const rows = pairs.map((pair) => [
    pair.sentence + 1,
    pair.rank === undefined ? '' : (maker?.approach ?? ''),
    pair.rank === undefined ? '' : (maker?.distance ?? ''),
    pair.rank ?? '',
    pair.taken ? 1 : 0,
    pair.source.replace(/\s+/gu, ' '),
    pair.text.replace(/\s+/gu, ' '),
    ...[pair.meaning, pair.overlap].map((value) => value?.toFixed(1) ?? ''),
    pair.treeEdit ?? '',
    pair.wordEdits ?? '',
    pair.characterEdits ?? '',
    ...[pair.forward, pair.backward, pair.score].map((value) => value?.toFixed(4) ?? ''),
  ]);
  return [head, ...rows].map((fields) => fields.join('\t')).join('\n') + '\n';
}
