/** Pointwise mutual information by its definition, one count at a time over all pairs; nothing is shared with `src/lab/corpora`. */
export type PlainPair = readonly [reference: readonly string[], translation: readonly string[]];

export interface PlainAssociation {
  readonly a: string;
  readonly b: string;
  readonly count: number;
  readonly score: number;
}

export function plainAssociations(
  pairs: readonly PlainPair[],
  measure: 'adjusted' | 'cross' | 'single',
  minCount: number,
): PlainAssociation[] {
  const directions = pairs.flatMap(([s, t]): PlainPair[] => [
    [s, t],
    [t, s],
  ]);
  const words = [...new Set(directions.flatMap(([s]) => [...s]))].sort();
  const references = pairs.map(([s]) => s);
  const translations = pairs.map(([, t]) => t);
  const how = (sentences: readonly (readonly string[])[], ...wanted: string[]): number =>
    sentences.filter((sentence) => wanted.every((word) => sentence.includes(word))).length;

  const joint = (u: string, v: string): number => directions.filter(([s, t]) => s.includes(u) && t.includes(v)).length;
  const all = [...references, ...translations];
  const cross = (u: string, v: string): number => Math.log((joint(u, v) * directions.length) / (how(all, u) * how(all, v)));
  const within = (sentences: readonly (readonly string[])[], u: string, v: string): number =>
    how(sentences, u, v) === 0 ? 0 : Math.log((how(sentences, u, v) * sentences.length) / (how(sentences, u) * how(sentences, v)));
  const single = (u: string, v: string): number => (within(references, u, v) + within(translations, u, v)) / 2;

  const found: PlainAssociation[] = [];
  for (const a of words) {
    for (const b of words) {
      if (a === b || (measure !== 'single' && a > b)) continue;
      const count = measure === 'single' ? how(references, a, b) + how(translations, a, b) : joint(a, b);
      if (count < minCount) continue;
      found.push({ a, b, count, score: measure === 'single' ? single(a, b) : cross(a, b) - (measure === 'adjusted' ? single(a, b) : 0) });
    }
  }
  return found;
}
