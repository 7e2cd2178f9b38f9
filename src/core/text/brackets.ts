import { OtherwiseError } from '../errors.ts';
import type { LabelledSpan } from './offsets.ts';

/** A label behind a closing bracket: `[Paris](city)` or `[Paris]{city}`. */
const label = /^(?:\(([^()[\]{}]+)\)|\{([^()[\]{}]+)\})/u;

/**
 * Reads a text whose stretches are marked by brackets, and gives the text without them: `[Ada Lovelace](person) wrote it in [London].`
 * Brackets may nest, a label is optional, and `\[` `\]` `\\` are the characters themselves.
 * @returns spans in UTF-16 units of the text without brackets, in the order in which they begin, outer ones first
 * @throws OtherwiseError `bad-request` for a bracket without its partner, and for one with nothing in it
 */
export function readBrackets(marked: string): { readonly text: string; readonly spans: LabelledSpan[] } {
  const spans: LabelledSpan[] = [];
  const open: { readonly index: number; readonly start: number; readonly at: number }[] = [];
  let text = '';
  for (let at = 0; at < marked.length; at += 1) {
    const character = marked.charAt(at);
    if (character === '\\' && /[[\]\\]/u.test(marked.charAt(at + 1))) text += marked.charAt(at += 1);
    else if (character === '[') {
      open.push({ index: spans.length, start: text.length, at });
      spans.push({ start: text.length, end: text.length });
    } else if (character === ']') {
      const from = open.pop();
      if (!from) throw unpaired(marked, at);
      if (text.slice(from.start).trim() === '')
        throw new OtherwiseError('bad-request', `The brackets at character ${from.at + 1} hold nothing.`);
      const [whole = '', round, curly] = label.exec(marked.slice(at + 1)) ?? [];
      const name = round ?? curly;
      spans[from.index] = { start: from.start, end: text.length, ...(name !== undefined && { label: name }) };
      at += whole.length;
    } else text += character;
  }
  const [left] = open;
  if (left) throw unpaired(marked, left.at);
  return { text, spans };
}

const unpaired = (marked: string, at: number): OtherwiseError => new OtherwiseError(
  'bad-request',
  `The bracket at character ${at + 1} has no partner ('${marked.slice(Math.max(0, at - 10), at + 10)}'). ` +
  `Write \\${marked.charAt(at)} for one that marks nothing.`,
);
