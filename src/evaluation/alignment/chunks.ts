import classes from './data/chunk-words.json' with { type: 'json' };

/** Tokens from `from` up to but not including `to`. */
export interface Chunk {
  readonly from: number;
  readonly to: number;
}

const sets = {
  determiner: new Set(classes.determiners), pronoun: new Set(classes.pronouns), preposition: new Set(classes.prepositions),
  conjunction: new Set(classes.conjunctions), auxiliary: new Set(classes.auxiliaries),
};
type WordClass = keyof typeof sets | 'mark' | 'content';

function classOf(token: string): WordClass {
  const word = token.toLowerCase();
  if (!/[\p{L}\p{N}]/u.test(word)) return 'mark';
  return (Object.keys(sets) as (keyof typeof sets)[]).find((name) => sets[name].has(word)) ?? 'content';
}

/**
 * Shallow chunks by closed classes, no tagger: marks, conjunctions, prepositions and pronouns stand alone, a determiner
 * opens a noun chunk, auxiliaries and `to` open a verb chunk, and of several content words before a determiner, pronoun
 * or preposition the last is taken for the verb. Every token is in exactly one chunk.
 */
export function shallowChunks(tokens: readonly string[]): Chunk[] {
  const kinds = tokens.map(classOf);
  const starts = kinds.flatMap((kind, at) => (opens(kinds, at, kind) ? [at] : []));
  return starts.map((from, place) => ({ from, to: starts[place + 1] ?? tokens.length }));
}

function opens(kinds: readonly WordClass[], at: number, kind: WordClass): boolean {
  const before = kinds[at - 1];
  if (
    before === undefined ||
    kind === 'mark' ||
    kind === 'conjunction' ||
    kind === 'preposition' ||
    kind === 'pronoun' ||
    kind === 'determiner'
  )
    return true;
  if (before === 'mark' || before === 'conjunction' || before === 'preposition' || before === 'pronoun') return true;
  if (kind === 'auxiliary') return before !== 'auxiliary';
  const next = kinds[at + 1];
  const verb = before === 'content' && (next === 'determiner' || next === 'pronoun');
  return verb || (before === 'content' && kinds[at - 2] === 'auxiliary' && next === 'content');
}
