import nlp from 'compromise/two';
import type { TokenRange } from './fragment.ts';
import type { AlignToken } from './tokens.ts';

interface Term {
  readonly tags: readonly string[];
  readonly offset: { readonly start: number; readonly length: number };
}

type Kind = 'noun' | 'verb' | 'determiner' | 'alone' | 'either';

/** The part of a word in a chunk by compromise's tags, the first that applies; `either` continues the chunk before it. */
const kinds: readonly (readonly [tag: string, kind: Kind])[] = [
  ['Conjunction', 'alone'],
  ['Preposition', 'alone'],
  ['QuestionWord', 'alone'],
  ['Possessive', 'determiner'],
  ['Determiner', 'determiner'],
  ['Pronoun', 'alone'],
  ['Negative', 'verb'],
  ['Modal', 'verb'],
  ['Auxiliary', 'verb'],
  ['Copula', 'verb'],
  ['Particle', 'verb'],
  ['Verb', 'verb'],
  ['Noun', 'noun'],
  ['Adjective', 'noun'],
  ['Value', 'noun'],
  ['Adverb', 'either'],
];

/**
 * Returns the noun and verb chunks by compromise's tags (base phrases in the sense of the chunker of Wang & Callison-Burch 2011 §3.3): a
 * determiner, possessive or first noun, adjective or number opens a noun chunk, an auxiliary, negation or first verb a verb chunk, adverbs
 * go on in what they stand in; prepositions, conjunctions, pronouns and marks stand alone. Every token is in exactly one chunk.
 */
export function chunksOf(tokens: readonly AlignToken[]): TokenRange[] {
  const kinds = kindsOf(tokens);
  const starts = kinds.flatMap((kind, at) => (opens(kinds, at, kind) ? [at] : []));
  return starts.map((from, place) => ({ from, to: starts[place + 1] ?? tokens.length }));
}

function opens(kinds: readonly Kind[], at: number, kind: Kind): boolean {
  const before = kinds[at - 1];
  if (before === undefined || before === 'alone' || kind === 'alone') return true;
  if (kind === 'determiner') return before !== 'determiner';
  if (before === 'determiner') return kind === 'verb';
  if (kind === 'either' || before === 'either') return false;
  return (kind === 'verb') !== (before === 'verb');
}

/** The tokens are read with a blank between them, as the tagger wants marks beside words to be read as such. */
function kindsOf(tokens: readonly AlignToken[]): Kind[] {
  const text = tokens.map((token) => token.text).join(' ');
  const terms = (nlp(text).json({ offset: true }) as { terms: Term[] }[]).flatMap((sentence) => sentence.terms);
  let start = 0;
  return tokens.map(({ text: token, key }): Kind => {
    const end = start + token.length;
    const term = terms.find(({ offset }) => offset.length > 0 && offset.start < end && offset.start + offset.length > start);
    start = end + 1;
    // A possessive goes on with its owner; what comes next belongs to the same chunk.
    if (key === "'s") return 'either';
    if (!/[\p{L}\p{N}]/u.test(token) || term === undefined) return 'alone';
    return kinds.find(([tag]) => term.tags.includes(tag))?.[1] ?? 'alone';
  });
}
