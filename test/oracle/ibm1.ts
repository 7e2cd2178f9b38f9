/** IBM Model 1 by its definition, with maps and one sentence after the other; see `src/core/alignment/ibm1.ts`. */
type Pair = readonly [a: readonly string[], b: readonly string[]];

export interface PlainIbm1 {
  /** p(a|b) by `a TAB b`, p(a|null) by `a`. */
  readonly probabilities: ReadonlyMap<string, number>;
  readonly nothing: ReadonlyMap<string, number>;
  readonly logLikelihood: number;
}

/** The states after each of the first iterations, of p(a|b) alone. */
export function plainIbm1(
  pairs: readonly Pair[],
  iterations: number,
  { nullShare, identical }: { nullShare: number; identical: number },
): PlainIbm1[] {
  const key = (x: string, y: string): string => `${x}\t${y}`;
  const [left, right] = [0, 1].map((side) => new Set(pairs.flatMap((pair) => pair[side as 0 | 1]))) as [Set<string>, Set<string>];
  const both = [...left].filter((word) => right.has(word));
  const met = new Set([...pairs.flatMap(([a, b]) => a.flatMap((x) => b.map((y) => key(x, y)))), ...both.map((word) => key(word, word))]);
  const targetsOf = (y: string): string[] => [...met].filter((one) => one.endsWith(`\t${y}`)).map((one) => one.slice(0, one.indexOf('\t')));

  let probabilities = new Map<string, number>();
  for (const y of right) {
    const targets = targetsOf(y);
    const others = targets.filter((x) => x !== y).length;
    // Half for itself, where there is something else as well.
    const self = targets.includes(y) ? Math.max(1, others) : 0;
    for (const x of targets) probabilities.set(key(x, y), (x === y ? self : 1) / (self + others));
  }
  const tokens = pairs.flatMap(([a]) => a);
  let nothing = new Map([...left].map((x) => [x, tokens.filter((token) => token === x).length / tokens.length]));

  return Array.from({ length: iterations }, (): PlainIbm1 => {
    const [counts, nullCounts] = [new Map<string, number>(), new Map<string, number>()];
    const add = (map: Map<string, number>, name: string, n: number): unknown => map.set(name, (map.get(name) ?? 0) + n);
    const known = (word: string): number => (identical > 0 ? identical * Math.log(probabilities.get(key(word, word)) ?? 0) : 0);
    let logLikelihood = both.reduce((sum, word) => sum + known(word), 0);
    for (const word of both) add(counts, key(word, word), identical);
    for (const [a, b] of pairs) {
      for (const x of a) {
        const share = b.length === 0 ? 1 : nullShare;
        const causes = b.map((y) => ((1 - share) / b.length) * (probabilities.get(key(x, y)) ?? 0));
        const fromNull = share * (nothing.get(x) ?? 0);
        const whole = causes.reduce((sum, cause) => sum + cause, fromNull);
        logLikelihood += Math.log(whole);
        add(nullCounts, x, fromNull / whole);
        b.forEach((y, j) => add(counts, key(x, y), (causes[j] ?? 0) / whole));
      }
    }
    const total = (y: string): number => targetsOf(y).reduce((sum, x) => sum + (counts.get(key(x, y)) ?? 0), 0);
    probabilities = new Map([...right].flatMap((y) => targetsOf(y).map((x): [string, number] =>
      [key(x, y), total(y) > 0 ? (counts.get(key(x, y)) ?? 0) / total(y) : 0])));
    const all = [...nullCounts.values()].reduce((sum, n) => sum + n, 0);
    nothing = new Map([...left].map((x) => [x, (nullCounts.get(x) ?? 0) / all]));
    return { probabilities, nothing, logLikelihood };
  });
}
