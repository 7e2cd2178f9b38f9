/** A document as its terms weigh in it; terms are numbered from the one that most documents have. */
export interface DocumentVector {
  /** The numbers of the terms, ascending. */
  readonly terms: Int32Array;
  /** The weight of each of `terms`; all of them a vector of length 1, or empty for a document without words. */
  readonly weights: Float64Array;
}

/**
 * Returns TF-IDF vectors of length 1: raw counts times ln((1 + n) / (1 + df)) + 1, n documents of which df have the term (the
 * smoothing of scikit-learn; Wang & Callison-Burch 2011 §3.1 leave the formula to their search engine).
 *
 * @param documents words of each, in one spelling
 * @returns one vector a document
 */
export function documentVectors(documents: Iterable<readonly string[]>): DocumentVector[] {
  const { counted, frequencies } = countTerms(documents);
  const order = Array.from(frequencies.keys()).sort((a, b) => (frequencies[b] ?? 0) - (frequencies[a] ?? 0));
  const numbers = new Int32Array(order.length);
  order.forEach((term, number) => { numbers[term] = number; });
  const idfs = frequencies.map((frequency) => Math.log((1 + counted.length) / (1 + frequency)) + 1);
  return counted.map(({ terms, counts }) => {
    const weighed = Array.from(terms, (term, at) => ({ number: numbers[term] ?? 0, weight: (counts[at] ?? 0) * (idfs[term] ?? 0) }));
    weighed.sort((a, b) => a.number - b.number);
    const length = Math.sqrt(weighed.reduce((sum, { weight }) => sum + weight * weight, 0));
    return {
      terms: Int32Array.from(weighed, ({ number }) => number), weights: Float64Array.from(weighed, ({ weight }) => weight / length),
    };
  });
}

interface TermCounts {
  readonly terms: Int32Array;
  readonly counts: Int32Array;
}

/** Numbers the terms as they come, and counts the documents that have each. */
function countTerms(documents: Iterable<readonly string[]>): { counted: TermCounts[]; frequencies: number[] } {
  const known = new Map<string, number>();
  const frequencies: number[] = [];
  const counted = Array.from(documents, (words): TermCounts => {
    const own = new Map<number, number>();
    for (const word of words) {
      const term = known.get(word) ?? known.size;
      known.set(word, term);
      own.set(term, (own.get(term) ?? 0) + 1);
    }
    for (const term of own.keys()) frequencies[term] = (frequencies[term] ?? 0) + 1;
    return { terms: Int32Array.from(own.keys()), counts: Int32Array.from(own.values()) };
  });
  return { counted, frequencies };
}
