import { readWord } from '../../workers/word-reader.ts';
import { fromHtml } from '../../../rich/formats/from-html.ts';
import { readTextFile } from '../../platform/read-file.ts';
import { isFormatted, type RichText } from '../../../rich/rich.ts';
import { typed } from '../documents/texts.ts';
import type { Snapshot } from '../documents/document.svelte.ts';

/** Largest files that are opened, bytes (a Word document is mostly pictures), and longest text, characters. */
const MOST_BYTES = 8e6;
const MOST_WORD_BYTES = 40e6;
const MOST_CHARACTERS = 2_000_000;

/**
 * A refusal of a file: `too-large` with the most bytes; `too-long` with the most characters; `not-text`; `empty`; of a Word document
 * that it is `damaged` or `locked` (a password, or the old format); `no-reader` where the program for its format could not be fetched.
 */
export type FileRefusal =
  | { readonly kind: 'too-large' | 'too-long'; readonly most: number }
  | { readonly kind: 'not-text' | 'empty' | 'damaged' | 'locked' | 'no-reader' };

/** The content of a file: a session, or a document; `bytes` are the file where the document can be written into it again. */
export type Incoming =
  | { readonly session: string }
  | { readonly document: Pick<Snapshot, 'text' | 'formatting' | 'original'>; readonly bytes?: Uint8Array | undefined }
  | { readonly refused: FileRefusal };

/**
 * Reads a file by its name; a name that says nothing leaves it to the first characters. Readers of rich formats are fetched when they are
 * needed.
 */
export async function readIncoming(file: File): Promise<Incoming> {
  if (/\.docx$/iu.test(file.name)) return wordDocument(file);
  const read = await readTextFile(file, MOST_BYTES);
  if ('refused' in read) return refused(read.refused);
  if (isSessionFile(file.name, read.text)) return { session: read.text };
  if (read.text.length > MOST_CHARACTERS) return refused('too-long', MOST_CHARACTERS);
  if (!/\.(?:md|markdown)$/iu.test(file.name)) return documentOf(typed(read.text, 0).text);
  const reader = await import('../../../rich/formats/markdown/read.ts').catch(() => undefined);
  if (reader === undefined) return refused('no-reader');
  return richDocument(reader.fromMarkdown(read.text), { original: { format: 'md', source: read.mark + read.text } });
}

async function wordDocument(file: File): Promise<Incoming> {
  if (file.size > MOST_WORD_BYTES) return refused('too-large', MOST_WORD_BYTES);
  const bytes = await file.arrayBuffer().catch(() => undefined);
  if (bytes === undefined) return refused('damaged');
  const kept = new Uint8Array(bytes.slice(0));
  const read = await readWord(new Uint8Array(bytes)).catch(() => undefined);
  if (read === undefined) return refused('no-reader');
  if ('refused' in read) return refused(read.refused, MOST_WORD_BYTES);
  return richDocument(fromHtml(read.html), { original: { format: 'docx' }, bytes: kept });
}

/** The file that a document came in, where it can be written into again. */
interface Came {
  readonly original?: Snapshot['original'];
  readonly bytes?: Uint8Array;
}

function richDocument(rich: RichText, came: Came): Incoming {
  if (rich.text.length > MOST_CHARACTERS) return refused('too-long', MOST_CHARACTERS);
  return documentOf(rich.text, came, isFormatted(rich) ? rich : undefined);
}

function documentOf(text: string, { original, bytes }: Came = {}, formatting?: RichText): Incoming {
  return text.trim() === '' ? refused('empty') : { document: { text, formatting, original }, bytes };
}

function refused(kind: FileRefusal['kind'], most = MOST_BYTES): Incoming {
  return { refused: kind === 'too-large' || kind === 'too-long' ? { kind, most } : { kind } };
}

function isSessionFile(name: string, text: string): boolean {
  if (/\.(?:otherwise|json)$/iu.test(name)) return true;
  return !/\.(?:txt|text|md|markdown)$/iu.test(name) && /^\s*\{\s*"format"\s*:\s*"otherwise-session"/u.test(text);
}
