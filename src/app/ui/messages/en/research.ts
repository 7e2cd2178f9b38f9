import { systems, type System } from '../../../state/settings/approach.ts';
import { bytes, number } from './formats.ts';

const list = new Intl.ListFormat('en', { type: 'conjunction' });
const ordinals = ['', 'second ', 'third '];
const counts = ['no word', 'one word', 'two words', 'three words'];
const forms = (variants: boolean): string => (variants ? ', in all their forms' : '');

/** Names the rarest and third rarest words. */
function ranked(ranks: readonly number[], end: 'highest' | 'lowest'): string {
  const most = end === 'highest' ? 'rarest' : 'commonest';
  return `the ${list.format(ranks.map((rank) => `${ordinals[rank] ?? ''}${most}`))} ${ranks.length === 1 ? 'word' : 'words'}`;
}

const substitutes = {
  equivalence: 'one that means the same',
  forward: 'a wider one',
  reverse: 'a narrower one',
} as const;

/** Says in plain words what one of ParaBank's systems does. */
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
    parabank2: 'The steps of ParaBank 2: 150 samples, nothing checked or left out; it takes longer.',
    parabank: 'One of ParaBank’s 37 systems: the best that its beam search finds.',
  },
  systems: 'Systems of ParaBank',
  search: 'Search: a number, or words such as “rarest”',
  found: (count: number) =>
    count === 0 ? 'No system is like that.' : `${number.format(count)} of ${number.format(systems.length)} systems`,
  /** `number` from 1. */
  system: (system: System) => described(system),
  /** The constraints of an approach on the sentence in focus, as `constraintText` says them. */
  example: (asked: string) => `For your sentence: ${asked}`,
  /** The same, as one random set of several. */
  exampleOfSet: (asked: string) => `For your sentence, for example: ${asked}`,
  notHere: 'Your sentence has no such words.',
  option: (which: number, words: string) => `${number.format(which)}: ${words}`,
  /** Names a mode, a system by its number, or rewrites of which only the text is left (`in-text`). */
  name: (which: string | number): string => {
    if (which === 'in-text') return 'Only in your text';
    const known = systems.find((one) => String(one.number) === String(which));
    if (known !== undefined) return `System ${which} – ${described(known.system)}`;
    return which === 'parabank2' ? modes.parabank2 : modes.otherwise;
  },
};

export const research = {
  measure: 'Measure and rate',
  many: 'Work on many sentences',
  hint: 'Nobody needs this to rewrite a text.',
  measureHint: 'How faithful and how different the rewrites of your text are, in the papers’ numbers; people can rate them.',
  manyHint: 'One sentence a line, a table or JSON lines, by any of the systems; all rewrites can be saved as a table.',
  budget: 'Samples',
  budgetHint: 'More samples find better rewrites and take longer. Empty fields follow what was measured on this device.',
  sets: 'Ban sets',
  samples: 'Samples a set',
  automatic: 'automatic',
  seed: 'Seed',
  seedHint: 'The same seed gives the same rewrites.',
  threshold: 'Threshold',
  thresholdHint: 'Nats a token, both directions added up. Lower is stricter. ParaBank 2 uses 3.5; empty is the model\'s own.',
  modelDefault: 'the model\'s own',
};

export const spread = {
  label: 'Faithful or diverse',
  stops: ['Most faithful', 'Faithful', 'Balanced', 'Diverse', 'Most diverse'],
  notHere: 'Only in our own mode: the papers’ modes have numbers of their own.',
};

export const hub = {
  heading: 'Models from a hub',
  hint:
    'Any model that rewrites English: a Marian, T5 or BART export in ONNX, or a small chat model. Only when you look one up the page ' +
    'speaks to its host, which learns your address and the model’s name, and nothing of what you write.',
  id: 'Id or address of a model',
  idHint: 'Two translators rewrite by way of another language: pair:<to that language>,<back>.',
  idExample: 'owner/name',
  host: 'Hub',
  ask: 'Look up',
  asking: 'Asking the hub …',
  loading: 'Loading the model …',
  storing: 'Reading the folder …',
  licence: (licence: string | undefined) => (licence === undefined ? 'Licence: not told' : `Licence: ${licence}`),
  languages: (languages: readonly string[]) => (languages.length === 0 ? 'Languages: not told' : `Languages: ${languages.join(', ')}`),
  fit: 'It runs on the processor (WASM), and its rewrites are not judged by an estimator: nobody measured how good they are.',
  exports: 'Export',
  size: (dtype: string, size: number) => `${dtype}, ${bytes(size)}`,
  load: (size: number) => `Load it (${bytes(size)})`,
  failed: 'This model is not loaded. The one before goes on answering.',
  stored: 'Stored on this machine',
  storedSize: (size: number, licence: string | undefined) => (licence === undefined ? bytes(size) : `${bytes(size)}, ${licence}`),
  unfinished: 'incomplete',
  use: (name: string) => `Use ${name}`,
  used: 'answers now',
  remove: (name: string) => `Delete ${name}`,
  folder: 'Choose a folder',
  folderHint: 'Or drop the folder of an export here.',
};
