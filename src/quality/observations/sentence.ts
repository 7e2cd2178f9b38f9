import { type Finding, found } from '../finding.ts';
import { lookUpPronoun } from '../reading/pronouns.ts';
import { isContent, isQuestion, type Reading, type Token } from '../reading/reading.ts';
import { isPastForm } from '../reading/stem.ts';

const has = ({ words }: Reading, some: ReadonlySet<string>): boolean => words.some((word) => some.has(word));
const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** A question that became a statement, or the other way round. */
export const changedQuestion = (source: Reading, rewrite: Reading): Finding[] => (isQuestion(source) === isQuestion(rewrite) ? [] : [found('question')]);

/** A sentence that opened without a subject (an order) and now opens with one, other than you. */
export function changedMood(source: Reading, rewrite: Reading): Finding[] {
  const subject = ({ words }: Reading): string | undefined => words.slice(0, 4).find((word) => lookUpPronoun(word)?.role === 'subject');
  const opened = rewrite.words[0] ?? '';
  const gained = lookUpPronoun(opened)?.role === 'subject' && opened !== 'you' && opened !== 'it';
  return gained && subject(source) === undefined ? [found('mood', [], [opened])] : [];
}

const [pastWords, presentWords, futureWords] = [set('was were did had been ago yesterday'), set('is are am do does'), set('will shall tomorrow')];
const beforeParticiple = set('am is are be been being was were get gets have has had');
const past = (reading: Reading): boolean => has(reading, pastWords) || reading.words.some((word, at) =>
  (/[a-z]{2}ed$/u.test(word) || isPastForm(word)) && !reading.words.slice(Math.max(0, at - 3), at).some((before) => beforeParticiple.has(before)));
const future = (reading: Reading): boolean => has(reading, futureWords) || /\bgoing to\b/iu.test(reading.text);
const perfect = (reading: Reading): boolean => has(reading, set('have has'));

/** The times that a text speaks in, by their plainest signs. */
const timesOf = (reading: Reading): ReadonlySet<string> => new Set([
  ...(past(reading) ? ['past'] : []), ...(has(reading, presentWords) ? ['present'] : []), ...(future(reading) ? ['future'] : []),
]);

/** Past, present or future in place of another, a perfect aside, which reaches into two. */
export function changedTense(source: Reading, rewrite: Reading): Finding[] {
  const [before, after] = [timesOf(source), timesOf(rewrite)];
  const apart = before.size > 0 && after.size > 0 && ![...before].some((time) => after.has(time));
  return apart && perfect(source) === perfect(rewrite) ? [found('tense', [...before], [...after])] : [];
}

const mayRepeat = set('had that very really so no yes ha bye is do blah many far out in on long');
const isSaid = (token: Token): boolean => token.kind === 'number' || token.word === 'please' || (token.kind === 'word' && isContent(token) && token.stem.length > 3);
/** One and many (“goals to a goal”) and a gerund beside its verb are two words. */
const isOther = (a: string, b: string): boolean => a !== b && (`${a}s` === b || `${b}s` === a || a.endsWith('ing') !== b.endsWith('ing'));

/** Words said twice in a row, and content words, numbers and “please” more often than in the source. */
export function repetitions(source: Reading, rewrite: Reading): Finding[] {
  const { tokens } = rewrite;
  const inRow = tokens.find((token, at) => token.kind === 'word' && tokens[at + 1]?.word === token.word && tokens[at + 1]?.start !== token.start
    && !mayRepeat.has(token.word) && !` ${source.words.join(' ')} `.includes(` ${token.word} ${token.word} `));
  const times = (reading: Reading, of: Token): number => reading.tokens.filter(({ stem, word }) => stem === of.stem && !isOther(of.word, word)).length;
  const again = inRow ?? tokens.find((token) => isSaid(token) && times(rewrite, token) > Math.max(1, source.tokens.filter(({ stem }) => stem === token.stem).length));
  return again ? [found('repetition', [], [again.word])] : [];
}
