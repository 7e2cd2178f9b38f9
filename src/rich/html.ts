import { inline, type Notation } from './inline.ts';
import type { RichText } from './rich.ts';
import { sectionsOf, type ListItem, type TextRange, type Section } from './sections.ts';

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/gu, (sign) => entities[sign] ?? sign);

const notation: Notation = {
  words: escaped,
  mark: ({ kind, href }, inner) => `<${kind}${href === undefined ? '' : ` href="${escaped(href)}"`}>${inner}</${kind}>`,
};

/**
 * Returns a rich text as HTML for other programs: tags of its blocks and marks, no styles. A single line of a paragraph stands in no tag.
 */
export function toHtml(rich: RichText): string {
  const words = (range: TextRange): string => inline(rich, range, notation);
  if (!rich.text.includes('\n') && rich.blocks[0] === 'p') return words({ start: 0, end: rich.text.length });
  return sectionsOf(rich).map((section) => sectionHtml(section, words)).join('');
}

function sectionHtml(section: Section, words: (range: TextRange) => string): string {
  if (section.kind === 'list') return listHtml(section.items, words);
  const lines = section.lines.map(words).join('<br>');
  return section.kind === 'quote' ? `<blockquote><p>${lines}</p></blockquote>` : `<${section.kind}>${lines}</${section.kind}>`;
}

/** Writes items as lists within lists. Where numbers and bullets take turns on one level, another list begins. */
function listHtml(items: readonly ListItem[], words: (range: TextRange) => string): string {
  const [first] = items;
  if (first === undefined) return '';
  const ends = items.findIndex((item, at) => at > 0 && item.depth <= first.depth && kindOf(item) !== kindOf(first));
  const own = ends < 0 ? items : items.slice(0, ends);
  const heads = own.flatMap((item, at) => (item.depth <= first.depth ? [at] : []));
  const written = heads.map((at, index) => {
    const below = own.slice(at + 1, heads[index + 1]);
    return `<li>${words(own[at] ?? first)}${listHtml(below, words)}</li>`;
  });
  const tag = kindOf(first);
  const start = first.number === undefined || first.number === 1 ? '' : ` start="${first.number}"`;
  return `<${tag}${start}>${written.join('')}</${tag}>${listHtml(items.slice(own.length), words)}`;
}

const kindOf = ({ number }: ListItem): 'ol' | 'ul' => (number === undefined ? 'ul' : 'ol');
