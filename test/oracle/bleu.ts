/** BLEU by its definition, one n-gram at a time: every match strikes out one n-gram of the reference that has most of it. */
export function plainBleu(
  pairs: readonly { references: readonly (readonly string[])[]; candidate: readonly string[] }[],
  brevityPenalty: boolean,
  exp: boolean,
): number {
  const precisions: number[] = [];
  let [length, wanted, halvings, anyMatch] = [0, 0, 0, false];
  const counts: { matches: number; total: number }[] = [];
  for (const n of [1, 2, 3, 4]) {
    let [matches, total] = [0, 0];
    for (const { references, candidate } of pairs) {
      const grams = (tokens: readonly string[]): string[] =>
        tokens.slice(0, Math.max(0, tokens.length - n + 1)).map((_, i) => tokens.slice(i, i + n).join('\u0000'));
      const own = grams(candidate);
      total += own.length;
      for (const gram of new Set(own)) {
        const best = Math.max(0, ...references.map((reference) => grams(reference).filter((other) => other === gram).length));
        matches += Math.min(best, own.filter((other) => other === gram).length);
      }
    }
    anyMatch ||= matches > 0;
    counts.push({ matches, total });
  }
  for (const { matches, total } of counts) {
    if (total === 0) precisions.push(0);
    else if (matches === 0) precisions.push(exp ? 1 / (2 ** ++halvings * total) : 0);
    else precisions.push(matches / total);
  }
  for (const { references, candidate } of pairs) {
    length += candidate.length;
    const byCloseness = references
      .map((reference) => reference.length)
      .sort((a, b) => Math.abs(a - candidate.length) - Math.abs(b - candidate.length) || a - b);
    wanted += byCloseness[0] as number;
  }
  if (!anyMatch || precisions.includes(0)) return 0;
  const penalty = brevityPenalty && length < wanted ? Math.exp(1 - wanted / length) : 1;
  return 100 * penalty * precisions.reduce((product, precision) => product * precision, 1) ** 0.25;
}
