import type { WordKnowledge } from '../../text/knowledge.ts';
import { type Finding, found } from '../finding.ts';
import type { Reading } from '../reading/reading.ts';
import { clausesOf } from './clauses.ts';
import { checks, wordsOf } from './tables.ts';

const short = wordsOf(checks.short);
const minders = new Set('i we you he she it they anyone anybody someone not'.split(' '));
const asking = new Set('would do does did not could'.split(' '));

const within = ({ words }: Reading, phrase: readonly string[]): boolean => ` ${words.join(' ')} `.includes(` ${phrase.join(' ')} `);

/** Finds “would you mind send me”: a gerund follows *mind*, never a bare verb or one with *to*. */
export function mindedVerb(source: Reading, rewrite: Reading, known: WordKnowledge): Finding[] {
  const { words } = rewrite;
  const at = words.findIndex((word, place) => word === 'mind' && minders.has(words[place - 1] ?? '') &&
    words.slice(Math.max(0, place - 3), place).some((one) => asking.has(one)));
  const to = words[at + 1] === 'to' ? 1 : 0;
  const verb = words[at + 1 + to] ?? '';
  const phrase = words.slice(at, at + 2 + to);
  const isBare = at >= 0 && known.order(verb) && !/ing$/u.test(verb) && (!known.closed(verb) || ['be', 'have', 'do'].includes(verb));
  return isBare && !within(source, phrase) ? [found('word', [], [phrase.join(' ')])] : [];
}

/** Finds “more tight”: short adjectives take -er. Before a noun, *more* counts (“more high walls”), and is left alone. */
export function longComparative(source: Reading, rewrite: Reading, known: WordKnowledge): Finding[] {
  const { words } = rewrite;
  const at = words.findIndex((word, place) => {
    const [adjective = '', next] = words.slice(place + 1, place + 3);
    const stands = next === undefined || next === 'than' || known.closed(next);
    const counts = ['or', 'and', 'no', 'once'].includes(words[place - 1] ?? '');
    return (word === 'more' || word === 'most') && short.has(adjective) && stands && !counts;
  });
  const phrase = words.slice(at, at + 2);
  return at >= 0 && !within(source, phrase) ? [found('word', [], [phrase.join(' ')])] : [];
}

const [first, second] = [wordsOf(checks.first), wordsOf(checks.second)];
/** The most words between two negators of which the second denies the first. */
const REACH = 6;

/** Finds two negators of one clause that the source does not have: “didn't see nobody”, “can't hardly”. */
export function doubledNegation(source: Reading, rewrite: Reading): Finding[] {
  const doubled = doubledIn(rewrite);
  return doubled && !doubledIn(source) ? [found('negation', [], doubled)] : [];
}

function doubledIn(reading: Reading): readonly string[] | undefined {
  for (const clause of clausesOf(reading)) {
    const at = clause.findIndex((word, place) => first.has(word) && clause[place + 1] !== 'only');
    const behind = at < 0 ? [] : clause.slice(at + 1, at + 1 + REACH);
    const other = behind.find((word, place) => second.has(word) && behind[place - 1] !== 'or' &&
      behind[place + 1] !== 'longer' && !(word === 'no' && behind[place + 1] === undefined));
    if (other !== undefined && !behind.includes('without')) return [clause[at] ?? '', other];
  }
  return undefined;
}
