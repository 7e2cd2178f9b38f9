import type { DocumentVector } from './document-vectors.ts';

/** Two documents by their places, `a` before `b`, and their cosine, 0 to 1. */
export interface DocumentPair {
  readonly a: number;
  readonly b: number;
  readonly score: number;
}

/** Sums in another order differ by less. */
const ROUNDING = 1e-9;

interface Posting {
  readonly documents: number[];
  readonly weights: number[];
}

/**
 * Returns all pairs of documents with a cosine above `above` (0 to 1): for each document as `b` those of earlier ones, in order.
 *
 * Only the end of each vector, its rarest terms, goes into an inverted index. The beginning is left out as long as it
 * is no longer than `above`: two documents that share no indexed term have a cosine no greater than that (Bayardo, Ma &
 * Srikant 2007, "Scaling Up All Pairs Similarity Search", with the bound of Anastasiu & Karypis 2014).
 */
export function* similarDocuments(vectors: readonly DocumentVector[], above: number): Generator<DocumentPair[], void> {
  const index = new Map<number, Posting>();
  /** Length of what each document has outside the index. */
  const outside = new Float64Array(vectors.length);
  const sums = new Float64Array(vectors.length);
  const spread = new Float64Array(1 + vectors.reduce((most, { terms }) => Math.max(most, terms.at(-1) ?? 0), 0));
  for (const [b, vector] of vectors.entries()) {
    const met = addShared(vector, index, sums).sort((one, other) => one - other);
    vector.terms.forEach((term, at) => { spread[term] = vector.weights[at] ?? 0; });
    const pairs: DocumentPair[] = [];
    for (const a of met) {
      const bound = (sums[a] ?? 0) + (outside[a] ?? 0) + ROUNDING;
      sums[a] = 0;
      if (bound <= above) continue;
      const score = Math.min(1, product(vectors[a], spread));
      if (score > above) pairs.push({ a, b, score });
    }
    for (const term of vector.terms) spread[term] = 0;
    outside[b] = addToIndex(b, vector, above, index);
    yield pairs;
  }
}

/** Adds to `sums` what the indexed parts of earlier documents share with a vector. @returns these documents */
function addShared({ terms, weights }: DocumentVector, index: ReadonlyMap<number, Posting>, sums: Float64Array): number[] {
  const met: number[] = [];
  for (let at = 0; at < terms.length; at++) {
    const posting = index.get(terms[at] as number);
    if (posting === undefined) continue;
    const weight = weights[at] as number;
    for (let place = 0; place < posting.documents.length; place++) {
      const document = posting.documents[place] as number;
      const sum = sums[document] as number;
      if (sum === 0) met.push(document);
      sums[document] = sum + weight * (posting.weights[place] as number);
    }
  }
  return met;
}

/** Indexes the terms from the one on with which the vector gets longer than `above`. @returns the length of what is left out */
function addToIndex(document: number, { terms, weights }: DocumentVector, above: number, index: Map<number, Posting>): number {
  let [squares, left] = [0, 0];
  for (let at = 0; at < terms.length; at++) {
    const weight = weights[at] as number;
    squares += weight * weight;
    if (Math.sqrt(squares) <= above - ROUNDING) {
      left = squares;
      continue;
    }
    const term = terms[at] as number;
    const posting = index.get(term) ?? { documents: [], weights: [] };
    if (posting.documents.length === 0) index.set(term, posting);
    posting.documents.push(document);
    posting.weights.push(weight);
  }
  return Math.sqrt(left);
}

function product(vector: DocumentVector | undefined, spread: Float64Array): number {
  let sum = 0;
  if (vector === undefined) return sum;
  for (let at = 0; at < vector.terms.length; at++) sum += (vector.weights[at] as number) * (spread[vector.terms[at] as number] as number);
  return sum;
}
