import { systems, type System } from '../../../state/rewrites/approach.ts';
import { number } from './formats.ts';

const list = new Intl.ListFormat('en', { type: 'conjunction' });
const ordinals = ['', 'second ', 'third '];
const counts = ['no word', 'one word', 'two words', 'three words'];
const forms = (variants: boolean): string => (variants ? ', in all their forms' : '');

/** The rarest and third rarest words. */
function ranked(ranks: readonly number[], end: 'highest' | 'lowest'): string {
  const most = end === 'highest' ? 'rarest' : 'commonest';
  return `the ${list.format(ranks.map((rank) => `${ordinals[rank] ?? ''}${most}`))} ${ranks.length === 1 ? 'word' : 'words'}`;
}

const substitutes = {
  equivalence: 'one that means the same',
  forward: 'a wider one',
  reverse: 'a narrower one',
} as const;

/** What one of ParaBank's systems does, in plain words. */
function described(system: System): string {
  switch (system.kind) {
    case 'ranked':
      return `Avoids ${ranked(system.ranks, system.end)}${forms(system.variants)}`;
    case 'random':
      return `Avoids ${counts[system.count] ?? ''} at random${forms(system.variants)}`;
    case 'none':
      return 'No constraints: the likeliest rewrite';
    case 'positive':
      return `Requires ${ranked([system.rank], 'highest')}, a verb in another form`;
    case 'opening':
      return `Begins with other words: avoids the first ${system.count === 1 ? 'word' : counts[system.count] ?? ''} at the beginning`;
    case 'substitution':
      return `Swaps a rare word for ${substitutes[system.relation]}`;
  }
}

const modes = { otherwise: 'Otherwise', parabank2: 'ParaBank 2', parabank: 'ParaBank' };

export const approach = {
  label: 'Approach',
  modes,
  hints: {
    otherwise: 'Our own: five rewrites that keep the meaning and differ from each other.',
    parabank2: 'ParaBank 2 to the letter: 150 samples, nothing checked or left out; it takes longer.',
    parabank: 'One of ParaBank’s 37 systems: the best that its beam search finds.',
  },
  systems: 'Systems of ParaBank',
  search: 'Search: a number, or words such as “rarest”',
  found: (count: number) =>
    count === 0 ? 'No system is like that.' : `${number.format(count)} of ${number.format(systems.length)} systems`,
  /** `number` from 1. */
  system: (system: System) => described(system),
  /** What an approach asks of the sentence in focus, as `constraintText` says it. */
  example: (asked: string) => `For your sentence: ${asked}`,
  /** The same, as one random set of several. */
  exampleOfSet: (asked: string) => `For your sentence, for example: ${asked}`,
  notHere: 'Your sentence has no such words.',
  option: (which: number, words: string) => `${number.format(which)}: ${words}`,
  /** Of a mode, or of a system by its number. */
  name: (which: string): string => {
    const known = systems.find((one) => String(one.number) === which);
    if (known !== undefined) return `System ${which} – ${described(known.system)}`;
    return which === 'parabank2' ? modes.parabank2 : modes.otherwise;
  },
};
