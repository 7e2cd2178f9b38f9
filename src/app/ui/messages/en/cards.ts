import type { Counts, FindingKind } from '../../../../core/protocol.ts';
import type { Scarcity } from '../../../state/rewrites/scarcity.ts';
import type { WayOut } from '../../../state/rewrites/ways-out.ts';
import { findingIn } from '../findings.ts';
import { counted, number, oneDigit, twoDigits } from './formats.ts';

const list = new Intl.ListFormat('en', { type: 'conjunction' });
const languages = new Intl.DisplayNames('en', { type: 'language' });
/** Names for texts that are in no language, or in one that nobody can tell. */
const kinds: Readonly<Record<string, string>> = { zxx: 'code', und: 'another language' };
const change = new Intl.NumberFormat('en', { style: 'percent', signDisplay: 'exceptZero' });
const quoted = (phrases: readonly string[]): string => list.format(phrases.map((phrase) => `“${phrase}”`));

/** The findings about a rewrite. */
const finding = findingIn({
  kinds: {
    number: 'changes a number',
    'number-word': 'changes a number word',
    unit: 'changes a unit',
    bound: 'changes a limit (‘at least’)',
    comparison: 'reverses a comparison',
    negation: 'changes a ‘not’',
    name: 'changes a name',
    quote: 'changes quoted words',
    url: 'changes an address',
    markup: 'loses a placeholder, tag or sign',
    pronoun: 'changes a person',
    role: 'changes who does what',
    swap: 'exchanges words',
    contrast: 'turns a word into another of its kind',
    question: 'changes whether it asks',
    mood: 'turns a request into a statement',
    modality: 'changes how certain or required it is',
    tense: 'changes the time',
    quantifier: 'changes how many',
    detail: 'meaning may have changed',
    word: 'has words that read wrong',
    derivation: 'uses a relative of an avoided word',
    repetition: 'says something twice',
    unfinished: 'breaks off',
    length: 'has another length',
    condition: 'changes a condition',
    emoji: 'changes emoji',
    replacement: 'puts another word in the place of an avoided one',
    unlikely: 'scores poorly: read it with care',
  },
  times: { past: 'past', present: 'present', future: 'future' },
  quoted,
  changes: (lost, gained) => `${lost} became ${gained}`,
  leavesOut: (lost) => `leaves out ${lost}`,
  adds: (gained) => `adds ${gained}`,
});

/** The engine's reasons why a constraint is unmet, in the words of the page. */
const remarks: Readonly<Record<string, string>> = {
  'conflicts with a ban': 'avoided too, so it can’t be required',
  'no acceptable rewrite holds it': 'in no good rewrite',
  'no acceptable rewrite avoids it': 'no good rewrite does without',
  'no acceptable rewrite keeps to the vocabulary': 'no good rewrite keeps to your vocabulary',
  'markup lost': 'no rewrite keeps all placeholders, tags and signs',
};

const words = ['', 'one', 'two', 'three', 'four'];

/** The reasons why there are fewer rewrites than asked for. */
const scarcities: Readonly<Record<Scarcity, string>> = {
  wishes: 'what you avoid or require leaves no room for more.',
  short: 'there are few other ways to say a sentence this short or this fixed.',
  alike: 'the others that were found are much like these, or less surely right.',
  doubtful: 'the others that were found may well be wrong.',
};

/** Says in plain words what became of the candidates of a request; what did not happen is left out. */
function fates(counts: Counts): string {
  const { unfinished, copies, duplicates, banned, unmet, invariants, unlikely, aboveThreshold, unscored, accepted } = counts;
  const kinds = Object.entries(invariants) as [FindingKind, number][];
  const parts: readonly (readonly [number, string])[] = [
    [accepted, 'good enough'],
    [duplicates, 'came twice'],
    [copies, 'the same as the original'],
    [unfinished, 'never ended'],
    [banned, 'with something avoided'],
    [unmet, 'without something required'],
    ...kinds.map(([kind, count]) => [count, `dropped: ${finding({ kind })}`] as const),
    [unlikely, 'rejected by the quality estimate'],
    [aboveThreshold, 'rejected by the score'],
    [unscored, 'not looked at closely'],
  ];
  return parts.filter(([count]) => count > 0).map(([count, what]) => `${number.format(count)} ${what}`).join(', ');
}

/** Names the button of a way out of an empty set. */
function wayOut(way: WayOut): string {
  switch (way.kind) {
    case 'allow': return `Allow “${way.phrase}” again`;
    case 'drop': return `Do not require “${way.phrase}”`;
    case 'no-style': return 'Leave the style out';
    case 'closer': return 'Try smaller changes';
    case 'again': return 'Try again';
  }
}

export const cards = {
  changed: (changed: number, words: number) => `${number.format(changed)} of ${counted(words, 'word', 'words')} changed`,
  /** The share of words that are not in the user's list, 0–1. */
  outside: (share: number) =>
    share === 0 ? 'all words in your list' : `${number.format(Math.round(100 * share))} % of the words outside your list`,
  verdicts: { same: 'Same meaning', check: 'Check', doubtful: 'Less certain' },
  best: 'Best',
  othersList: 'Other rewrites, from close to bold',
  standings: { close: 'Close', between: 'In between', bold: 'Bold' },
  use: 'Use this',
  useNumber: (index: number) => `Use this: rewrite ${number.format(index)}`,
  used: 'In your text',
  usedNumber: (index: number) => `In your text: rewrite ${number.format(index)}`,
  tools: (index: number) => `More with rewrite ${number.format(index)}`,
  /** Words beside the icons, where a finger uses them. */
  words: { lock: 'Lock', like: 'More like', different: 'More different', copy: 'Copy' },
  lock: (index: number) => `Lock rewrite ${number.format(index)}`,
  lockHint: 'Lock: it stays when others are made',
  like: (index: number) => `More like rewrite ${number.format(index)}`,
  likeHint: 'More like this: requires the words it brought in',
  different: (index: number) => `More different from rewrite ${number.format(index)}`,
  differentHint: 'More different: avoids the words it brought in',
  lockedButBanned: (phrases: readonly string[]) => `Locked, though it holds what is avoided: ${quoted(phrases)}.`,
  lockedButMissing: (phrases: readonly string[]) => `Locked, though it lacks what is required: ${quoted(phrases)}.`,
  copy: (index: number) => `Copy rewrite ${number.format(index)}`,
  details: 'Details',
  detailsOf: (index: number) => `Details of rewrite ${number.format(index)}`,
  /** The title before a rewrite. */
  title: (index: number) => `Rewrite ${number.format(index)}: `,
  wordsOf: (index: number) => `Words of rewrite ${number.format(index)}: choose one for what can be done with it`,
  word: (word: string, changed: boolean) => (changed ? `${word}, changed` : word),
  wordHint: 'Click a word for other ways to say it, to avoid it or to require it',
  /** Words before the struck-out ones: said, not shown. */
  leftOut: 'Left out:',
  meaning: 'Predicted similarity of meaning',
  ofHundred: (value: number) => `${number.format(Math.round(value))} of 100`,
  forward: 'Rewrite given source',
  backward: 'Source given rewrite',
  score: 'Sum',
  cluster: 'Cluster',
  nats: (value: number) => twoDigits.format(value),
  right: 'Probably right',
  percent: (share: number) => `${number.format(Math.round(100 * share))} %`,
  distance: 'Different words',
  unit: 'Nats a token, lower is better.',
  mine: 'Yours',
  ownList: 'Your own rewrites',
  ownLabel: 'Check your own version',
  ownPlaceholder: 'Say it your way',
  ownScore: 'Check',
  early: 'First finds – choosing the best of them',
  draft: 'Quick draft: better ones are coming',
  stale: 'Making new rewrites; these are from before your change.',
  how: 'How these were made',
  counts: (counts: Counts) => `${number.format(counts.sampled)} sampled: ${fates(counts)}.`,
  sets: (count: number) => `They were asked for in ${counted(count, 'set', 'sets')}:`,
  setBans: (phrases: readonly string[]) => (phrases.length === 0 ? 'Nothing avoided' : `Without ${quoted(phrases)}`),
  setRequires: (phrases: readonly string[]) => `with ${quoted(phrases)}`,
  /** Systems 32–34: an opening of several words, or one word for each place from the first. */
  setOpening: (openings: readonly (readonly string[])[]) =>
    openings.length === 1
      ? `not beginning with “${openings[0]?.join(' ') ?? ''}”`
      : openings.map(([word = ''], at) => `word ${number.format(at + 1)} not “${word}”`).join(', '),
  took: (milliseconds: number) => `${oneDigit.format(milliseconds / 1000)} s`,
  finding,
  unmetHeading: 'Not met',
  /** `phrases` that are unmet for the same reason, which the engine tells. */
  unmet: (phrases: readonly string[], reason: string) => `${quoted(phrases)}: ${remarks[reason] ?? reason}`,
  conflict: (phrase: string, banned: string) =>
    phrase === banned
      ? `“${phrase}” can't be both avoided and required.`
      : `“${phrase}” is required but holds “${banned}”, which is avoided.`,
  none: 'No safe rewrite found',
  ofAnother: 'Better rewrites are available.',
  anew: 'Make them now',
  otherLanguage: (code: string) => `This looks like ${kinds[code] ?? languages.of(code) ?? code}`,
  otherLanguageAdvice: 'Otherwise rewrites English. Of other languages it makes nonsense.',
  anyway: 'Rewrite it anyway',
  showDoubtful: (count: number) => `Show ${counted(count, 'less certain rewrite', 'less certain rewrites')}`,
  hideDoubtful: 'Hide the less certain ones',
  doubtfulList: 'Less certain rewrites',
  noneAdvice: (less: boolean): string => (less ? 'Check the less certain ones yourself, or change what you ask for:' : 'You can try this:'),
  wayOut,
  left: (count: number) => `${counted(count, 'good rewrite is', 'good rewrites are')} not in the style that you chose, and not shown.`,
  /** The length of a rewrite beside that of its sentence. */
  reached: (count: number, of: number) =>
    `${counted(count, 'word', 'words')} instead of ${number.format(of)} (${change.format(count / of - 1).replace('-', '−')})`,
  corrections: 'Corrections',
  noSlips: 'No mistakes found',
  noSlipsAdvice: 'Spelling and grammar of this sentence look right. Choose another style to see other ways to say it.',
  noneServes: (aim: string) => `Nothing was found for “${aim}”`,
  few: (count: number, why: Scarcity) => `Only ${words[count] ?? number.format(count)}: ${scarcities[why]}`,
};
