import { OtherwiseError } from '../errors.ts';

export interface Tree {
  readonly label: string;
  readonly children: readonly Tree[];
}

/**
 * Parses bracket notation: `{a{b}{c}}` is a root a with the children b and c. A backslash makes the next character part
 * of a label. White space around the outer braces is ignored, within labels it counts.
 * @throws OtherwiseError `bad-request` for anything that is not exactly one tree
 */
export function parseTree(text: string): Tree {
  const trimmed = text.trim();
  const fail = (at: number, why: string): never => {
    throw new OtherwiseError('bad-request', `The tree is not in bracket notation like {a{b}{c}}: ${why} at character ${at + 1}.`);
  };
  const open: { label: string; children: Tree[] }[] = [];
  let root: Tree | undefined;
  for (let at = 0; at < trimmed.length; at++) {
    const character = trimmed.charAt(at);
    const node = open.at(-1);
    if (root) fail(at, 'text after the end of the tree');
    if (character === '{') {
      const child = { label: '', children: [] };
      node?.children.push(child);
      open.push(child);
    } else if (!node) {
      fail(at, 'text outside the braces');
    } else if (character === '}') {
      open.pop();
      if (open.length === 0) root = node;
    } else if (node.children.length > 0) {
      fail(at, 'a label after the children');
    } else if (character === '\\' && at + 1 < trimmed.length) {
      node.label += trimmed.charAt(++at);
    } else node.label += character;
  }
  return root ?? fail(trimmed.length, open.length > 0 ? 'a missing closing brace' : 'nothing but white space');
}
