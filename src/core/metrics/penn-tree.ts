import { OtherwiseError } from '../errors.ts';
import type { Tree } from './bracketed-tree.ts';

/** A node while its tree is read; a word has no children. */
interface PennNode {
  label: string;
  readonly children: PennNode[];
  readonly isWord: boolean;
}

/** Names of the node above a sentence: CoreNLP's, the Berkeley parser's, the Penn Treebank's. */
const roots: ReadonlySet<string> = new Set(['ROOT', 'TOP', '']);
/** The number of top levels of a tree that ParaBank 2 compares (§3.6). */
const LEVELS = 3;

/**
 * Returns a tree in the notation of the Penn Treebank, `(ROOT (S (NP (PRP He)) (VP (VBD left))))`, cut as ParaBank 2 §3.6 does: the
 * root falls away, the clause is level 1, words are left out, tags within the levels stay. Several trees, one after the
 * other, are joined under one artificial root, which is no level.
 *
 * @param levels that are kept, 3 as in the paper unless told
 * @throws OtherwiseError `bad-request` for what is no tree, naming the character
 */
export function pennTree(text: string, levels = LEVELS): Tree {
  const sentences = pennNodes(text).flatMap((node) => (roots.has(node.label) ? node.children : [node]));
  const trees = sentences.filter(({ isWord }) => !isWord).map((node) => cut(node, levels));
  const [first] = trees;
  if (!first) throw new OtherwiseError('bad-request', 'The tree has a root and nothing below it.');
  return trees.length === 1 ? first : { label: 'TEXT', children: trees };
}

/** Tells whether a tree is in the Penn Treebank's notation and not in braces. */
export const isPennTree = (text: string): boolean => text.trimStart().startsWith('(');

const cut = ({ label, children }: PennNode, levels: number): Tree => ({
  label, children: levels > 1 ? children.filter(({ isWord }) => !isWord).map((child) => cut(child, levels - 1)) : [],
});

function pennNodes(text: string): PennNode[] {
  const fail = (at: number, why: string): never => {
    throw new OtherwiseError('bad-request', `The tree is not like (ROOT (S (NP (PRP I)) (VP (VBD left)))): ${why} at character ${at + 1}.`);
  };
  const trees: PennNode[] = [];
  const open: PennNode[] = [];
  for (const { 0: token, index } of text.matchAll(/[()]|[^\s()]+/gu)) {
    const node = open.at(-1);
    if (token === '(') {
      const child = { label: '', children: [], isWord: false };
      (node?.children ?? trees).push(child);
      open.push(child);
    } else if (!node) {
      fail(index, token === ')' ? 'a closing bracket too many' : 'text outside the brackets');
    } else if (token === ')') {
      if (node.label === '' && node.children.length === 0) fail(index, 'a pair of brackets without a label');
      open.pop();
    } else if (node.label === '' && node.children.length === 0) {
      node.label = token;
    } else node.children.push({ label: token, children: [], isWord: true });
  }
  if (open.length > 0) fail(text.length, `${open.length === 1 ? 'a closing bracket is' : `${open.length} closing brackets are`} missing`);
  return trees.length > 0 ? trees : fail(0, 'nothing but white space');
}
