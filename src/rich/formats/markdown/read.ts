import type { RichText } from '../../rich.ts';
import type { SourcePlace } from '../../writer.ts';
import { fromPlacedHtml } from '../from-html.ts';
import { placedHtml } from './html.ts';
import { parseMarkdown, type Syntax } from './syntax.ts';

/** A Markdown file and what it says. All offsets are those of `body`. */
export interface MarkdownFile {
  /** The mark of its encoding and the front matter. */
  readonly head: string;
  readonly body: string;
  readonly syntax: Syntax;
  readonly rich: RichText;
  readonly places: readonly SourcePlace[];
}

/** The byte order mark, and front matter: `name: value` between `---`, or `name = value` between `+++`. */
const headRule = /^\ufeff?(?:(?:---[ \t]*\r?\n(?=[\w-]+\s*:)|\+{3}[ \t]*\r?\n(?=[\w-]+\s*=))(?:.*\r?\n)*?(?:---|\+{3})[ \t]*(?:\r?\n|$))?/u;

/** Reads Markdown as GitHub knows it, with the place of each word in the file. HTML inside counts as far as `fromHtml` reads it. */
export function readMarkdown(source: string): MarkdownFile {
  const head = headRule.exec(source)?.[0] ?? '';
  const body = source.slice(head.length);
  const syntax = parseMarkdown(body);
  return { head, body, syntax, ...fromPlacedHtml(placedHtml(syntax)) };
}

/** Says what a Markdown file says; its front matter is left out. */
export function fromMarkdown(source: string): RichText {
  return readMarkdown(source).rich;
}
