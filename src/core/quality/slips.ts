import { applyCasing } from '../text/casing.ts';
import type { Inflector } from '../text/inflect.ts';
import { foldWord, type Span, wordTokens } from '../text/words.ts';
import confusions from './data/confusions.json' with { type: 'json' };

export type SlipKind = 'spelling' | 'grammar' | 'agreement' | 'confusion' | 'repetition' | 'punctuation' | 'casing' | 'form';

/** A slip of the pen: its place in UTF-16 offsets, its corrections, the likeliest first, and the reason, in English. */
export interface Slip extends Span {
  readonly instead: readonly string[];
  readonly kind: SlipKind;
  readonly reason: string;
}

type Inflecting = Pick<Inflector, 'readings' | 'inflected'>;

/** Slots of a verb in the inflection table. */
const [PARTICIPLE, PRESENT] = [1, 3];
const modal = /^(?:can|could|will|would|shall|should|may|might|must|do|does|did|to|(?:ca|wo|do|does|did|could|would|should)n't|cannot)$/u;
const perfect = /^(?:have|has|had|haven't|hasn't|hadn't)$/u;
const sets: ReadonlyMap<string, readonly string[]> = confusedWith(confusions.sets);

function confusedWith(lists: readonly (readonly string[])[]): Map<string, string[]> {
  const partners = new Map<string, string[]>();
  for (const list of lists)
    for (const word of list) partners.set(word, [...(partners.get(word) ?? []), ...list.filter((other) => other !== word)]);
  return partners;
}

/**
 * Finds words that may be slips, which only their sentence tells: words that are mixed up in writing, verbs in a form that their subject or
 * the verb before them does not take, and nouns behind *this* and *these*. The caller weighs each of them.
 */
export function possibleSlips(text: string, inflector: Inflecting): Slip[] {
  const words = wordTokens(text);
  return words.flatMap((span, at) => {
    const word = foldWord(span.text);
    const two = words.slice(Math.max(0, at - 2), at).map((other) => foldWord(other.text));
    const before = two.filter((other) => other !== 'not').at(-1) ?? '';
    const others = sets.get(word) ?? [];
    const slip = (instead: readonly string[], kind: SlipKind, reason: string): Slip[] => {
      const fresh = [...new Set(instead)].filter((one) => one !== word).map((one) => applyCasing(span.text, one));
      return fresh.length === 0 ? [] : [{ ...span, instead: fresh, kind, reason }];
    };
    return [
      ...slip(others, 'confusion', `“${span.text}” is often written for “${others.join('”, “')}”.`),
      ...slip(verbForms(word, before, inflector), 'agreement', `“${span.text}” does not go with the words around it.`),
      ...slip(nounForms(word, before, inflector), 'agreement', `“${span.text}” does not go with “${before}”.`),
    ];
  });
}

/** The other present form of a verb, or the form that the verb before it takes. */
function verbForms(word: string, before: string, inflector: Inflecting): string[] {
  return inflector.readings(word, 'V').flatMap(({ lemma, slot }) => {
    const formOf = (wanted: number): string[] => {
      const form = inflector.inflected(lemma, 'V', wanted);
      return form === undefined ? [] : [form];
    };
    if (modal.test(before)) return slot === -1 ? [] : [lemma];
    if (perfect.test(before)) return formOf(PARTICIPLE);
    return slot === -1 ? formOf(PRESENT) : slot === PRESENT ? [lemma] : [];
  });
}

/** The other number of a noun behind a word that tells its number. */
function nounForms(word: string, before: string, inflector: Inflecting): string[] {
  if (!/^(?:this|these|that|those|an?|many|few|several|both|each|every)$/u.test(before)) return [];
  return inflector.readings(word, 'N').flatMap(({ lemma, slot }) => (slot === -1 ? inflector.inflected(lemma, 'N', 0) ?? [] : [lemma]));
}
