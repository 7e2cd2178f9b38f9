import { inline, type Notation } from './inline.ts';
import type { MarkKind, RichText } from './rich.ts';
import { sectionsOf, type ListItem, type TextRange, type Section } from './sections.ts';

/** Signs that mean something wherever they stand (between letters an underscore means nothing), and what does so where a line begins. */
const anywhere = /[\\`*[\]<>&~|]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|(?<=\])\(/gu;
const atStart = /^(?:[#+=-]|\d+(?=[.)]))/u;
/** Marks that Markdown has signs for; the others are written as HTML, which it allows. */
const signs: Partial<Record<MarkKind, string>> = { strong: '**', em: '_', s: '~~' };

/** Returns a rich text as Markdown (CommonMark with strike-through): the signs of the text that would mean something are escaped. */
export function toMarkdown(rich: RichText): string {
  const words = (range: TextRange): string => escapedStart(inline(rich, range, notationOf(rich.text)));
  return sectionsOf(rich).map((section) => sectionText(section, words)).join('\n\n') + '\n';
}

/** Returns a stretch of a line as Markdown, for the middle of a line. */
export function toMarkdownWords(rich: RichText, range: TextRange): string {
  return inline(rich, range, notationOf(rich.text));
}

/** An address that is a link as it stands, and the end of it that would not belong to it. */
const bare = /^(?:https?:\/\/|www\.)[\w.-]+\.\w[^\s<>[\]()*~&|]*[^\s<>[\]()*~&|?!.,:_'"]$/u;

function notationOf(text: string): Notation {
  return {
    words: (words) => words.replace(anywhere, '\\$&'),
    mark({ kind, href }, inner, { start, end }) {
      const core = inner.trim();
      if (core === '') return inner;
      // White space stays outside: next to it signs mean nothing.
      const [before, after] = [inner.slice(0, inner.indexOf(core)), inner.slice(inner.indexOf(core) + core.length)];
      const [from, to] = [start + before.length, end - after.length];
      const words = text.slice(from, to);
      if (kind === 'a' && bare.test(words) && leadsTo(words, href) && isFree(text, from, to)) return before + words + after;
      if (kind === 'a') return `${before}[${core}](<${(href ?? '').replace(/[<>\\\s]/gu, encodeURIComponent)}>)${after}`;
      // Between backticks nothing can be escaped.
      if (kind === 'code' && !/[`\\[\]]/u.test(words)) return `${before}\`${words}\`${after}`;
      const sign = signs[kind];
      return sign && isFree(text, from, to) ? before + sign + core + sign + after : `<${kind}>${inner}</${kind}>`;
    },
  };
}

function leadsTo(words: string, href: string | undefined): boolean {
  return href === words || href === `http://${words}`;
}

/** Tells whether nothing but white space and punctuation stands at both sides: inside of words signs mean other things. */
function isFree(text: string, start: number, end: number): boolean {
  const around = text.slice(Math.max(0, start - 1), start) + text.slice(end, end + 1);
  return /^[\s\p{P}\p{S}]*$/u.test(around);
}

/** Escapes what would mean something at the beginning of a line. */
export function escapedStart(line: string): string {
  return line.replace(atStart, (sign) => (/\d/u.test(sign) ? `${sign}\\` : `\\${sign}`));
}

function sectionText(section: Section, words: (range: TextRange) => string): string {
  if (section.kind === 'list') return section.items.map((item) => itemText(item, words(item))).join('\n');
  const lines = section.lines.map(words);
  if (section.kind === 'quote') return lines.map((line) => `> ${line}`).join('\\\n');
  if (section.kind === 'p') return lines.join('\\\n');
  // Number signs at the end of a heading would be taken for a frame.
  return `${'#'.repeat(Number(section.kind[1]))} ${lines.join(' ').replace(/(?<=\s)#+$/u, '\\$&')}`;
}

/** Writes an item with four spaces a level: enough for what stands below a bullet and below a number. */
function itemText({ depth, number }: ListItem, words: string): string {
  return `${' '.repeat(4 * depth)}${number === undefined ? '-' : `${number}.`} ${words}`;
}
