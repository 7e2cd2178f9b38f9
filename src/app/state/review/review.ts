import type { Rewrite } from '../../../core/protocol.ts';
import type { Fixed } from '../../../rich/fixed-lines.ts';
import type { Span } from '../../../core/text/words.ts';

export type { Fixed };

/** The parts of a document that the review reads. */
export interface Reviewed {
  readonly text: string;
  readonly sentences: readonly Span[];
  /** The sentence a rewrite took the place of; any other sentence itself. */
  sourceOf(sentence: string): string;
}

/** A sentence of the text beside its original. */
export interface ReviewRow {
  /** Place in the text, from 0. */
  readonly index: number;
  readonly before: string;
  readonly after: string;
  /** Tells whether a blank line stands before it. */
  readonly paragraph: boolean;
}

/** The state of a sentence: replaced, a rewrite is offered, left as it is by the user; or not asked for, or nothing found. */
export type SentenceStatus = 'taken' | 'offered' | 'left' | 'same';

/** A sentence with the rewrites that may take its place, the one that is shown first. */
export interface Offer extends ReviewRow {
  readonly standing: SentenceStatus;
  readonly offers: readonly Rewrite[];
  /** Tells whether the user turned from one rewrite to another: the first one is their choice. */
  readonly turned?: boolean | undefined;
  /** The kind of a sentence that is left alone: a greeting, a heading. */
  readonly fixed?: Fixed | undefined;
}

/** Returns every sentence, in order. Where nothing was replaced, `before` is `after`. */
export function rowsOf({ text, sentences, sourceOf }: Reviewed): ReviewRow[] {
  return sentences.map((span, index) => {
    const gap = text.slice(sentences[index - 1]?.end ?? 0, span.start);
    return { index, before: sourceOf(span.text), after: span.text, paragraph: index > 0 && /\n\s*\n/u.test(gap) };
  });
}

/** Returns the replaced sentences as a table: number from 1, before, after; one change a line. */
export function changeTable(rows: readonly ReviewRow[], head: readonly [string, string, string]): string {
  const lines = rows.filter((row) => row.before !== row.after).map((row) => [String(row.index + 1), row.before, row.after]);
  return tableOf([head, ...lines]);
}

/** A sentence and its rewrites. */
export interface RewrittenSentence {
  readonly source: string;
  readonly rewrites: readonly Rewrite[];
}

/**
 * Returns rewrites as a table: number of the sentence from 1, the sentence, a rewrite, how probably it is right, and the share of other
 * words (0 to 1; empty where unknown); one rewrite a line.
 */
export function rewriteTable(made: readonly RewrittenSentence[], head: readonly [string, string, string, string, string]): string {
  const figure = (value: number | undefined): string => value?.toFixed(3) ?? '';
  const lines = made.flatMap(({ source, rewrites }, at) =>
    rewrites.map(({ text, right, distance }) => [String(at + 1), source, text, figure(right), figure(distance)]),
  );
  return tableOf([head, ...lines]);
}

/** Joins fields by tabs, one row a line. */
const tableOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((fields) => `${fields.map((field) => field.replace(/\s+/gu, ' ')).join('\t')}\n`).join('');
