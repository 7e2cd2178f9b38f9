import type { Reading } from '../reading/reading.ts';

const parting = new Set('and or but if because so when while which who although though since unless until however whereas'.split(' '));

/** Gives the words of a text, clause by clause: marks and conjunctions part clauses, as far as words tell. */
export function clausesOf({ tokens }: Reading): string[][] {
  const clauses: string[][] = [[]];
  for (const [at, { kind, word }] of tokens.entries()) {
    // The “so” of “so tight as” compares.
    const parts = kind === 'mark' || (parting.has(word) && !(word === 'so' && tokens[at + 2]?.word === 'as'));
    if (parts) clauses.push([]);
    else clauses.at(-1)?.push(word);
  }
  return clauses.filter((clause) => clause.length > 0);
}
