import type { Tree } from './bracketed-tree.ts';

/** Costs of the three operations; renaming costs nothing when the labels are equal. */
export interface TreeCosts {
  readonly delete: number;
  readonly insert: number;
  readonly rename: number;
}

/** The usual costs: each operation costs 1. */
export const unitCosts: TreeCosts = { delete: 1, insert: 1, rename: 1 };

interface Postorder {
  readonly labels: readonly string[];
  /** The postorder number of the leftmost leaf of each node. */
  readonly leftmost: readonly number[];
  /** The highest node of every leftmost leaf, ascending: the roots of the subtree problems. */
  readonly keyRoots: readonly number[];
}

/**
 * Returns the edit distance of two ordered labelled trees: the least cost of node deletions, insertions and renamings that turn the
 * first into the second. The same distances as APTED's (Pawlik & Augsten 2016), by Zhang & Shasha's recursion (1989)
 * over key roots; O(n·m·min(depth, leaves)²) time.
 */
export function treeEditDistance(first: Tree, second: Tree, costs: TreeCosts = unitCosts): number {
  const [a, b] = [postorder(first), postorder(second)];
  const distances = new Float64Array(a.labels.length * b.labels.length);
  const problem = { a, b, costs, distances };
  for (const i of a.keyRoots) {
    for (const j of b.keyRoots) forestDistances(problem, i, j);
  }
  return distances.at(-1) ?? 0;
}

/** Two trees and the distances of their subtrees found so far, row by row: node x of a and y of b at x · |b| + y. */
interface TreeProblem {
  readonly a: Postorder;
  readonly b: Postorder;
  readonly costs: TreeCosts;
  readonly distances: Float64Array;
}

/** Fills `distances` for all pairs of subtrees on the left paths of key roots i and j. */
function forestDistances({ a, b, costs, distances }: TreeProblem, i: number, j: number): void {
  const [firstLeft, secondLeft] = [a.leftmost[i] ?? 0, b.leftmost[j] ?? 0];
  const [rows, columns, width] = [i - firstLeft + 2, j - secondLeft + 2, b.labels.length];
  const forest = new Float64Array(rows * columns);
  const at = (row: number, column: number): number => forest[row * columns + column] ?? 0;
  for (let row = 1; row < rows; row++) forest[row * columns] = at(row - 1, 0) + costs.delete;
  for (let column = 1; column < columns; column++) forest[column] = at(0, column - 1) + costs.insert;
  for (let row = 1; row < rows; row++) {
    for (let column = 1; column < columns; column++) {
      const [x, y] = [firstLeft + row - 1, secondLeft + column - 1];
      const [xLeft, yLeft] = [a.leftmost[x] ?? 0, b.leftmost[y] ?? 0];
      const shorter = Math.min(at(row - 1, column) + costs.delete, at(row, column - 1) + costs.insert);
      if (xLeft === firstLeft && yLeft === secondLeft) {
        const rename = a.labels[x] === b.labels[y] ? 0 : costs.rename;
        const least = Math.min(shorter, at(row - 1, column - 1) + rename);
        forest[row * columns + column] = least;
        distances[x * width + y] = least;
      } else {
        forest[row * columns + column] = Math.min(shorter, at(xLeft - firstLeft, yLeft - secondLeft) + (distances[x * width + y] ?? 0));
      }
    }
  }
}

/** Numbers the nodes in postorder, without recursion, so that a tree of any depth is fine. */
function postorder(tree: Tree): Postorder {
  const labels: string[] = [];
  const leftmost: number[] = [];
  const stack: { node: Tree; next: number; left: number }[] = [{ node: tree, next: 0, left: -1 }];
  for (let top = stack.at(-1); top; top = stack.at(-1)) {
    const child = top.node.children[top.next++];
    if (child) {
      stack.push({ node: child, next: 0, left: -1 });
      continue;
    }
    const left = top.left < 0 ? labels.length : top.left;
    labels.push(top.node.label);
    leftmost.push(left);
    stack.pop();
    const parent = stack.at(-1);
    if (parent && parent.left < 0) parent.left = left;
  }
  const highest = new Map(leftmost.map((left, node) => [left, node]));
  return { labels, leftmost, keyRoots: [...highest.values()].sort((x, y) => x - y) };
}
