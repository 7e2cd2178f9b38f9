/** Distinct good rewrites by trying every subset; see `src/core/metrics/distinct.ts`. */
const words = (text: string): string[] => [...new Set(text.toLowerCase().match(/[a-z]+/gu) ?? [])];

function distance(a: string, b: string): number {
  const [one, other] = [words(a), words(b)];
  const all = [...new Set([...one, ...other])];
  return all.length === 0 ? 0 : 1 - all.filter((word) => one.includes(word) && other.includes(word)).length / all.length;
}

const subsets = <T>(items: readonly T[]): T[][] =>
  items.reduce<T[][]>((sets, item) => [...sets, ...sets.map((set) => [...set, item])], [[]]);

/** Gives the size of the largest set of texts that lie apart from each other and the source; plain letters only. */
export function distinctPlainly(source: string, texts: readonly string[], apart: number): number {
  const sizes = subsets(texts)
    .filter((set) => set.every((text, at) => [source, ...set.slice(at + 1)].every((other) => distance(text, other) >= apart)))
    .map((set) => set.length);
  return Math.max(...sizes);
}

/** The mean of `distinctPlainly` over who is right. */
export function expectedPlainly(source: string, rewrites: readonly { text: string; right: number }[], apart: number): number {
  const places = rewrites.map((_, at) => at);
  return subsets(places).reduce((sum, good) => {
    const chance = rewrites.reduce((product, { right }, at) => product * (good.includes(at) ? right : 1 - right), 1);
    return sum + chance * distinctPlainly(source, good.map((at) => rewrites[at]?.text ?? ''), apart);
  }, 0);
}
