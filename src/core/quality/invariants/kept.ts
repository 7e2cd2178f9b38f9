import type { WordKnowledge } from '../../text/knowledge.ts';
import { markupSpans } from '../../text/markup.ts';
import type { Reading } from '../reading/reading.ts';
import { quotedTerms } from './literals.ts';
import { isName } from './names.ts';

/**
 * Finds what comes back in every rewrite of a text, whatever the options: names, numbers in digits, addresses, placeholders and the like,
 * and quoted terms.
 * @returns each once as the text has it, in the order of the text
 */
export function keptByInvariants(source: Reading, words: WordKnowledge): string[] {
  const tokens = source.tokens
    .filter((token) => token.kind === 'number' || token.kind === 'address' || isName(token, source, words))
    .map(({ form, start }) => ({ form: form.replace(/['’]s$/iu, ''), start }));
  const terms = quotedTerms(source).map((form) => ({ form, start: source.text.indexOf(form) }));
  const markup = markupSpans(source.text).filter(({ as }) => as === 'name' || as === 'number' || as === 'seen')
    .map(({ start, end }) => ({ form: source.text.slice(start, end), start }));
  const isMarkup = (at: number): boolean => markup.some(({ form, start }) => at >= start && at < start + form.length);
  const others = [...tokens, ...terms].filter(({ start }) => !isMarkup(start));
  return [...new Set([...others, ...markup].toSorted((a, b) => a.start - b.start).map(({ form }) => form))];
}
