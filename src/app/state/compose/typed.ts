import { visibleText } from '../../../core/text/clean.ts';

/** What was typed or pasted, with one kind of line break and without what nobody sees; `caret` moves with it, UTF-16 units. */
export function typed(value: string, caret: number): { readonly text: string; readonly caret: number } {
  const tidy = (text: string): string => visibleText(text.replace(/\r\n?/gu, '\n'));
  return { text: tidy(value), caret: tidy(value.slice(0, caret)).length };
}
