import mammoth from 'mammoth';
import type { WordAnswer } from '../../src/protocol.ts';
import { textParts } from './parts.ts';

/** What Word's styles mean beyond those that are known anyway. */
const styleMap = [
  "p[style-name='Quote'] => blockquote > p:fresh",
  "p[style-name='Intense Quote'] => blockquote > p:fresh",
  "p[style-name='Title'] => h1:fresh",
  "r[style-name='Code'] => code",
  'u => u',
];

/** What a Word document says as HTML: headings, lists, quotations, marks; without comments, pictures and what was struck in review. */
export async function wordToHtml(bytes: Uint8Array): Promise<WordAnswer> {
  const parts = textParts(bytes);
  if ('refused' in parts) return parts;
  try {
    const { value } = await mammoth.convertToHtml({ arrayBuffer: parts.buffer }, { styleMap, includeEmbeddedStyleMap: false });
    return { html: value };
  } catch {
    return { refused: 'damaged' };
  }
}
