import mammoth from 'mammoth';
import type { WordAnswer } from '../../core/protocol.ts';
import { textParts } from './parts.ts';

/** The meaning of Word's styles beyond those that are known anyway. */
const styleMap = [
  "p[style-name='Quote'] => blockquote > p:fresh",
  "p[style-name='Intense Quote'] => blockquote > p:fresh",
  "p[style-name='Title'] => h1:fresh",
  "r[style-name='Code'] => code",
  'u => u',
  // Without a break the words at both sides would be a single one.
  "br[type='page'] => br",
  "br[type='column'] => br",
];

/** The number of a note where it is called, and the way back from it: no words of the text. */
const noteCall = /<sup><a href="#(?:foot|end)note-[\w-]+" id="(?:foot|end)note-ref-[\w-]+">\[\d+\]<\/a><\/sup>/gu;
const backLink = / ?<a href="#(?:foot|end)note-ref-[\w-]+">↑<\/a>/gu;

/**
 * Says what a Word document says as HTML: headings, lists, quotations, marks, and at the end the notes; without comments and pictures.
 * Changes of a review count as accepted.
 */
export async function wordToHtml(bytes: Uint8Array): Promise<WordAnswer> {
  const parts = textParts(bytes);
  if ('refused' in parts) return parts;
  try {
    const { value } = await mammoth.convertToHtml({ arrayBuffer: parts.buffer }, { styleMap, includeEmbeddedStyleMap: false });
    return { html: value.replace(noteCall, '').replace(backLink, '') };
  } catch {
    return { refused: 'damaged' };
  }
}
