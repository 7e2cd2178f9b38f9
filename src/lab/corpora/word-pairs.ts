import { OtherwiseError } from '../../core/errors.ts';
import { foldWord } from '../../core/text/words.ts';
import { spearman } from '../../core/metrics/correlation.ts';
import { rounded } from '../tables/measures.ts';
import type { WordAssociation } from './pair-counts.ts';
import type { RawLine } from './references.ts';

/** Two words with what people say of their likeness, on any scale. */
export interface JudgedWords {
  readonly a: string;
  readonly b: string;
  readonly score: number;
}

const [firstWord, secondWord, simLex] = ['word1', 'word2', 'SimLex999'];

/**
 * Reads pairs of words that people judged: SimLex-999 as it is published (a header with `word1`, `word2`, `SimLex999`), or lines
 * of two words and a score. Of a pair that is there several times, in any order, the first counts (ParaNMT-50M, footnote 10).
 */
export function readJudgedWords(
  lines: readonly RawLine[],
): { readonly pairs: readonly JudgedWords[]; readonly errors: readonly { readonly line: number; readonly error: OtherwiseError }[] } {
  const head = (lines[0]?.text ?? '').split('\t').map((name) => name.trim());
  const hasHead = [firstWord, secondWord, simLex].every((name) => head.includes(name ?? ''));
  const columns = hasHead ? [firstWord, secondWord, simLex].map((name) => head.indexOf(name ?? '')) : [0, 1, 2];
  const pairs = new Map<string, JudgedWords>();
  const errors: { line: number; error: OtherwiseError }[] = [];
  for (const { number, text, error } of hasHead ? lines.slice(1) : lines) {
    const cells = text.split('\t');
    const [a = '', b = '', given = ''] = columns.map((column) => (cells[column] ?? '').trim());
    const score = given === '' ? NaN : Number(given);
    if (error || a === '' || b === '' || !Number.isFinite(score))
      errors.push({ line: number + 1, error: error ?? new OtherwiseError('bad-request', 'The line is not two words and a score.') });
    else if (!pairs.has(keyOf(foldWord(a), foldWord(b)))) pairs.set(keyOf(foldWord(a), foldWord(b)),
      { a: foldWord(a), b: foldWord(b), score });
  }
  return { pairs: [...pairs.values()], errors };
}

const keyOf = (a: string, b: string): string => [a, b].toSorted().join('\t');

/** The agreement of an association of words with people's judgements. */
export interface WordAgreement {
  /** Pairs that people judged, and those of them that have an association. */
  readonly n: number;
  readonly found: number;
  /** Spearman's rho in hundredths, four decimals; null for fewer than two pairs or constant values. */
  readonly spearman: number | null;
}

/** Returns ParaNMT-50M's Table 13: a pair without association counts as 0; of both orders, where they are there, the mean. */
export function wordAgreement(judged: readonly JudgedWords[], associations: readonly WordAssociation[]): WordAgreement {
  const wanted = new Map(judged.map(({ a, b }) => [keyOf(a, b), [] as number[]]));
  for (const { a, b, score } of associations) wanted.get(keyOf(a, b))?.push(score);
  const values = judged.map(({ a, b }) => {
    const scores = wanted.get(keyOf(a, b)) ?? [];
    return scores.length === 0 ? 0 : scores.reduce((sum, one) => sum + one, 0) / scores.length;
  });
  const rho = spearman(values, judged.map(({ score }) => score));
  const found = [...wanted.values()].filter((scores) => scores.length > 0).length;
  return { n: judged.length, found, spearman: rounded(rho === undefined ? undefined : 100 * rho) };
}
