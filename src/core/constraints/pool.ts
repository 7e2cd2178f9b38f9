/** A table that gives the IDF of a word, in bits. */
export interface IdfSource {
  idf(word: string): number | undefined;
}

export interface PoolToken {
  readonly word: string;
  /** The inverse document frequency, bits. */
  readonly idf: number;
  /** The index of its first occurrence in the sentence. */
  readonly position: number;
}

export interface PoolOptions {
  /** The least IDF, bits; below it only prepositions are candidates. */
  readonly minimum: number;
  /** The most IDF, bits; above it a word counts as over-specialised. */
  readonly maximum: number;
}

/** The prepositions that are candidates whatever their IDF (ParaBank §3.2). */
export const prepositions: ReadonlySet<string> = new Set('about as at by for from in into of on onto over to with'.split(' '));

/**
 * Gives the candidate tokens of a sentence in falling order of IDF (ParaBank §3.2): tokens made wholly of lower-case letters with an IDF
 * within the bounds, and 14 prepositions whatever theirs. A repeated token is one entry, ties stay in sentence order, a token without an
 * IDF is no candidate.
 */
export function candidatePool(tokens: readonly string[], idf: IdfSource, { minimum, maximum }: PoolOptions): PoolToken[] {
  const pool = new Map<string, PoolToken>();
  tokens.forEach((token, position) => {
    const word = token.normalize('NFC');
    if (!/^\p{Ll}+$/u.test(word) || pool.has(word)) return;
    const value = idf.idf(word);
    if (value === undefined || Number.isNaN(value)) return;
    if (prepositions.has(word) || (value >= minimum && value <= maximum)) pool.set(word, { word, idf: value, position });
  });
  return [...pool.values()].sort((a, b) => b.idf - a.idf || a.position - b.position);
}
