import { beForms } from './frames.ts';
import { lookUpPronoun } from './pronoun-table.ts';
import { isFunctionWord, isQuestion, type Reading, type Token } from './reading.ts';
import { drop, type Slip } from '../finding.ts';

/**
 * Small words the base model gets wrong: told without a listener, “there is” as “it is”, a clause hung on the wrong
 * noun, in for on. Of the judged rewrites (models/recipe/judged-rewrites.jsonl.xz) they find 81; one of these is good.
 */
export function grammarSlips(source: Reading, rewrite: Reading): Slip[] {
  const found = toldNobody(source, rewrite) ?? itForThere(source, rewrite) ?? hungOn(source, rewrite) ?? otherPlace(source, rewrite);
  return found ? [found] : [];
}

const tellings = new Set(['tell', 'tells', 'told', 'telling']);
/** The others do without a listener: “time will tell”, “I can't tell”. */
const needListener = new Set(['tells', 'told']);

/** “…,” he said → “…,” he told: whoever tells tells somebody, but for the passive (they were told that …). */
function toldNobody(source: Reading, rewrite: Reading): Slip | undefined {
  if (source.words.some((word) => tellings.has(word))) return undefined;
  const { tokens } = rewrite;
  const at = tokens.findIndex(
    ({ word }, i) =>
      needListener.has(word) && !tokens.slice(Math.max(0, i - 2), i).some((before) => beForms.has(before.word)) && isEnd(tokens[i + 1]),
  );
  return at < 0 ? undefined : drop('word', [], [tokens[at]?.form ?? '']);
}
/** Where no object comes: at a mark (a quotation may follow), before “that” or “and” and before an adverb. */
const isEnd = (token: Token | undefined): boolean =>
  token === undefined || token.kind === 'mark' || token.word === 'that' || token.word === 'and' || /..ly$/u.test(token.word);

const relatives = new Set(['that', 'who', 'which']);
const opens = (reading: Reading, word: string): boolean =>
  reading.tokens.some(
    (token, i) =>
      token.word === word &&
      (token.first || isFunctionWord(reading.tokens[i - 1]?.word ?? '')) &&
      ['is', 'was'].includes(reading.tokens[i + 1]?.word ?? ''),
  );

/** “There's nothing magical about it” → “It's nothing magical …”, where the source has no “it”. */
function itForThere(source: Reading, rewrite: Reading): Slip | undefined {
  const turned = opens(source, 'there') && !source.words.includes('it') && !rewrite.words.includes('there') && opens(rewrite, 'it');
  // “It is the noise that is new”: a cleft.
  const cleft = rewrite.words.some((word, i) => relatives.has(word) && beForms.has(rewrite.words[i + 1] ?? ''));
  return turned && !cleft && !isQuestion(source) ? drop('word', ['there'], ['it']) : undefined;
}

/**
 * A relative clause in the past that the source has in no form (that was, who were): the model hangs it on whatever
 * noun comes last (“we reached Cusco, which was tired”).
 */
function hungOn(source: Reading, rewrite: Reading): Slip | undefined {
  const has = ({ words }: Reading, links: ReadonlySet<string>): boolean =>
    words.some((word, i) => links.has(word) && ['was', 'were'].includes(words[i + 1] ?? ''));
  return has(rewrite, new Set(['which'])) && !has(source, relatives) ? drop('role', [], ['which was']) : undefined;
}

/** What one may be in and on alike. */
const either = new Set(
  'committee committees board jury panel field fields farm farms campus subject topic matter paper television street streets train trains bus buses plane planes ship ships boat boats photo photos photograph picture team premises market menu list internet coast page pages ledger register'.split(
    ' ',
  ),
);
const isDetermined = (word: string): boolean =>
  ['the', 'a', 'an', 'this', 'that', 'these', 'those'].includes(word) || lookUpPronoun(word)?.role === 'possessive' || word === 'her';

/** in the car → on the car, before the same words. */
function otherPlace(source: Reading, rewrite: Reading): Slip | undefined {
  for (const [here, there] of [['in', 'on'], ['on', 'in']] as const) {
    for (const at of rewrite.places.get(there) ?? []) {
      const [determiner = '', noun = ''] = rewrite.words.slice(at + 1);
      const stood = ({ words, places }: Reading, word: string): boolean =>
        (places.get(word) ?? []).some((i) => words[i + 1] === determiner && words[i + 2] === noun);
      if (
        isDetermined(determiner) &&
        noun !== '' &&
        !either.has(noun) &&
        stood(source, here) &&
        !stood(source, there) &&
        !stood(rewrite, here)
      )
        return drop('word', [`${here} ${determiner} ${noun}`], [`${there} ${determiner} ${noun}`]);
    }
  }
  return undefined;
}
