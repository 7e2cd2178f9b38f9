import pronouns from '../data/pronouns.json' with { type: 'json' };

export type PronounClass = 'I' | 'we' | 'you' | 'he' | 'she' | 'it' | 'they';
export type PronounRole = 'subject' | 'object' | 'possessive' | 'reflexive';

const table = new Map<string, { readonly person: PronounClass; readonly role: PronounRole }>(
  Object.entries(pronouns.classes).flatMap(([person, roles]) => Object.entries(roles).flatMap(([role, words]) =>
    words.map((word: string) => [word, { person: person as PronounClass, role: role as PronounRole }] as const))),
);

/** Class and default role of a personal pronoun. */
export const lookUpPronoun = (word: string): { readonly person: PronounClass; readonly role: PronounRole } | undefined => table.get(word);

/** A key that stands for a personal pronoun's class in comparisons of who does what (possessives stand for no party). */
export function pronounOf(word: string): string[] | undefined {
  const found = table.get(word);
  if (!found) return undefined;
  return found.role === 'possessive' || found.person === 'it' ? [] : [`<${found.person}>`];
}
