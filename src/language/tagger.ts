import nlp from 'compromise/two';
import type { Inflector } from './inflect.ts';
import type { Pos } from './regular.ts';

interface Term {
  readonly tags: readonly string[];
  readonly offset: { readonly start: number; readonly length: number };
}

function coarse(tags: readonly string[]): Pos | undefined {
  if (tags.some((tag) => tag === 'Preposition' || tag === 'Determiner' || tag === 'Conjunction' || tag === 'Pronoun' || tag === 'QuestionWord')) return undefined;
  if (tags.includes('Verb')) return 'V';
  if (tags.includes('Noun')) return 'N';
  return tags.includes('Adjective') || tags.includes('Adverb') ? 'A' : undefined;
}

/**
 * The coarse word class of each token in its sentence, undefined for closed-class words. compromise reads the context; where it says verb or noun and
 * the inflection table knows the word in other classes only (to postpone/Noun), the table's first reading stands. Most adjectives are not in it.
 */
export function tagTokens(tokens: readonly string[], inflector: Inflector): (Pos | undefined)[] {
  const text = tokens.join(' ');
  const sentences = nlp(text).json({ offset: true }) as { terms: Term[] }[];
  // A contraction is several terms, the later ones without text: the first one speaks for it.
  const terms = sentences.flatMap((sentence) => sentence.terms).filter((term) => term.offset.length > 0);
  let start = 0;
  return tokens.map((token) => {
    const [from, to] = [start, start + token.length];
    start = to + 1;
    const guess = coarse(terms.find((term) => term.offset.start < to && term.offset.start + term.offset.length > from)?.tags ?? []);
    const listed = inflector.knows(token) ? inflector.readings(token).map((reading) => reading.pos) : [];
    if (listed.length === 0) return guess;
    return guess === 'A' || (guess !== undefined && listed.includes(guess)) ? guess : listed[0];
  });
}
