import { foldWord, wordTokens } from '../text/words.ts';

/** The changes that a rewrite must not have, as far as plain words show it. */
export const changeKinds = ['numbers', 'names', 'negation'] as const;
export type ChangeKind = (typeof changeKinds)[number];

/**
 * Returns a plain check that owes nothing to the engine's own invariants: whether a rewrite has other numbers, other names, or a negation
 * more or less than its source. It counts for tables and judges nothing: `did not come` → `stayed away` is a change of negation to it.
 *
 * - numbers: the set of those in digits or words (`twelve` is 12, `twenty-five` 25); `one`, which is a pronoun too, and ordinals don't
 * count
 * - names: words with a capital that begin no sentence must stand on the other side in any place and casing
 * - negation: whether there is a negator (not, n't, never, no, none, without …)
 */
export function changesOf(source: string, rewrite: string): Readonly<Record<ChangeKind, boolean>> {
  return {
    numbers: !isSame(numbersOf(source), numbersOf(rewrite)),
    names: !holdsNames(source, rewrite) || !holdsNames(rewrite, source),
    negation: isNegated(source) !== isNegated(rewrite),
  };
}

const small = [
  'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve', 'thirteen', 'fourteen', 'fifteen',
  'sixteen', 'seventeen', 'eighteen', 'nineteen',
];
const tens = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const large = { hundred: 100, dozen: 12, thousand: 1e3, million: 1e6, billion: 1e9 };
const values = new Map<string, number>([
  ...small.map((word, at) => [word, at + 2] as const), ...tens.map((word, at) => [word, 10 * (at + 2)] as const), ...Object.entries(large),
]);
/** Digits with points, commas and colons between them; or a word, or two of which the first may be a ten. */
const number = /\d+(?:[.,:]\d+)*|[a-z]+(?:-[a-z]+)?/gu;

function numbersOf(text: string): ReadonlySet<string> {
  return new Set([...foldWord(text).matchAll(number)].flatMap(([digits]) => {
    if (/^\d/u.test(digits)) return [digits.replace(/,(?=\d{3})/gu, '')];
    return wordNumbers(digits.split('-')).map(String);
  }));
}

/** Gives the numbers of a word: `twenty-five` is one; in other compounds (`two-thirty`, `ten-minute`) each part is one or none. */
function wordNumbers([first = '', second = '']: readonly string[]): number[] {
  const ones = second === 'one' ? 1 : small.indexOf(second) + 2;
  if (tens.includes(first) && (second === 'one' || (ones > 1 && ones < 10))) return [(values.get(first) ?? 0) + ones];
  return [first, second].flatMap((word) => values.get(word) ?? []);
}

const isSame = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean => a.size === b.size && [...a].every((one) => b.has(one));

/** The beginning of a sentence: the start, and the place behind a sentence's end, quotation marks and brackets skipped. */
const opening = /(?:^|[.!?…:]["'”’)\]]*\s+)["'“‘([]*$/u;
const pronoun = /^I(?:['’]|$)/u;

/** Tells whether the words of `other` hold every word of `text` that is written like a name. */
function holdsNames(text: string, other: string): boolean {
  const present = new Set(wordTokens(other).map((token) => foldWord(token.text)));
  return wordTokens(text)
    .filter((token) => /^\p{Lu}/u.test(token.text) && !pronoun.test(token.text) && !opening.test(text.slice(0, token.start)))
    .every((token) => present.has(foldWord(token.text)));
}

const negators = new Set([
  'not', 'no', 'never', 'none', 'nobody', 'nothing', 'nowhere', 'neither', 'nor', 'without', 'cannot', 'unable', 'fail', 'fails', 'failed',
]);

const isNegated = (text: string): boolean =>
  wordTokens(text).map((token) => foldWord(token.text)).some((word) => negators.has(word) || word.endsWith("n't"));
