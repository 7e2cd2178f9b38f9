/** Comparable documents and sentences by their definitions, every pair on its own; see `src/lab/mining`. */

/** Gives the cosine of all pairs of documents, by TF-IDF over the whole vocabulary. */
export function plainCosines(documents: readonly (readonly string[])[]): { a: number; b: number; score: number }[] {
  const vocabulary = [...new Set(documents.flat())];
  const idf = (word: string): number =>
    Math.log((1 + documents.length) / (1 + documents.filter((words) => words.includes(word)).length)) + 1;
  const vectors = documents.map((words) => vocabulary.map((word) => words.filter((other) => other === word).length * idf(word)));
  const dot = (x: readonly number[], y: readonly number[]): number => x.reduce((sum, value, at) => sum + value * (y[at] ?? 0), 0);
  return vectors.flatMap((x, b) => vectors.slice(0, b).map((y, a) => {
    const lengths = Math.sqrt(dot(x, x) * dot(y, y));
    return { a, b, score: lengths === 0 ? 0 : dot(x, y) / lengths };
  }));
}

/** Divides the shared n-grams of 1 to `orders` words by those of the shorter side; each is crossed out once it was met. */
export function plainComparability(a: readonly string[], b: readonly string[], orders: number): number {
  const [left, right] = [a, b].map((words) => Array.from({ length: orders }, (_, at) => at + 1).flatMap((order) =>
    words.flatMap((_, from) => (from + order <= words.length ? [JSON.stringify(words.slice(from, from + order))] : [])),
  )) as [string[], string[]];
  const fewer = Math.min(left.length, right.length);
  const rest = [...right];
  const shared = left.filter((ngram) => {
    const at = rest.indexOf(ngram);
    if (at >= 0) rest.splice(at, 1);
    return at >= 0;
  });
  return fewer === 0 ? 0 : shared.length / fewer;
}
