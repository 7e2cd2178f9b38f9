import type { WordKnowledge } from '../../text/knowledge.ts';
import type { Reading } from '../reading/reading.ts';
import { quotedTerms } from './literals.ts';
import { isName } from './names.ts';

/**
 * What of a text the invariants keep in every rewrite, whatever is asked: names, numbers in digits, addresses and quoted terms.
 * @returns each once as it stands there, in the order of the text
 */
export function keptByInvariants(source: Reading, words: WordKnowledge): string[] {
  const tokens = source.tokens
    .filter((token) => token.kind === 'number' || token.kind === 'address' || isName(token, source, words))
    .map(({ form, start }) => ({ form: form.replace(/['’]s$/iu, ''), start }));
  const terms = quotedTerms(source).map((form) => ({ form, start: source.text.indexOf(form) }));
  return [...new Set([...tokens, ...terms].toSorted((a, b) => a.start - b.start).map(({ form }) => form))];
}
