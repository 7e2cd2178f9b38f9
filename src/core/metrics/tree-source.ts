import type { Tree } from './bracketed-tree.ts';
import { shallowTree } from './shallow-tree.ts';
import { treeEditDistance } from './tree-edit-distance.ts';

/** A source of the trees of texts. */
export interface TreeSource {
  /** The tree of a text, cut to its top levels (three unless told), without words; undefined where there is none. */
  tree(text: string, levels?: number): Tree | undefined;
}

/** The trees of the shallow parser, which every text has. */
export const shallowTrees: TreeSource = { tree: shallowTree };

/** Returns the edit distance (unit costs) of the trees of two texts; undefined where one has none. */
export function treeDistance(trees: TreeSource, a: string, b: string): number | undefined {
  const [first, second] = [trees.tree(a), trees.tree(b)];
  return first && second && treeEditDistance(first, second);
}
