import { lookUpPronoun } from './pronoun-table.ts';
import { isQuestion, type Reading } from './reading.ts';
import { isPastForm } from './stem.ts';
import { drop, flag, type Slip } from '../finding.ts';

const asks = (reading: Reading, words: readonly string[]): boolean => reading.words.some((word) => words.includes(word));

/** Words with which a statement asks and an order begs, so that a question may become one. */
const indirect = [
  'wonder',
  'wondering',
  'know',
  'tell',
  'please',
  'ask',
  'asking',
  'question',
  'let',
  'like',
  'grateful',
  'appreciate',
  'explain',
  'show',
];
const questionWords: readonly (readonly string[])[] = [['who', 'whom', 'whose'], ['when'], ['where'], ['why'], ['how']];

const opening = (reading: Reading): number => questionWords.findIndex((group) => group.includes(reading.words[0] ?? ''));

/** A question stays a question (a request may become an order), and asks for the same. */
export function questionSlips(source: Reading, rewrite: Reading): Slip[] {
  const [before, after] = [isQuestion(source), isQuestion(rewrite)];
  if (before && !after)
    return asks(rewrite, indirect) || startsAsOrder(rewrite) ? [] : [drop('question')];
  if (!before && after)
    return asks(source, indirect) || startsAsOrder(source) ? [] : [drop('question')];
  if (!before) return [];
  const helper = doneBeing(rewrite);
  if (helper !== undefined && doneBeing(source) === undefined) return [drop('question', [], [`${helper} … be`])];
  const [a, b] = [opening(source), opening(rewrite)];
  if (a < 0 || b < 0 || a === b || asks(rewrite, ['come', 'what']) || asks(source, ['come', 'what'])) return [];
  return [flag('question', [source.words[0] ?? ''], [rewrite.words[0] ?? ''])];
}

const helpers = new Set(['do', 'does', 'did']);
const connectives = new Set(['and', 'but', 'so', 'or', 'not']);
/** What may stand before a bare “be” of its own: “do you think he will be”, “did you let it be”. */
const beforeBe = new Set('will shall would should can could may might must to let make help see that'.split(' '));
/** “Was it sent?” → “Did it be sent?”: a question's helper with “be”, which takes none. @returns the helper, where there is one */
function doneBeing({ words }: Reading): string | undefined {
  const start = words.findIndex((word) => !connectives.has(word));
  const [helper = '', ...rest] = words.slice(start);
  const at = rest.indexOf('be');
  return helpers.has(helper) && at > 0 && at <= 5 && !rest.slice(0, at).some((word) => beforeBe.has(word)) ? helper : undefined;
}

const orderly = new Set(
  'please let remember forget turn take give send tell show call come go keep make put get help ask bring open close stop wait look listen read write try use leave stay be do never do always add wash eat drink feed pay buy meet follow check hold pick pass lend find have enjoy'.split(
    ' ',
  ),
);
const startsAsOrder = (reading: Reading): boolean =>
  orderly.has(reading.words[0] ?? '') && lookUpPronoun(reading.words[1] ?? '')?.role !== 'subject';
const wishes = [
  'want',
  'wants',
  'need',
  'would',
  'like',
  'ask',
  'asked',
  'hope',
  'appreciate',
  'should',
  'must',
  'could',
  'can',
  'may',
  'let',
  'please',
];

/** An order stays addressed to the listener: “call me” is not “I call you”. */
export function moodSlips(source: Reading, rewrite: Reading): Slip[] {
  if (!startsAsOrder(source) || isQuestion(source) || startsAsOrder(rewrite)) return [];
  const subject = lookUpPronoun(rewrite.words[0] ?? '');
  if (!subject || subject.role !== 'subject' || subject.person === 'you' || subject.person === 'it' || asks(rewrite, wishes)) return [];
  return [drop('mood')];
}

const beforeParticiple = new Set('am is are be been being was were get gets'.split(' '));
const future = (reading: Reading): boolean => asks(reading, ['will', 'shall', 'tomorrow']) || /\bgoing to\b/iu.test(reading.text);
const past = (reading: Reading): boolean => asks(reading, ['ago', 'yesterday']) || pastVerb(reading);
const pastVerb = (reading: Reading): boolean =>
  asks(reading, ['was', 'were', 'did', 'had', 'been', 'have', 'has']) ||
  reading.words.some(
    (word, at) =>
      (/[a-z]{2}ed$/u.test(word) || isPastForm(word)) &&
      !reading.words.slice(Math.max(0, at - 3), at).some((before) => beforeParticiple.has(before)),
  );
const present = (reading: Reading): boolean => asks(reading, ['is', 'are', 'am', 'do', 'does']);

/** asked → asks: a past form of the source stands in the rewrite without its ending. */
const nowPresent = (source: Reading, rewrite: Reading): boolean =>
  source.tokens.some(
    (token) =>
      (token.word.endsWith('ed') || isPastForm(token.word)) &&
      rewrite.tokens.some((other) => other.stem === token.stem && !other.word.endsWith('ing') && other.word !== token.word),
  );

const stillHolds = (source: Reading, rewrite: Reading): boolean =>
  !asks(source, ['being']) && asks(rewrite, ['has', 'have']) && asks(rewrite, ['been']);

/**
 * Past against present or future, by their plainest signs. A state that became a perfect (is → has been) is a hint
 * only: both reach today.
 */
export function tenseSlips(source: Reading, rewrite: Reading): Slip[] {
  if (future(source) && !past(source) && past(rewrite) && !future(rewrite)) return [drop('tense')];
  if (past(source) && !future(source) && future(rewrite) && !past(rewrite)) return [drop('tense')];
  if (past(source) && !present(source) && !past(rewrite) && present(rewrite)) return [drop('tense')];
  if (!pastVerb(rewrite) && past(source) && nowPresent(source, rewrite)) return [drop('tense')];
  if (present(source) && !past(source) && past(rewrite) && !present(rewrite))
    return [(stillHolds(source, rewrite) ? flag : drop)('tense')];
  return [];
}
