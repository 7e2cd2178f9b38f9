import { type Finding, found } from '../finding.ts';
import { isContent, isQuestion, type Reading, type Token } from '../reading/reading.ts';

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Finds a question that became a statement, or the other way round. */
export const changedQuestion = (source: Reading, rewrite: Reading): Finding[] =>
  isQuestion(source) === isQuestion(rewrite) ? [] : [found('question')];

const mayRepeat = set('had that very really so no yes ha bye is do blah many far out in on long');
const isSaid = (token: Token): boolean =>
  token.kind === 'number' || token.word === 'please' || (token.kind === 'word' && isContent(token) && token.stem.length > 3);
/** Tells whether two words are different. One and many (“goals to a goal”) and a gerund beside its verb are not the same word. */
const isOther = (a: string, b: string): boolean => a !== b && (`${a}s` === b || `${b}s` === a || a.endsWith('ing') !== b.endsWith('ing'));

/** Finds words twice in a row, and content words, numbers and “please” more often than in the source. */
export function repetitions(source: Reading, rewrite: Reading): Finding[] {
  const { tokens } = rewrite;
  const inRow = tokens.find(
    (token, at) =>
      token.kind === 'word' &&
      tokens[at + 1]?.word === token.word &&
      tokens[at + 1]?.start !== token.start &&
      !mayRepeat.has(token.word) &&
      !` ${source.words.join(' ')} `.includes(` ${token.word} ${token.word} `),
  );
  const times = (reading: Reading, of: Token): number =>
    reading.tokens.filter(({ stem, word }) => stem === of.stem && !isOther(of.word, word)).length;
  const again =
    inRow ??
    tokens.find(
      (token) => isSaid(token) && times(rewrite, token) > Math.max(1, source.tokens.filter(({ stem }) => stem === token.stem).length),
    );
  return again ? [found('repetition', [], [again.word])] : [];
}
