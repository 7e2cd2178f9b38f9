import { marked } from 'marked';
import type { RichText } from '../rich/rich.ts';
import { fromHtml } from './from-html.ts';

/**
 * Reads Markdown as GitHub knows it; HTML inside counts as far as `fromHtml` reads it. Front matter (`name: value` between
 * `---` at the top) is left out.
 */
export function fromMarkdown(source: string): RichText {
  const text = source.replace(/^\ufeff/u, '').replace(/\r\n?/gu, '\n').replace(/^---\n(?=[\w-]+\s*:)(?:.*\n)*?---\n/u, '');
  return fromHtml(marked.parse(text, { async: false, gfm: true }));
}
