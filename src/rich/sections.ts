import { labelOf } from './label.ts';
import { linesOf } from './lines.ts';
import type { Block, RichText } from './rich.ts';

/** A stretch by UTF-16 offsets. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** An item of a list: its words without the label; at most one level below the one before it. */
export interface ListItem extends TextRange {
  readonly depth: number;
  /** Undefined for a bullet. */
  readonly number: number | undefined;
}

/** A paragraph, quotation or heading with its lines, or the items of a list that follow on one another. */
export type Section =
  | { readonly kind: Exclude<Block, 'li'>; readonly lines: readonly TextRange[] }
  | { readonly kind: 'list'; readonly items: readonly ListItem[] };

/** Returns a rich text as what documents are made of. Blank lines part sections and are in none. */
export function sectionsOf({ text, blocks }: RichText): Section[] {
  const sections: Section[] = [];
  let open: { kind: Block; lines: TextRange[]; items: ListItem[] } | undefined;
  linesOf(text).forEach((line, index) => {
    const words = line.text.trim();
    if (words === '') {
      open = undefined;
      return;
    }
    const label = blocks[index] === 'li' ? labelOf(line.text) : undefined;
    // An item without its label is a paragraph.
    const kind = label === undefined && blocks[index] === 'li' ? 'p' : (blocks[index] ?? 'p');
    if (open?.kind !== kind || /^h/u.test(kind)) {
      open = { kind, lines: [], items: [] };
      sections.push(kind === 'li' ? { kind: 'list', items: open.items } : { kind, lines: open.lines });
    }
    const start = line.start + (label?.length ?? line.text.indexOf(words));
    const range = { start, end: line.start + line.text.trimEnd().length };
    if (label === undefined) open.lines.push(range);
    else open.items.push({ ...range, number: label.number, depth: Math.min(label.depth, (open.items.at(-1)?.depth ?? -1) + 1) });
  });
  return sections;
}
