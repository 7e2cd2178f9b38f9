import pronouns from '../data/pronouns.json' with { type: 'json' };

export type PronounClass = 'I' | 'we' | 'you' | 'he' | 'she' | 'it' | 'they';
export type PronounRole = 'subject' | 'object' | 'possessive' | 'reflexive';

const table = new Map<string, { readonly person: PronounClass; readonly role: PronounRole }>(
  Object.entries(pronouns.classes).flatMap(([person, roles]) => Object.entries(roles).flatMap(([role, words]) =>
    words.map((word: string) => [word, { person: person as PronounClass, role: role as PronounRole }] as const))),
);

/** Gives the class and the default role of a personal pronoun. */
export const lookUpPronoun = (word: string): { readonly person: PronounClass; readonly role: PronounRole } | undefined => table.get(word);
