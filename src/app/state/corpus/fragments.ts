import { align } from '../../../core/alignment/align.ts';
import type { WordAligner } from '../../../core/alignment/word-aligner.ts';

/** A stretch of a text; `fragment` is the number, from 1, of the fragment it belongs to. */
export interface FragmentStretch {
  readonly text: string;
  readonly fragment: number | undefined;
}

/** Two texts with their phrases that mean the same. */
export interface AlignedTexts {
  readonly source: readonly FragmentStretch[];
  readonly rewrite: readonly FragmentStretch[];
  /** Numbered from 1 by their place. */
  readonly fragments: readonly { readonly source: string; readonly rewrite: string }[];
}

/**
 * Finds the paraphrase fragments of a pair and their places in both texts (Wang & Callison-Burch 2011 §3.3). Without a trained aligner,
 * only equal words correspond.
 */
export function alignedOf(source: string, rewrite: string, model?: WordAligner): AlignedTexts {
  const found = align(rewrite, source, { aligner: 'both', extract: 'phrase', ...(model && { model }) }).fragments;
  const fragments = found.map(([right, left]) => ({ source: left, rewrite: right }));
  return {
    source: stretches(source, fragments.map((fragment) => fragment.source)),
    rewrite: stretches(rewrite, fragments.map((fragment) => fragment.rewrite)),
    fragments,
  };
}

/** Cuts a text into stretches, and marks its phrases by their numbers; a phrase that another one covers is not marked. */
function stretches(text: string, phrases: readonly string[]): FragmentStretch[] {
  const places: { start: number; end: number; fragment: number }[] = [];
  for (const [at, phrase] of phrases.entries()) {
    const isFree = (start: number): boolean => places.every((other) => start >= other.end || start + phrase.length <= other.start);
    let start = text.indexOf(phrase);
    while (start >= 0 && !isFree(start)) start = text.indexOf(phrase, start + 1);
    if (start >= 0) places.push({ start, end: start + phrase.length, fragment: at + 1 });
  }
  const parts: FragmentStretch[] = [];
  let from = 0;
  for (const { start, end, fragment } of places.sort((a, b) => a.start - b.start)) {
    if (start > from) parts.push({ text: text.slice(from, start), fragment: undefined });
    parts.push({ text: text.slice(start, end), fragment });
    from = end;
  }
  if (from < text.length) parts.push({ text: text.slice(from), fragment: undefined });
  return parts;
}
