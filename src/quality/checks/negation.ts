import negation from '../data/negation.json' with { type: 'json' };
import { oppositeTurns, type Turn } from './opposites.ts';
import { isContent, phraseAt, type Reading } from './reading.ts';
import { drop, flag, type Slip } from '../finding.ts';
import { comparesTheOtherWay } from './sides.ts';
import { stem } from './stem.ts';

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));
const [explicit, adverbs, implicit, raising] = [
  set(negation.explicit),
  set(negation.adverbs),
  set(negation.implicit),
  set(negation.raising),
];
/** Words that may stand in for a lost negation (only when ↔ not until), but whose loss does not explain a new one. */
const oneWay = set(negation.oneWay);
const exempt = negation.exempt.map((phrase) => phrase.split(' '));
const prefixes = ['un', 'in', 'im', 'ir', 'il', 'dis', 'non', 'mis'];
const tagQuestion =
  /,\s*(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|ca|wo)n['’]t\s+(?:i|you|he|she|it|we|they|there)\s*\?/giu;

interface Negations {
  /** Indices into `words` of the negators that count, in a text without its tag questions. */
  readonly places: readonly number[];
  readonly words: readonly string[];
}

/** Counts neither … nor once, and leaves out what only looks like a negation (not only, no doubt, isn't it?). */
function negations(reading: Reading): Negations {
  const { words } = reading;
  const skipped = new Set(exempt.flatMap((phrase) => phraseAt(reading, phrase).flatMap((at) => phrase.map((_, offset) => at + offset))));
  const tags = [...reading.text.matchAll(tagQuestion)].map((match) => match.index);
  const tokens = reading.tokens.filter((token) => token.kind !== 'mark');
  const places = words.flatMap((word, at) => {
    const inTag = tags.some((start) => (tokens[at]?.start ?? 0) > start);
    const echo = word === 'nor' && words.slice(0, at).some((earlier) => earlier === 'neither' || earlier === 'not');
    const answer = word === 'no' && at === 0 && /^\s*no\s*[,.!;]/iu.test(reading.text);
    return explicit.has(word) && !skipped.has(at) && !inTag && !echo && !answer ? [at] : [];
  });
  return { places, words };
}

/** possible → impossible: a word of one text with a negative prefix in the other. */
function affixTurn(one: Reading, other: Reading): boolean {
  return other.words.some((word) => prefixes.some((prefix) => {
    const base = word.startsWith(prefix) ? word.slice(prefix.length) : '';
    return base.length > 3 && one.stems.has(stem(base)) && !one.words.includes(word) && !other.words.includes(base);
  }));
}

/** The word a negator denies: the next content word within reach. */
function head(reading: Reading, negations: Negations, place: number): string | undefined {
  const tokens = reading.tokens.filter((token) => token.kind !== 'mark').slice(place + 1, place + 6);
  return tokens.find((token) => isContent(token) && !negations.places.includes(place + 1 + tokens.indexOf(token)))?.word;
}

/**
 * A `not` that went from one word to another: each text's denied word stands undenied in the other. Only `not` and
 * `never` stand right before the word they deny, so the others are left alone.
 */
function moved(source: Reading, rewrite: Reading, before: Negations, after: Negations): Slip[] {
  const heads = (reading: Reading, found: Negations): string[] =>
    found.places
      .filter((place) => found.words[place] === 'not' || found.words[place] === 'never')
      .flatMap((place) => head(reading, found, place) ?? []);
  const [denied, nowDenied] = [heads(source, before), heads(rewrite, after)];
  const [deniedStems, nowStems] = [new Set(denied.map(stem)), new Set(nowDenied.map(stem))];
  const freed = denied.find((word) => rewrite.stems.has(stem(word)) && !nowStems.has(stem(word)) && !raising.has(word));
  const caught = nowDenied.find((word) => source.stems.has(stem(word)) && !deniedStems.has(stem(word)) && !raising.has(word));
  return freed !== undefined && caught !== undefined ? [drop('negation', [freed], [caught])] : [];
}

const reversers = set('less least not unable hardly never no without nobody fail fails failed stop stopped refuse refused');

/** Whether one of the few words before a word turns it round: less expensive, unable to succeed. */
function reversed({ words }: Reading, form: string): boolean {
  const at = words.indexOf(form.split(' ')[0] ?? '');
  return words.slice(Math.max(0, at - 3), Math.max(0, at)).some((word) => reversers.has(word));
}

/** Turns into the opposite that nothing undoes. */
function turned(source: Reading, rewrite: Reading, turns: readonly Turn[]): Slip[] {
  const open = turns.filter(({ lost, gained }) => reversed(source, lost) === reversed(rewrite, gained));
  if (open.length === 0 || comparesTheOtherWay(source, rewrite)) return [];
  const report = open.length % 2 === 0 ? flag : drop;
  return open.map(({ lost, gained }) => report('comparison', [lost], [gained]));
}

/**
 * Negation, and words that turned into their opposites, which undo each other: “not open” is “closed”, “impossible” is “cannot be done”.
 *
 * A negator that is lost or gained without another way of saying no in the other text is a slip; so is one that denies
 * another word, and a turn into the opposite without a change of negation.
 */
export function negationSlips(source: Reading, rewrite: Reading): Slip[] {
  const [before, after] = [negations(source), negations(rewrite)];
  const turns = oppositeTurns(source, rewrite);
  const difference = after.places.length - before.places.length;
  const newWords = (one: Reading, other: Reading, words: ReadonlySet<string>): string[] =>
    one.words.filter((word) => words.has(word) && !other.stems.has(stem(word)));
  const [lostHidden, gainedHidden] = [newWords(source, rewrite, implicit), newWords(rewrite, source, implicit)];
  const affix = affixTurn(source, rewrite) || affixTurn(rewrite, source);
  if (difference % 2 === 0) {
    const faded = newWords(source, rewrite, adverbs);
    const softened =
      after.places.length === 0 && faded.length > 0 && gainedHidden.length === 0 && !affix ? [drop('negation', faded, [])] : [];
    const affixed =
      affix && difference === 0 && lostHidden.length + gainedHidden.length === 0
        ? [flag('negation')]
        : [];
    return [...softened, ...affixed, ...turned(source, rewrite, turns), ...(difference === 0 ? moved(source, rewrite, before, after) : [])];
  }
  const explained = difference > 0 ? lostHidden.filter((word) => !oneWay.has(word)) : gainedHidden;
  if (turns.length > 0 || affix || explained.length > 0) return [];
  const [more, fewer] = difference > 0 ? [after, before] : [before, after];
  const words = more.places
    .map((place) => more.words[place] ?? '')
    .filter((word) => !fewer.places.some((place) => fewer.words[place] === word));
  const named = words.length > 0 ? words : ['not'];
  const mild = difference < 0 && after.places.length > 0 && !words.includes('without');
  return [(mild ? flag : drop)('negation', difference > 0 ? [] : named, difference > 0 ? named : [])];
}
