import negation from '../data/negation.json' with { type: 'json' };
import { phraseAt, type Reading } from './reading.ts';
import { stem } from './stem.ts';

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));
const explicit = set(negation.explicit);
const implicit = new Set(negation.implicit.split(' ').map(stem));
const exempt = negation.exempt.map((phrase) => phrase.split(' '));
const prefixes = ['un', 'in', 'im', 'ir', 'il', 'dis', 'non', 'mis'];
const tagQuestion =
  /,\s*(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|ca|wo)n['’]t\s+(?:i|you|he|she|it|we|they|there)\s*\?/giu;

/** Gives the negators of a text that count: neither … nor once, and none that only looks like one (not only, no doubt, isn't it?). */
export function negators(reading: Reading): string[] {
  const { words } = reading;
  const skipped = new Set(exempt.flatMap((phrase) => phraseAt(reading, phrase).flatMap((at) => phrase.map((_, offset) => at + offset))));
  const tags = [...reading.text.matchAll(tagQuestion)].map(({ index }) => index);
  const tokens = reading.tokens.filter(({ kind }) => kind !== 'mark');
  return words.filter((word, at) => {
    const inTag = tags.some((start) => (tokens[at]?.start ?? 0) > start);
    const echo = word === 'nor' && words.slice(0, at).some((earlier) => earlier === 'neither' || earlier === 'not');
    const answer = word === 'no' && at === 0 && /^\s*no\s*[,.!;]/iu.test(reading.text);
    return explicit.has(word) && !skipped.has(at) && !inTag && !echo && !answer;
  });
}

/** Tells whether one text has a word that denies without a negator (fail, refuse, lack, hardly), and the other does not have it. */
export const hasImplicit = (one: Reading, other: Reading): boolean =>
  [...one.stems].some((word) => implicit.has(word) && !other.stems.has(word));

/** Tells whether a word of one text has a negative prefix in the other: possible → impossible. */
export const hasAffix = (one: Reading, other: Reading): boolean => other.words.some((word) => prefixes.some((prefix) => {
  const base = word.startsWith(prefix) ? word.slice(prefix.length) : '';
  return base.length > 3 && one.stems.has(stem(base)) && !one.words.includes(word) && !other.words.includes(base);
}));
