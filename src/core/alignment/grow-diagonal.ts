import type { Link } from './lcs.ts';

const neighbours: readonly Link[] = [[-1, 0], [0, -1], [1, 0], [0, 1], [-1, -1], [-1, 1], [1, -1], [1, 1]];
const key = ([i, j]: Link): string => `${i} ${j}`;

/**
 * Symmetrises links by growing (Och & Ney 2003; *grow-diag* of Koehn et al. 2003): candidates that lie beside or diagonally beside a
 * link, and of which one token at least has no link yet, become links, until there are no more.
 *
 * @param links on which both directions agree
 * @param candidates those of either direction
 * @returns the links, then what was added
 */
export function growDiagonal(links: readonly Link[], candidates: readonly Link[]): Link[] {
  const wanted = new Set(candidates.map(key));
  const grown = [...links];
  const linked = { a: new Set(links.map(([i]) => i)), b: new Set(links.map(([, j]) => j)) };
  // What is added has neighbours of its own: the list grows while it is gone through.
  for (const [i, j] of grown) {
    for (const [di, dj] of neighbours) {
      const link: Link = [i + di, j + dj];
      if (!wanted.has(key(link)) || (linked.a.has(link[0]) && linked.b.has(link[1]))) continue;
      grown.push(link);
      linked.a.add(link[0]);
      linked.b.add(link[1]);
    }
  }
  return grown;
}
