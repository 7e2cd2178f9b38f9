import { type Finding, found } from '../finding.ts';
import { hasAffix, hasImplicit, negators } from '../reading/negators.ts';
import { type Exchange, exchanges, opposites, turnedWords } from '../reading/classes.ts';
import { isContent, isQuestion, type Reading } from '../reading/reading.ts';

/** Gives the content stems of one text that the other lacks, without those of some words. */
const missing = (from: Reading, other: Reading, aside: readonly string[]): string[] =>
  from.tokens.filter((token) => isContent(token) && !other.stems.has(token.stem) && !aside.includes(token.word)).map(({ word }) => word);

/** Tells whether two texts have the same content words, some aside: then nothing else can undo a negation. */
const sameContent = (source: Reading, rewrite: Reading, aside: readonly string[] = []): boolean =>
  missing(source, rewrite, aside).length + missing(rewrite, source, aside).length === 0;

/**
 * Finds polarity that changed: with the same content words a negator may neither come nor go, and no word may become its opposite. Where
 * other words changed too, they may undo it (“not open”, “closed”), and it is only an observation.
 */
export function brokenPolarity(source: Reading, rewrite: Reading): Finding[] {
  if (isQuestion(source) || isQuestion(rewrite)) return [];
  const [before, after] = [negators(source), negators(rewrite)];
  const listed = exchanges(source, rewrite, opposites);
  const isListed = (one: Exchange): boolean => listed.some(({ lost, gained }) => lost === one.lost || gained === one.gained);
  const others = turnedWords(source, rewrite).filter((one) => !isListed(one));
  const all = [...listed, ...others];
  // The negators “always” and “never” have a rule of their own.
  const turns = all.filter(({ lost, gained }) => !before.includes(lost) && !after.includes(gained));
  const aside = all.flatMap(({ lost, gained }) => [...lost.split(' '), ...gained.split(' ')]);
  const isTurned = (before.length === 0) !== (after.length === 0);
  if (isTurned && turns.length === 0)
    return explained(source, rewrite) || !sameContent(source, rewrite, aside) ? [] : [found('negation', before, after)];
  const [turn] = turns;
  const compares = source.words.includes('than') && rewrite.words.includes('than');
  if (!turn || before.length !== after.length || turns.length % 2 === 0 || compares || !sameContent(source, rewrite, aside)) return [];
  return [found('comparison', [turn.lost], [turn.gained])];
}

const explained = (source: Reading, rewrite: Reading): boolean =>
  hasImplicit(source, rewrite) || hasImplicit(rewrite, source) || hasAffix(source, rewrite) || hasAffix(rewrite, source);
