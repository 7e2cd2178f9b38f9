/**
 * Tree edit distance by the recursion over forests that defines it, remembered by the forests' own texts. Nothing is
 * shared with `src/core/metrics`.
 */
export interface PlainTree {
  readonly label: string;
  readonly children: readonly PlainTree[];
}

type Forest = readonly PlainTree[];

export const bracketed = (tree: PlainTree): string => `{${tree.label}${tree.children.map(bracketed).join('')}}`;
const size = (forest: Forest): number => forest.reduce((sum, tree) => sum + 1 + size(tree.children), 0);

export function plainTreeDistance(a: PlainTree, b: PlainTree, [remove, insert, rename]: readonly [number, number, number]): number {
  const known = new Map<string, number>();
  const distance = (f: Forest, g: Forest): number => {
    if (f.length === 0) return size(g) * insert;
    if (g.length === 0) return size(f) * remove;
    const key = `${f.map(bracketed).join('')}|${g.map(bracketed).join('')}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const [v, w] = [f.at(-1) as PlainTree, g.at(-1) as PlainTree];
    const [restOfF, restOfG] = [f.slice(0, -1), g.slice(0, -1)];
    const value = Math.min(
      distance([...restOfF, ...v.children], g) + remove,
      distance(f, [...restOfG, ...w.children]) + insert,
      distance(restOfF, restOfG) + distance(v.children, w.children) + (v.label === w.label ? 0 : rename),
    );
    known.set(key, value);
    return value;
  };
  return distance([a], [b]);
}

/** The least cost over every mapping of nodes that keeps ancestors and left-to-right order; for trees of a few nodes. */
export function leastMapping(a: PlainTree, b: PlainTree, [remove, insert, rename]: readonly [number, number, number]): number {
  interface Node { readonly label: string; readonly pre: number; readonly post: number }
  const number = (tree: PlainTree): Node[] => {
    const nodes: { label: string; pre: number; post: number }[] = [];
    let post = 0;
    const walk = (node: PlainTree): void => {
      const entry = { label: node.label, pre: nodes.length, post: 0 };
      nodes.push(entry);
      node.children.forEach(walk);
      entry.post = post++;
    };
    walk(tree);
    return nodes;
  };
  const [first, second] = [number(a), number(b)];
  const agrees = (x: Node, y: Node, u: Node, w: Node): boolean => x.pre < u.pre === y.pre < w.pre && x.post < u.post === y.post < w.post;
  let best = Infinity;
  const extend = (place: number, pairs: readonly (readonly [Node, Node])[], cost: number): void => {
    const node = first[place];
    if (!node) {
      best = Math.min(best, cost + (second.length - pairs.length) * insert);
      return;
    }
    extend(place + 1, pairs, cost + remove);
    for (const partner of second) {
      if (pairs.every(([x, y]) => y !== partner && agrees(x, y, node, partner)))
        extend(place + 1, [...pairs, [node, partner]], cost + (node.label === partner.label ? 0 : rename));
    }
  };
  extend(0, [], 0);
  return best;
}
