import { readWord } from '../../workers/word-reader.ts';
import { saysTheSame } from '../../../rich/formats/edit/changes.ts';
import { fromHtml } from '../../../rich/formats/from-html.ts';
import type { Copied } from '../../platform/clipboard.ts';
import { toHtml } from '../../../rich/html.ts';
import { toMarkdown } from '../../../rich/markdown.ts';
import { project } from '../../../rich/project.ts';
import { plain } from '../../../rich/lines.ts';
import { isFormatted, type RichText } from '../../../rich/rich.ts';
import { insert, slice } from '../../../rich/splice.ts';
import type { Snapshot } from '../documents/document.svelte.ts';

export interface Pasted {
  readonly text: string;
  readonly formatting: RichText;
  /** The place of the caret: behind the pasted text. */
  readonly caret: number;
}

/**
 * Gives a document with its formatting. The formatting is stored beside the text as it came in, and is carried over to the present text
 * only here: so typing costs nothing, and a sentence that comes back has its formatting back.
 */
export function formattedOf({ text, formatting }: Snapshot): RichText {
  return formatting === undefined ? plain(text) : project(formatting, text);
}

/** A document as a file; `anew` where it came in such a file and could not be written into that. */
export interface WrittenFile {
  readonly blob: Blob;
  readonly anew: boolean;
}

/** The title inside a file, and the bytes of the file that the document came in. */
export interface FilePlan {
  readonly title: string;
  readonly original: () => Promise<Uint8Array | undefined>;
}

/**
 * Returns a document with its formatting as a file: written into the one that it came in where that is of the format, so that whatever the
 * text does not show stays there. @throws what the import throws where the writer can't be fetched
 */
export async function fileOf(snapshot: Snapshot, format: 'md' | 'docx', plan: FilePlan): Promise<WrittenFile> {
  const rich = formattedOf(snapshot);
  if (format === 'docx') return wordFile(snapshot, rich, plan);
  const { original } = snapshot;
  const own = original?.format === 'md' ? original : undefined;
  const { text, anew } = own === undefined
    ? { text: toMarkdown(rich), anew: false }
    : (await import('../../../rich/formats/markdown/rewrite.ts')).rewriteMarkdown(own.source, rich);
  return { blob: new Blob([text], { type: 'text/markdown;charset=utf-8' }), anew };
}

async function wordFile({ original }: Snapshot, rich: RichText, plan: FilePlan): Promise<WrittenFile> {
  const isWord = original?.format === 'docx';
  const bytes = isWord ? await plan.original() : undefined;
  const blob = bytes && (await intoWord(bytes, rich));
  if (blob !== undefined) return { blob, anew: false };
  const { toDocx } = await import('../../../rich/formats/docx/write.ts');
  return { blob: await toDocx(rich, plan.title), anew: isWord };
}

/** Writes the text into the file; undefined where the file would say something else. */
async function intoWord(bytes: Uint8Array, rich: RichText): Promise<Blob | undefined> {
  const { rewriteWord } = await import('../../../rich/formats/docx/rewrite.ts');
  try {
    const was = await wordText(bytes);
    const written = was && rewriteWord(bytes, was, rich);
    const says = written && (await wordText(written));
    if (written === undefined || says === undefined || !saysTheSame(says, rich)) return undefined;
    return new Blob([written], { type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document' });
  } catch {
    return undefined;
  }
}

async function wordText(bytes: Uint8Array): Promise<RichText | undefined> {
  const read = await readWord(new Uint8Array(bytes));
  return 'refused' in read ? undefined : fromHtml(read.html);
}

/** Gives the content of a copied stretch (UTF-16 offsets) or of the whole; undefined where there is no formatting. */
export function copyOf(snapshot: Snapshot, start = 0, end = snapshot.text.length): Required<Copied> | undefined {
  if (snapshot.formatting === undefined) return undefined;
  return { text: snapshot.text.slice(start, end), html: toHtml(slice(formattedOf(snapshot), start, end)) };
}

/** Puts foreign HTML into a stretch; undefined where it is no more than plain text would be. */
export function pasteInto(snapshot: Snapshot, html: string, start: number, end: number): Pasted | undefined {
  const piece = fromHtml(html);
  if (piece.text === '' || !isFormatted(piece)) return undefined;
  const { whole, after } = insert(formattedOf(snapshot), start, end, piece);
  return { text: whole.text, formatting: whole, caret: after };
}
