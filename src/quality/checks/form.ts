import { lookUpPronoun } from './pronoun-table.ts';
import { isContent, isFunctionWord, isQuestion, type Reading, type Token } from './reading.ts';
import { drop, flag, type Slip } from '../finding.ts';

const mayRepeat = new Set([
  'had',
  'that',
  'very',
  'really',
  'so',
  'no',
  'yes',
  'ha',
  'bye',
  'is',
  'do',
  'blah',
  'many',
  'far',
  'out',
  'in',
  'on',
  'long',
]);
const openEnds = new Set('a an the and or but of my your its our their because if than as very'.split(' '));

/** Words said twice in a row, or a stretch of three words with content said twice, unless the source does so. */
export function repetitionSlips(source: Reading, rewrite: Reading): Slip[] {
  const { tokens } = rewrite;
  for (const [at, token] of tokens.entries()) {
    const next = tokens[at + 1];
    if (
      token.kind === 'word' &&
      next?.word === token.word &&
      next.start !== token.start &&
      !mayRepeat.has(token.word) &&
      !` ${source.words.join(' ')} `.includes(` ${token.word} ${token.word} `)
    ) {
      return [drop('repetition', [], [token.word])];
    }
  }
  const words = tokens.filter((token) => token.kind !== 'mark');
  const seen = new Set<string>();
  for (let at = 0; at + 3 <= words.length; at++) {
    const three = words.slice(at, at + 3);
    const phrase = three.map((token) => token.word).join(' ');
    if (seen.has(phrase) && three.some(isContent) && source.words.join(' ').split(phrase).length < 3)
      return [drop('repetition', [], [phrase])];
    seen.add(phrase);
  }
  return repeatedWord(source, rewrite);
}

/**
 * A content word, a number or a “please” more often than in the source. One and many (“goals to a goal”) and a gerund
 * beside its verb (“swim in the swimming pool”) are two words.
 */
function repeatedWord(source: Reading, rewrite: Reading): Slip[] {
  const count = (reading: Reading, is: (token: Token) => boolean): number => reading.tokens.filter(is).length;
  const again = rewrite.tokens.find(
    (token) =>
      says(token) &&
      count(rewrite, (other) => other.stem === token.stem && !isOtherWord(token.word, other.word)) >
        Math.max(
          1,
          count(source, ({ stem }) => stem === token.stem),
        ),
  );
  return again ? [drop('repetition', [], [again.word])] : [];
}

const says = (token: Token): boolean =>
  token.kind === 'number' || token.word === 'please' || (token.kind === 'word' && isContent(token) && token.stem.length > 3);
const isOtherWord = (a: string, b: string): boolean =>
  a !== b && (`${a}s` === b || `${b}s` === a || a.endsWith('ing') !== b.endsWith('ing'));

/** A sentence that breaks off, and lengths out of proportion. */
export function shapeSlips(source: Reading, rewrite: Reading): Slip[] {
  const [before, after] = [source.words.length, rewrite.words.length];
  const last = rewrite.tokens.at(-1);
  const slips: Slip[] = [];
  const ends = last?.kind === 'mark' ? rewrite.tokens.at(-2)?.word : last?.word;
  const hangs = /[,;:\p{Pd}([{]$/u.test(rewrite.text.trim()) && !/[,;:\p{Pd}([{]$/u.test(source.text.trim());
  if (hangs || (ends !== undefined && openEnds.has(ends) && isFunctionWord(ends) && source.words.at(-1) !== ends))
    slips.push(drop('unfinished'));
  if (after < 0.4 * before) slips.push(flag('length'));
  if (after > 2 * before + 3) slips.push(flag('length'));
  return slips;
}

const finite = new Set('am is are was were has have had does do did will would can could may might must shall should'.split(' '));
const prepositions = new Set('in at on for since after before within during until by over from to with without under through'.split(' '));
const subjects = new Set('i he she we they'.split(' '));
/** Before “am I” and the like in a statement: “so am I”, “than did she”, “it was he”. */
const inverting = new Set('so neither nor as than it that this who'.split(' '));

/**
 * The order of a question in what is none: a statement that ends in it (“A good cook was she.”), and a sentence without
 * a subject (“Hasn't changed in a year.”) turned about (“In a year, hasn't changed.”).
 */
export function orderSlips(source: Reading, rewrite: Reading): Slip[] {
  if (isQuestion(source) || isQuestion(rewrite)) return [];
  const { tokens, words } = rewrite;
  const inverted = ({ words: all }: Reading): boolean =>
    finite.has(all.at(-2) ?? '') && subjects.has(all.at(-1) ?? '') && !inverting.has(all.at(-3) ?? '');
  const last = tokens.findLastIndex(({ word }) => word === words.at(-2));
  if (words.length > 2 && inverted(rewrite) && !inverted(source) && tokens[last - 1]?.kind !== 'mark')
    return [drop('word', [], [words.slice(-2).join(' ')])];
  const verb = source.words[0] ?? '';
  // “do not” opens an order, which lacks no subject.
  const turned =
    verb !== 'do' &&
    finite.has(verb) &&
    prepositions.has(words[0] ?? '') &&
    tokens.some(({ word }, at) => word === verb && tokens[at - 1]?.form === ',' && lookUpPronoun(tokens[at + 1]?.word ?? '') === undefined);
  return turned ? [drop('unfinished', [], [`, ${verb}`])] : [];
}
