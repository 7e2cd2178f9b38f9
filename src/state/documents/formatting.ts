import { fromHtml } from '../../formats/from-html.ts';
import type { Copied } from '../../platform/clipboard.ts';
import { toHtml } from '../../rich/html.ts';
import { toMarkdown } from '../../rich/markdown.ts';
import { project } from '../../rich/project.ts';
import { plain } from '../../rich/lines.ts';
import { isFormatted, type RichText } from '../../rich/rich.ts';
import { insert, slice } from '../../rich/splice.ts';
import type { Snapshot } from './document.svelte.ts';

/** What a paste makes of a document. */
export interface Pasted {
  readonly text: string;
  readonly formatting: RichText;
  /** Behind what was pasted. */
  readonly caret: number;
}

/**
 * A document with its formatting. This stands beside the text as it came in: it is carried over to the text only here, when
 * somebody asks, so that typing costs nothing and a sentence that comes back has its formatting back.
 */
export function formattedOf({ text, formatting }: Snapshot): RichText {
  return formatting === undefined ? plain(text) : project(formatting, text);
}

/** A document with its formatting as a file. @throws what the import throws where the writer of Word documents can't be fetched */
export async function fileOf(snapshot: Snapshot, format: 'md' | 'docx', title: string): Promise<Blob> {
  const rich = formattedOf(snapshot);
  if (format === 'md') return new Blob([toMarkdown(rich)], { type: 'text/markdown;charset=utf-8' });
  const { toDocx } = await import('../../formats/docx/write.ts');
  return toDocx(rich, title);
}

/** What a copy of a stretch (UTF-16 offsets) or of the whole holds; undefined where there is no formatting. */
export function copyOf(snapshot: Snapshot, start = 0, end = snapshot.text.length): Required<Copied> | undefined {
  if (snapshot.formatting === undefined) return undefined;
  return { text: snapshot.text.slice(start, end), html: toHtml(slice(formattedOf(snapshot), start, end)) };
}

/** Puts what foreign HTML says in the place of a stretch; undefined where it is no more than plain text would be. */
export function pasteInto(snapshot: Snapshot, html: string, start: number, end: number): Pasted | undefined {
  const piece = fromHtml(html);
  if (piece.text === '' || !isFormatted(piece)) return undefined;
  const { whole, after } = insert(formattedOf(snapshot), start, end, piece);
  return { text: whole.text, formatting: whole, caret: after };
}
