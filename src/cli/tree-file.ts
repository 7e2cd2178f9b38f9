import * as v from 'valibot';
import { OtherwiseError } from '../core/errors.ts';
import type { Tree } from '../core/metrics/bracketed-tree.ts';
import { pennTree } from '../core/metrics/penn-tree.ts';
import type { TreeSource } from '../core/metrics/tree-source.ts';
import { cleanText } from '../core/text/clean.ts';
import type { CommandContext } from './command.ts';
import { readFileLines } from './evaluation-input.ts';
import { checkFields } from './flags.ts';
import { parseObject } from './lines.ts';

const lineSchema = v.strictObject({ text: v.string('must be a text.'), tree: v.string('must be a tree.') });

/** Help of the flag that names such a file. */
export const treeHelp = `\
  --trees FILE       trees of a constituency parser, in the Penn Treebank's notation, instead of those of the shallow parser:
                     lines of a text, a tab and its tree (several trees one after the other), or {"text", "tree"}; cut to
                     their top levels as in ParaBank 2. A pair of which a text has no tree does not count; stderr tells how
                     many texts have none`;

/** Trees that a parser made, by their texts; tells which texts were asked for and have none. */
export class TreeFile implements TreeSource {
  private readonly without = new Set<string>();

  private constructor(private readonly trees: ReadonlyMap<string, string>) {}

  /**
   * Reads the trees of a file.
   * @throws OtherwiseError `file-unreadable`; `bad-flag` for a line that is none, naming it, or a file without any
   */
  static async read(path: string): Promise<TreeFile> {
    const trees = new Map<string, string>();
    for (const { text, number, error } of await readFileLines(path)) {
      if (text.trim() === '' && !error) continue;
      try {
        if (error) throw error;
        const line = lineOf(text);
        pennTree(line.tree);
        trees.set(cleanText(line.text), line.tree);
      } catch (cause) {
        const why = cause instanceof Error ? cause.message : String(cause);
        throw new OtherwiseError('bad-flag', `${path}, line ${number + 1}: ${why}`, { cause });
      }
    }
    if (trees.size === 0) throw new OtherwiseError('bad-flag', `${path} has no tree.`);
    return new TreeFile(trees);
  }

  tree(text: string, levels?: number): Tree | undefined {
    const key = cleanText(text);
    const tree = this.trees.get(key);
    if (tree === undefined) this.without.add(key);
    return tree === undefined ? undefined : pennTree(tree, levels);
  }

  /** Tells on stderr how many texts have no tree; nothing where all have. */
  report({ stderr }: Pick<CommandContext, 'stderr'>): void {
    if (this.without.size > 0) stderr.write(`${this.without.size} texts have no tree in the file; their pairs do not count\n`);
  }
}

function lineOf(line: string): v.InferOutput<typeof lineSchema> {
  if (line.trimStart().startsWith('{')) return checkFields(lineSchema, parseObject(line));
  const [text = '', tree, ...rest] = line.split('\t');
  if (tree === undefined || rest.length > 0) throw new OtherwiseError('bad-request', 'A line is a text, a tab and its tree.');
  return { text, tree };
}
