import { type Finding, found } from '../finding.ts';
import { converses as verbs, exchanges } from '../reading/classes.ts';
import { isContent, isFunctionWord, isQuestion, type Reading, type Token } from '../reading/reading.ts';
import { stem } from '../reading/stem.ts';

/** A word that relates what stands before it to what stands behind it, and its two sides. */
interface Relation {
  readonly pivot: string;
  readonly before: Token;
  readonly after: Token;
  /** “bitten by”: what stands behind it acts. */
  readonly passive: boolean;
}

/** Words that relate their sides the other way round. */
const converses = 'before/after above/below over/under on/under on/beneath over/below behind/ahead from/to in/outside inside/outside'
  .split(' ').map((pair) => pair.split('/'));
const areConverse = (one: string, other: string): boolean =>
  one !== other && converses.some((pair) => pair.includes(one) && pair.includes(other));
const connectors = new Set([...converses.flat(), 'because', 'into', 'despite']);
/** Behind on and under these are no places. */
const noPlaces = new Set('orders terms condition conditions circumstances law rules pressure guidance contract'.split(' ').map(stem));
/** Between two sides that may change places. */
const symmetric = new Set((
  'and or be is are was were meet marry equal resemble match differ agree talk speak argue fight cooperate compete play dance live ' +
  'work same similar different like near beside next cross border touch join share become remain mean'
).split(' ').map(stem));

const isAdverb = ({ word, capital }: Token): boolean =>
  !capital && /.{3}ly$/u.test(word) && !/^(?:.*(?:fly|ally|ply|mily|jelly|belly|bully|embly|nomaly|opoly))$/u.test(word);
/** Nouns, names and numbers as far as their place tells: content words, adverbs aside. */
const isParty = (token: Token): boolean => token.kind !== 'mark' && isContent(token) && !isAdverb(token);

/** The content words of a text and the connectors between them, each with its stem. */
const skeleton = ({ tokens }: Reading): Token[] =>
  tokens.filter((token) => token.kind !== 'mark' && (isContent(token) || connectors.has(token.word) || /^(?:by|than)$/u.test(token.word)));

/** Every word between two others, all of which stand once in their text. */
function relations(reading: Reading): Relation[] {
  const words = skeleton(reading);
  const once = (one: Token): boolean => words.filter(({ stem: other }) => other === one.stem).length === 1;
  return words.flatMap((pivot, at) => {
    const before = words[at - 1];
    const passive = words[at + 1]?.word === 'by' && /(?:ed|en|n|t|d|ung|own|ept)$/u.test(pivot.word);
    const after = words[at + (passive || words[at + 1]?.word === 'than' ? 2 : 1)];
    if (!before || !after || ![before, after].every((side) => isParty(side) && once(side)) || !once(pivot)) return [];
    if (noPlaces.has(after.stem)) return [];
    return [{ pivot: connectors.has(pivot.word) ? pivot.word : pivot.stem, before, after, passive }];
  });
}

const isTurned = (one: Relation, other: Relation): boolean => one.before.stem === other.after.stem && one.after.stem === other.before.stem;
const isKept = (one: Relation, other: Relation): boolean => one.before.stem === other.before.stem && one.after.stem === other.after.stem;

/**
 * Who does what to whom must stay: “The dog bites the man” is not “The man bites the dog”, nor “The dog is bitten by the man”;
 * “before the war” is not “after the war” between the same words, and “from Rome to Paris” not “from Paris to Rome”. Two sides
 * that a symmetric word joins may change places.
 */
export function exchangedParties(source: Reading, rewrite: Reading): Finding[] {
  if (isQuestion(source) !== isQuestion(rewrite)) return [];
  // “sold to”, “bought from”: the verb says it from the other side, too.
  if (exchanges(source, rewrite, verbs).length > 0) return [];
  const there = relations(rewrite);
  for (const one of relations(source)) {
    const other = there.find((relation) => contradicts(one, relation));
    if (other) return one.pivot === other.pivot ? [swapOf([one.before.word, one.after.word])] : [found('swap', [one.pivot], [other.pivot])];
  }
  const pair = transposed(source, rewrite);
  return pair ? [swapOf(pair.map(({ word }) => word))] : [];
}

/** Tells whether two relations can't both hold: the same one turned round, in one voice, or its converse as it stood. */
function contradicts(one: Relation, other: Relation): boolean {
  const isConverse = areConverse(one.pivot, other.pivot);
  if (symmetric.has(one.pivot) || (!isConverse && one.pivot !== other.pivot)) return false;
  return isConverse !== (one.passive !== other.passive) ? isKept(one, other) : isTurned(one, other);
}

const swapOf = (words: readonly string[]): Finding => found('swap', words, words.toReversed());

/** Two words that changed places while everything else stands where it stood: “the cat on the mat”, “the mat on the cat”. */
function transposed(source: Reading, rewrite: Reading): readonly Token[] | undefined {
  const [before, after] = [source, rewrite].map(({ tokens }) => tokens.filter(({ kind }) => kind !== 'mark')) as [Token[], Token[]];
  if (before.length !== after.length) return undefined;
  const different = [...before.keys()].filter((at) => before[at]?.stem !== after[at]?.stem);
  const [i = 0, j = 0] = different;
  const [left, right] = [before[i], before[j]];
  if (different.length !== 2 || !left || !right || left.stem !== after[j]?.stem || right.stem !== after[i]?.stem) return undefined;
  const between = before.slice(i + 1, j);
  const tells = (word: string): boolean => !isFunctionWord(word) || connectors.has(word) || /^(?:of|to|for|than)$/u.test(word);
  const joins = between.every(({ word, stem: own }) => symmetric.has(own) || !tells(word));
  return joins || !isParty(left) || !isParty(right) ? undefined : [left, right];
}
