import nlp from 'compromise/two';
import type { Inflector } from './inflect.ts';
import type { Pos } from './regular.ts';
import type { Span } from './words.ts';

interface Term {
  readonly tags: readonly string[];
  readonly offset: { readonly start: number; readonly length: number };
}

function coarse(tags: readonly string[]): Pos | undefined {
  if (
    tags.some(
      (tag) => tag === 'Preposition' || tag === 'Determiner' || tag === 'Conjunction' || tag === 'Pronoun' || tag === 'QuestionWord',
    )
  )
    return undefined;
  if (tags.includes('Verb')) return 'V';
  if (tags.includes('Noun')) return 'N';
  return tags.includes('Adjective') || tags.includes('Adverb') ? 'A' : undefined;
}

/**
 * Gives the coarse word class of each word in its sentence, undefined for closed-class words. compromise reads the context. Where it says
 * verb or noun and the inflection table has the word in other classes only (to postpone/Noun), the table's first reading counts. Most
 * adjectives are not in it.
 * @param spans words of `text` with their places (`wordTokens`), in order
 */
export function tagSpans(text: string, spans: readonly Span[], inflector: Inflector): (Pos | undefined)[] {
  const sentences = nlp(text).json({ offset: true }) as { terms: Term[] }[];
  // A contraction is several terms, the later ones without text: the first one counts for it.
  const terms = sentences.flatMap((sentence) => sentence.terms).filter((term) => term.offset.length > 0);
  return spans.map(({ text: word, start, end }) => {
    const guess = coarse(terms.find((term) => term.offset.start < end && term.offset.start + term.offset.length > start)?.tags ?? []);
    const listed = inflector.knows(word) ? inflector.readings(word).map((reading) => reading.pos) : [];
    if (listed.length === 0) return inflector.isClosed(word) ? undefined : guess;
    return guess === 'A' || (guess !== undefined && listed.includes(guess)) ? guess : listed[0];
  });
}

/** Tags a sentence that is given as tokens: they are read with a space between them. */
export function tagTokens(tokens: readonly string[], inflector: Inflector): (Pos | undefined)[] {
  let end = -1;
  const spans = tokens.map((token) => {
    const start = end + 1;
    end = start + token.length;
    return { text: token, start, end };
  });
  return tagSpans(tokens.join(' '), spans, inflector);
}
