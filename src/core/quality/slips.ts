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

/** Words that may stand twice in a row. */
export const doubling = /^(?:very|that|had|so|really|no|bye|ha|much|many|far|long)$/iu;
/** Slots of a verb in the inflection table. */
const [PAST, PARTICIPLE, GERUND, PRESENT] = [0, 1, 2, 3];
const modal = /^(?:can|could|will|would|shall|should|may|might|must|do|does|did|to|(?:ca|wo|do|does|did|could|would|should)n't|cannot)$/u;
const perfect = /^(?:have|has|had|haven't|hasn't|hadn't)$/u;
const copula = /^(?:am|is|are|was|were|be|been|isn't|aren't|wasn't|weren't)$/u;
/** Verbs that begin a question, with the verb that they rule behind its subject. */
const asking = /^(?:can|could|will|would|shall|should|may|might|must|do|does|did|have|has|had)$/u;
const subject = /^(?:i|you|he|she|it|we|they)$/u;
/** Words behind which a noun stands, and no verb. */
const determiner = /^(?:an?|the|my|your|his|her|its|our|their|every|no)$/u;
/** Words that stand between a verb and the verb that rules it. */
const between = /^(?:not|never|always|also|already|just|ever|often)$/u;
const sets: ReadonlyMap<string, readonly string[]> = confusedWith(confusions.sets);

function confusedWith(lists: readonly (readonly string[])[]): Map<string, string[]> {
  const partners = new Map<string, string[]>();
  for (const list of lists)
    for (const word of list) partners.set(word, [...(partners.get(word) ?? []), ...list.filter((other) => other !== word)]);
  return partners;
}

/**
 * Finds words that may be slips, which only their sentence tells: words that are mixed up in writing, verbs in a form that their subject or
 * the verb before them does not take, nouns behind *this* and *these*, words that stand twice, and *more* before a comparative. The caller
 * weighs each of them.
 */
export function possibleSlips(text: string, inflector: Inflecting): Slip[] {
  const words = wordTokens(text);
  return words.flatMap((span, at) => {
    const word = foldWord(span.text);
    const [ruling, previous] = [rulingWord(words, at), words[at - 1]];
    const others = sets.get(word) ?? [];
    const slip = (instead: readonly string[], kind: SlipKind, reason: string): Slip[] => {
      const fresh = [...new Set(instead)].filter((one) => one !== word).map((one) => applyCasing(span.text, one));
      return fresh.length === 0 ? [] : [{ ...span, instead: fresh, kind, reason }];
    };
    return [
      ...slip(others, 'confusion', `“${span.text}” is often written for “${others.join('”, “')}”.`),
      ...slip(verbForms(word, ruling, inflector), 'agreement', `“${span.text}” does not go with the words around it.`),
      ...slip(nounForms(word, ruling, inflector), 'agreement', `“${span.text}” does not go with “${ruling}”.`),
      ...(previous ? [...repeated(text, previous, span), ...comparedTwice(text, previous, span, inflector)] : []),
      ...behindTo(text, words.slice(Math.max(0, at - 2), at + 1), inflector),
    ];
  });
}

/** The word that decides on the form of the one at a place: the one before it, or the first verb of a question. */
function rulingWord(words: readonly Span[], at: number): string {
  const before = words.slice(Math.max(0, at - 3), at).map((one) => foldWord(one.text)).filter((one) => !between.test(one));
  const [first = '', last = ''] = [before.at(-2), before.at(-1)];
  return subject.test(last) && asking.test(first) ? first : last;
}

/** A stretch of a text as a slip. */
function stretch(text: string, place: Pick<Span, 'start' | 'end'>, ...[kind, reason, ...instead]: [SlipKind, string, ...string[]]): Slip {
  const { start, end } = place;
  return { text: text.slice(start, end), start, end, instead, kind, reason };
}

/** A word in small letters that stands twice in a row; numbers and names may (*Bora Bora*). */
function repeated(text: string, previous: Span, span: Span): Slip[] {
  const isTwice = foldWord(previous.text) === foldWord(span.text) && /^\s+$/u.test(text.slice(previous.end, span.start));
  if (!isTwice || doubling.test(span.text) || !/^[\p{Ll}'’]+$/u.test(span.text)) return [];
  return [stretch(text, { start: previous.end, end: span.end }, 'repetition', `“${span.text}” stands twice.`, '')];
}

/** Finds *more* or *most* before a word that is compared already. */
function comparedTwice(text: string, previous: Span, span: Span, inflector: Inflecting): Slip[] {
  if (!/^(?:more|most)$/u.test(foldWord(previous.text))) return [];
  if (!inflector.readings(foldWord(span.text), 'A').some(({ slot }) => slot !== -1)) return [];
  const reason = `“${span.text}” is compared without “${previous.text}”.`;
  return [stretch(text, { start: previous.start, end: span.end }, 'form', reason, applyCasing(previous.text, span.text))];
}

/** A verb with *to* that the word before takes in its -ing form, or without *to* (*enjoyed to swim*, *forward to meet*, *must to go*). */
function behindTo(text: string, [ruling, to, span]: readonly (Span | undefined)[], inflector: Inflecting): Slip[] {
  if (!ruling || !to || !span || foldWord(to.text) !== 'to') return [];
  const [verb, first] = [foldWord(span.text), foldWord(ruling.text)];
  if (!inflector.readings(verb, 'V').some(({ slot }) => slot === -1)) return [];
  if (modal.test(first)) return [stretch(text, { start: to.start, end: span.start }, 'form', `“${ruling.text}” takes no “to”.`, '')];
  const isRuling = first === 'forward' || inflector.readings(first, 'V').length > 0;
  const gerund = inflector.inflected(verb, 'V', GERUND);
  if (!isRuling || gerund === undefined) return [];
  const reason = `“${ruling.text}” takes “${gerund}”.`;
  return [stretch(text, { start: to.start, end: span.end }, 'form', reason, gerund, `${to.text} ${gerund}`)];
}

/** The other present form of a verb, or the form that the verb before it takes. */
function verbForms(word: string, ruling: string, inflector: Inflecting): string[] {
  if (determiner.test(ruling)) return [];
  return inflector.readings(word, 'V').flatMap(({ lemma, slot }) => {
    const formsOf = (...wanted: number[]): string[] => wanted.flatMap((one) => inflector.inflected(lemma, 'V', one) ?? []);
    if (modal.test(ruling)) return slot === -1 ? [] : [lemma];
    if (perfect.test(ruling)) return formsOf(PARTICIPLE);
    if (copula.test(ruling)) return slot === -1 || slot === PAST ? formsOf(PARTICIPLE, GERUND) : [];
    return slot === -1 ? formsOf(PRESENT) : slot === PRESENT ? [lemma] : [];
  });
}

/** The other number of a noun behind a word that tells its number. */
function nounForms(word: string, ruling: string, inflector: Inflecting): string[] {
  if (!/^(?:this|these|that|those|an?|many|few|several|both|each|every)$/u.test(ruling)) return [];
  return inflector.readings(word, 'N').flatMap(({ lemma, slot }) => (slot === -1 ? inflector.inflected(lemma, 'N', 0) ?? [] : [lemma]));
}
