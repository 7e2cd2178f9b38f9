import type { WordKnowledge } from '../../text/knowledge.ts';
import forms from '../data/irregular-forms.json' with { type: 'json' };
import { type Finding, found } from '../finding.ts';
import { converses as verbs, exchanges } from '../reading/classes.ts';
import { isContent, isFunctionWord, isQuestion, type Reading, type Token } from '../reading/reading.ts';
import { stem } from '../reading/stem.ts';

/** A relation: a word that relates its left side to its right side, and the stems of the words of each side. */
interface Relation {
  readonly pivot: string;
  readonly before: Side;
  readonly after: Side;
  /** Tells whether the right side acts: “bitten by”. */
  readonly passive: boolean;
}

/** The words of a noun with its attributes (“an angry fan”), in their order, without articles and pronouns. */
type Side = readonly Bone[];

/** A content word or a connector, with its place among the tokens of its text. */
interface Bone extends Token {
  readonly place: number;
}

/** Connectors that relate their sides the other way round. */
const converses = 'before/after above/below over/under on/under on/beneath over/below behind/ahead from/to in/outside inside/outside'
  .split(' ').map((pair) => pair.split('/'));
const areConverse = (one: string, other: string): boolean =>
  one !== other && converses.some((pair) => pair.includes(one) && pair.includes(other));
const connectors = new Set([...converses.flat(), 'because', 'into', 'despite']);
/** Nouns that are no places behind *on* and *under*. */
const noPlaces = new Set('orders terms condition conditions circumstances law rules pressure guidance contract'.split(' ').map(stem));
/** Connectors between two sides that may change places. */
const symmetric = new Set((
  'and or be is are was were meet marry equal resemble match differ agree talk speak argue fight cooperate compete play dance live ' +
  'work same similar different like near beside next cross border touch join share become remain mean line'
).split(' ').map(stem));

const adverbs = new Set('home yesterday today tomorrow tonight again back away now soon later here there'.split(' '));
const noAdverb = /(?:fly|ally|ply|mily|jelly|belly|bully|embly|nomaly|opoly)$/u;
const isAdverb = ({ word, capital }: Token): boolean =>
  adverbs.has(word) || (!capital && /.{3}ly$/u.test(word) && !noAdverb.test(word));
/** Tells whether a token is a noun, name or number, as far as its place tells: content words, adverbs aside. */
const isParty = (token: Token): boolean => token.kind !== 'mark' && isContent(token) && !isAdverb(token);

const tells = (token: Token): boolean => isContent(token) || connectors.has(token.word) || /^(?:by|than)$/u.test(token.word);
/** Gives the content words of a text and the connectors between them, without adverbs. */
const skeleton = ({ tokens }: Reading): Bone[] =>
  tokens.flatMap((token, place) => (token.kind !== 'mark' && tells(token) && !isAdverb(token) ? [{ ...token, place }] : []));

/** Finds every word between two others, all of which occur once in their text. */
function relations(reading: Reading, known: WordKnowledge): Relation[] {
  const words = skeleton(reading);
  const once = (one: Token): boolean => words.filter(({ stem: other }) => other === one.stem).length === 1;
  const isSide = (side: Side): boolean => side.length > 0 && side.every((token) => isParty(token) && once(token));
  return words.flatMap((pivot, at) => {
    const passive = words[at + 1]?.word === 'by' && /(?:ed|en|n|t|d|ung|own|ept)$/u.test(pivot.word);
    const next = at + (passive || words[at + 1]?.word === 'than' ? 2 : 1);
    const [before, after] = [sideAt(reading, words, at - 1, -1), sideAt(reading, words, next, 1)];
    const isOne = isOneClause(reading, before.at(-1), after[0]) && (passive || !isDoneTo(reading, pivot));
    if (!isOne || !relates(pivot, known)) return [];
    if (!isSide(before) || !isSide(after) || !once(pivot) || after.some(({ stem: root }) => noPlaces.has(root))) return [];
    return [{ pivot: connectors.has(pivot.word) ? pivot.word : pivot.stem, before, after, passive }];
  });
}

const irregular = new Set([...Object.keys(forms.participles), ...Object.keys(forms.pasts)]);
/** Tells whether a word relates two sides: verbs, comparatives and connectors do; other words only lie between them. */
const relates = ({ word }: Token, known: WordKnowledge): boolean =>
  connectors.has(word) || known.order(word) || known.verb(word) !== undefined || irregular.has(word) || /(?:[^e]ed|er|s)$/u.test(word);

/** Tells whether no comma or other mark parts two words. */
const isOneClause = ({ tokens }: Reading, from: Bone | undefined, to: Bone | undefined): boolean =>
  tokens.slice((from?.place ?? 0) + 1, to?.place ?? 0).every(({ kind, form }) => kind !== 'mark' || form === '-');

const auxiliaries = new Set('be is are was were been being am get gets got'.split(' '));
/** Tells whether the agent is left out: “was smashed in”, “are needed for”. */
const isDoneTo = ({ tokens }: Reading, { place, word }: Bone): boolean => {
  const closed = tokens.slice(Math.max(0, place - 3), place).toReversed();
  const before = closed.find((token) => !isAdverb(token) && token.word !== 'not');
  return before !== undefined && auxiliaries.has(before.word) && /(?:ed|en|n|t|d|ung|own|ept)$/u.test(word);
};

/** Gives the words from one on that only hyphens part, forward or backward. */
function sideAt({ tokens }: Reading, words: readonly Bone[], from: number, step: 1 | -1): Side {
  const side: Bone[] = [];
  for (let at = from, last: Bone | undefined; ; at += step) {
    const word = words[at];
    const gap = word && last ? tokens.slice(Math.min(word.place, last.place) + 1, Math.max(word.place, last.place)) : [];
    if (!word || !isParty(word) || !gap.every(({ form }) => form === '-')) return side;
    if (step > 0) side.push(word);
    else side.unshift(word);
    last = word;
  }
}

/** The noun of a side: its last word, which the others describe. */
const head = (side: Side): string | undefined => side.at(-1)?.stem;
const isSame = (one: Side, other: Side): boolean => head(one) === head(other);
const isTurned = (one: Relation, other: Relation): boolean => isSame(one.before, other.after) && isSame(one.after, other.before);
const isKept = (one: Relation, other: Relation): boolean => isSame(one.before, other.before) && isSame(one.after, other.after);

/**
 * Finds parties that changed sides. “The dog bites the man” is not “The man bites the dog”, nor “The dog is bitten by the man”; “before the
 * war” is not “after the war” between the same words, and “from Rome to Paris” not “from Paris to Rome”. Two sides that a symmetric word
 * joins may change places.
 */
export function exchangedParties(source: Reading, rewrite: Reading, known: WordKnowledge): Finding[] {
  if (isQuestion(source) !== isQuestion(rewrite)) return [];
  // “sold to” and “bought from” name one deed from its two ends.
  if (exchanges(source, rewrite, verbs).length > 0) return [];
  const there = relations(rewrite, known);
  for (const one of relations(source, known)) {
    const other = there.find((relation) => contradicts(one, relation));
    if (other && one.pivot !== other.pivot) return [found('swap', [one.pivot], [other.pivot])];
    if (other) return [swapOf([one.before, one.after].map((side) => side.at(-1)?.word ?? ''))];
  }
  const pair = transposed(source, rewrite);
  return pair ? [swapOf(pair.map(({ word }) => word))] : [];
}

/** Tells whether two relations can't both hold: the same one turned round, in one voice, or its converse as it was. */
function contradicts(one: Relation, other: Relation): boolean {
  const isConverse = areConverse(one.pivot, other.pivot);
  if (symmetric.has(one.pivot) || (!isConverse && one.pivot !== other.pivot)) return false;
  return isConverse !== (one.passive !== other.passive) ? isKept(one, other) : isTurned(one, other);
}

const swapOf = (words: readonly string[]): Finding => found('swap', words, words.toReversed());

const articles = new Set('the a an this that these those my your his her its our their'.split(' '));
const objects: Readonly<Record<string, string>> = { me: 'i', him: 'he', us: 'we', them: 'they' };

/** Gives the words of a text without articles, pronouns in one case, so that texts with exchanged parties have the same ones. */
const bare = ({ tokens }: Reading): Token[] => tokens.flatMap((token, at) => {
  const isHer = token.word === 'her' && !isNoun(tokens[at + 1]);
  if (token.kind === 'mark' || (articles.has(token.word) && !isHer)) return [];
  const subject = isHer ? 'she' : objects[token.word];
  return [subject === undefined ? token : { ...token, stem: subject }];
});
const isNoun = (next: Token | undefined): boolean => next !== undefined && next.kind !== 'mark' && isContent(next);
const isPerson = ({ stem: root }: Token): boolean => /^(?:i|he|she|we|they)$/u.test(root);

/** Finds two words that changed places while everything else stayed: “the cat on the mat”, “the mat on the cat”. */
function transposed(source: Reading, rewrite: Reading): readonly Token[] | undefined {
  const [before, after] = [bare(source), bare(rewrite)];
  if (before.length !== after.length) return undefined;
  const different = [...before.keys()].filter((at) => before[at]?.stem !== after[at]?.stem);
  const [i = 0, j = 0] = different;
  const [left, right] = [before[i], before[j]];
  if (different.length !== 2 || !left || !right || left.stem !== after[j]?.stem || right.stem !== after[i]?.stem) return undefined;
  const between = before.slice(i + 1, j);
  const isLink = (word: string): boolean => !isFunctionWord(word) || connectors.has(word) || /^(?:of|to|for|than)$/u.test(word);
  const joins = between.every(({ word, stem: root }) => symmetric.has(root) || !isLink(word));
  const areParties = [left, right].every((token) => isParty(token) || isPerson(token));
  return joins || !areParties || [left, right].every(isPerson) ? undefined : [left, right];
}
