import { capitalised } from './casing.ts';

const terminal = /([.!?…]+)(["'”’»)\]]*)$/u;

/** Folds white space to one blank, with none around the text. */
export const foldSpace = (text: string): string => text.replace(/\s+/gu, ' ').trim();

/**
 * Gives a decoded sentence the outer form of its source: white space folded, a capital where the source begins with one, the end mark of
 * the source where the rewrite has none, or a full stop for an exclamation mark or an ellipsis, and none where the source has none (a
 * heading stays a heading).
 */
export function finishLike(source: string, rewrite: string): string {
  let text = foldSpace(rewrite);
  if (text === '') return '';
  if (/^["'“‘(]?\p{Lu}/u.test(source) && /^\p{Ll}/u.test(text)) text = capitalised(text);
  const wanted = terminal.exec(source);
  const has = terminal.exec(text);
  if (wanted?.[1] && has?.[1] === '.' && /^(?:!+|…|\.{3,})$/u.test(wanted[1]))
    return text.slice(0, -has[0].length) + wanted[1] + (has[2] ?? '');
  if (wanted && !has && /[\p{L}\p{N}]$/u.test(text)) return `${text}${wanted[1] ?? ''}`;
  if (!wanted && has?.[1] === '.' && !/[.!?…:;,]$/u.test(source)) return text.slice(0, -has[0].length) + (has[2] ?? '');
  return text;
}
