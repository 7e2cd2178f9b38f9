import fc from 'fast-check';
import { writeLabel } from '../../src/rich/label.ts';
import { tidied } from '../../src/rich/marks.ts';
import type { Block, Mark, RichText } from '../../src/rich/rich.ts';

/** A rich text written down: `[strong:words]` is marked, a line begins with its block in angle brackets unless it is a paragraph. */
export function rich(written: string): RichText {
  const marks: Mark[] = [];
  const blocks: Block[] = [];
  let text = '';
  written.split('\n').forEach((line, index) => {
    const [, block = 'p', words = ''] = /^(?:<(\w+)>)?(.*)$/u.exec(line) ?? [];
    blocks.push(block as Block);
    if (index > 0) text += '\n';
    for (const [, kind, href, marked, unmarked] of words.matchAll(/\[(\w+)(?: ([^:\s]+:[^:]+))?:([^\]]*)\]|([^[]+)/gu)) {
      const start = text.length;
      text += marked ?? unmarked ?? '';
      if (kind !== undefined) marks.push({ start, end: text.length, kind: kind as Mark['kind'], ...(href !== undefined && { href }) });
    }
  });
  return { text, blocks, marks: tidied(marks) };
}

/** The words under each mark, with its kind. */
export const marked = ({ text, marks }: RichText): string[] => marks.map(({ start, end, kind }) => `${kind}: ${text.slice(start, end)}`);

const word = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('the', 'Committee', 'decided', 'naïve', 'don’t', '42', 'I', '東京', '😀') },
  { weight: 3, arbitrary: fc.constantFrom(...'* _x_ ** # > 1. - + <b> &amp; ` [a](b) ~~ \\ | = "q" !'.split(' ')) },
  { weight: 1, arbitrary: fc.string({ unit: fc.constantFrom(...'ab.,;!?*_`#<>&[]()~|\\-+=1'), minLength: 1, maxLength: 6 }) },
);
const words = fc.array(word, { minLength: 1, maxLength: 8 }).map((all) => all.join(' '));
const heading = fc.constantFrom<Block>('h1', 'h2', 'h3', 'h4', 'h5', 'h6');

interface Part {
  readonly blocks: readonly Block[];
  readonly lines: readonly string[];
}

const paragraph = (block: Block): fc.Arbitrary<Part> =>
  fc.array(words, { minLength: 1, maxLength: 3 }).map((lines) => ({ blocks: lines.map(() => block), lines }));
const list: fc.Arbitrary<Part> = fc
  .record({ ordered: fc.boolean(), items: fc.array(fc.tuple(fc.nat(2), words), { minLength: 1, maxLength: 5 }) })
  .map(({ ordered, items }) => {
    const counts: number[] = [];
    let above = -1;
    const lines = items.map(([wanted, text]) => {
      const depth = Math.min(wanted, above + 1);
      above = depth;
      counts.length = depth + 1;
      counts[depth] = (counts[depth] ?? 0) + 1;
      return writeLabel(depth, ordered ? counts[depth] : undefined) + text;
    });
    return { blocks: lines.map(() => 'li' as const), lines };
  });
const part = fc.oneof(
  { weight: 4, arbitrary: paragraph('p') },
  { weight: 1, arbitrary: paragraph('quote') },
  { weight: 1, arbitrary: fc.record({ block: heading, line: words }).map(({ block, line }) => ({ blocks: [block], lines: [line] })) },
  { weight: 2, arbitrary: list },
);
const wish = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.nat(12),
  kind: fc.constantFrom<Mark['kind']>('a', 'strong', 'em', 'u', 's', 'sup', 'sub', 'code'),
});

/** Rich texts as readers leave them: blank lines between sections, two lists never side by side, marks within the words of a line. */
export const richTexts: fc.Arbitrary<RichText> = fc.tuple(fc.array(part, { minLength: 1, maxLength: 5 }), fc.array(wish, { maxLength: 6 }))
  .map(([parts, wishes]) => {
    const apart = parts.filter(({ blocks }, at) => blocks[0] !== 'li' || parts[at - 1]?.blocks[0] !== 'li');
    const blocks = apart.flatMap((own, at) => [...(at > 0 ? ['p' as const] : []), ...own.blocks]);
    const text = apart.map(({ lines }) => lines.join('\n')).join('\n\n');
    const marks = wishes.flatMap((own) => markOf(own, text, blocks));
    // What stands above the line does not stand below it.
    const high = marks.filter(({ kind }) => kind === 'sup');
    const possible = marks.filter(({ kind, start, end }) => kind !== 'sub' || !high.some((sup) => sup.start < end && sup.end > start));
    return { text, blocks, marks: tidied(possible) };
  });

interface Wish {
  /** The place of the mark, as a share of the text. */
  readonly at: number;
  readonly length: number;
  readonly kind: Mark['kind'];
}

/** A mark within the words of the line that it falls on. */
function markOf({ at, length, kind }: Wish, text: string, blocks: readonly Block[]): Mark[] {
  const place = Math.floor(at * text.length);
  const line = text.slice(0, place).split('\n').length - 1;
  const from = text.lastIndexOf('\n', place - 1) + 1;
  const ended = text.indexOf('\n', from);
  const to = ended < 0 ? text.length : ended;
  const label = blocks[line] === 'li' ? (/^\s*\S+\s/u.exec(text.slice(from, to))?.[0].length ?? 0) : 0;
  const start = Math.max(from + label, place);
  const raw = text.slice(start, Math.min(to, start + length + 1));
  const first = start + raw.length - raw.trimStart().length;
  const end = first + raw.trim().length;
  // A pair of surrogates is one character.
  if (first >= end || /^[\udc00-\udfff]|[\ud800-\udbff]$/u.test(text.slice(first, end))) return [];
  return [{ start: first, end, kind, ...(kind === 'a' && { href: 'https://example.com/a_b?c=(d)&e' }) }];
}
