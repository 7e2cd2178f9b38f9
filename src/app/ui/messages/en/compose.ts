import type { Fixed } from '../../../state/review/review.ts';
import { counted, number } from './formats.ts';

const list = new Intl.ListFormat('en', { type: 'conjunction' });

export const compose = {
  review: 'Review and export',
  heading: 'Your text',
  label: 'Your text',
  placeholder: 'Write or paste your text here. Click a sentence to see other ways to say it.',
  words: (count: number) => counted(count, 'word', 'words'),
  sentences: (count: number) => counted(count, 'sentence', 'sentences'),
  replaced: (count: number, sentences: number) => `${number.format(count)} of ${number.format(sentences)} replaced`,
  copy: 'Copy text',
  sample: 'Try it with a sample sentence',
  file: 'Open a text',
  fileHint: 'A text, Markdown or Word document.',
  sampleText: 'The committee decided to postpone the meeting until next week.',
};

/** The kinds of sentences that are left alone, in a list of those that a text has. */
const fixed: Readonly<Record<Fixed, string>> = {
  greeting: 'the greeting', signature: 'the signature', heading: 'headings', quotation: 'quotations', word: 'single words',
  line: 'lines that are not sentences',
};

export const queue = {
  all: (count: number) => `Rewrite all ${counted(count, 'sentence', 'sentences')}`,
  marked: (count: number) => `Rewrite the ${counted(count, 'marked sentence', 'marked sentences')}`,
  paragraph: (count: number) => `Only this paragraph (${number.format(count)})`,
  hint: 'Mark a few sentences to rewrite only these.',
  progress: (done: number, total: number) => `${number.format(done)} of ${counted(total, 'sentence', 'sentences')} rewritten`,
  /** The time left: under a minute in steps of ten seconds, else in minutes. */
  left: (seconds: number) =>
    seconds < 50
      ? `about ${number.format(Math.max(1, Math.ceil(seconds / 10)) * 10)} s left`
      : `about ${number.format(Math.ceil(seconds / 60))} min left`,
  waiting: 'waiting for the model',
  review: 'Review them',
  /** The kinds of sentences that stay where a whole text is rewritten. */
  spared: (kinds: readonly Fixed[]) => `Left as they are: ${list.format(kinds.map((kind) => fixed[kind]))}.`,
  resume: (count: number) => (count === 1 ? 'Go on with the last one' : `Go on with the other ${number.format(count)}`),
  outcome: (replaced: number, offered: number) =>
    replaced > 0
      ? `${counted(replaced, 'sentence', 'sentences')} rewritten with the same meaning.`
      : offered > 0 ? 'Nothing was replaced without your word.' : 'No safe rewrite found.',
  reviewRest: (count: number) => `Review ${counted(count, 'suggestion', 'suggestions')}`,
};

export const sentence = {
  /** `system` is one of ParaBank’s 37, from 1; none for the second paper’s. */
  approach: (system: number | undefined) =>
    `Rewrites are made as in ${system === undefined ? 'ParaBank 2' : `ParaBank, system ${number.format(system)}`}.`,
  approachChange: 'Change',
  /** The button that opens this panel where it is a sheet. */
  open: 'Words & style',
  position: (index: number, count: number) => `Sentence ${number.format(index)} of ${number.format(count)}`,
  only: 'This sentence',
  previous: 'Previous sentence',
  previousKeys: 'Previous sentence (Alt ↑)',
  next: 'Next sentence',
  nextKeys: 'Next sentence (Alt ↓)',
  original: 'Words of the original sentence, which you replaced',
  restore: 'Restore the original',
  startHere: 'Start from the new one',
  toolbar: 'Words of the sentence',
  hint:
    'Click a word to avoid it, click again to require it. On the keyboard: arrows move, Space changes, minus avoids, ' +
    'plus requires, 0 clears, the menu key opens a menu.',
  hintShort: 'Click a word to avoid it, again to require it.',
  hintTouch: 'Tap to avoid, again to require; hold for more.',
  clear: 'Clear all',
  long: (words: number) => `A long sentence (${number.format(words)} words): shorter ones are rewritten better.`,
};

export const wish = {
  neutral: 'free',
  avoid: 'avoided',
  require: 'required',
  chip: (word: string, state: string) => `${word}: ${state}`,
  phraseLabel: 'Other words or phrases',
  phrasePlaceholder: 'Another word or phrase',
  addAvoid: 'Avoid',
  addRequire: 'Require',
  avoidWord: (word: string) => `Avoid “${word}”`,
  requireWord: (word: string) => `Require “${word}”`,
  remove: (phrase: string) => `Remove “${phrase}”`,
  list: 'Other avoided and required phrases',
};

export const word = {
  about: (word: string) => `About “${word}”`,
  forms: 'Avoided with all its forms:',
  formsHint: 'Click a form to allow it.',
  form: (form: string, banned: boolean) => `${form}: ${banned ? 'avoided' : 'allowed'}`,
  instead: 'Instead:',
  swap: (word: string, instead: string) => `Avoid “${word}” and require “${instead}”`,
};

export const wordMenu = {
  label: (phrase: string) => `What to do with “${phrase}”`,
  instead: 'Instead',
  ban: 'Avoid here',
  require: 'Require here',
  banThroughout: 'Avoid in the whole text',
  keepThroughout: 'Keep in the whole text',
  keepPhrase: (phrase: string, instead: string) => `Keep “${instead}” for “${phrase}”`,
};

export const throughout = {
  heading: (count: number) => (count === 0 ? 'Words for the whole text' : `Words for the whole text (${number.format(count)})`),
  hint:
    'What is avoided here stands in no rewrite; what is kept stays wherever it stands. Names, numbers, quoted terms and ' +
    'addresses are kept anyway.',
  neutral: 'free',
  avoid: 'avoided',
  require: 'kept',
  add: 'Word or phrase for the whole text',
  keep: 'Keep',
  list: 'Words avoided and kept in the whole text',
  keptHere: (words: readonly string[]) => `Kept here by themselves: ${list.format(words)}.`,
};

export const spelling = {
  label: 'Spelling',
  unknown: (word: string) => `“${word}”: did you mean`,
  all: (count: number) => `Correct all ${number.format(count)}`,
  learn: 'Add to dictionary',
  learnHint: 'Don’t ask about this word again',
};

export const distance = {
  label: 'How different',
  stops: ['A light touch', 'Close to yours', 'Balanced', 'Freely put', 'Hardly a common word'],
  ends: ['Close', 'Bold'] as readonly [string, string],
};

export const presets = {
  label: 'Style',
  names: {
    plainer: 'Plainer', shorter: 'Shorter', longer: 'Longer', formal: 'More formal', friendly: 'Friendlier', active: 'Active voice',
    different: 'Very different', structure: 'Keep the structure',
    clean: 'Just mend it',
  },
  hints: {
    plainer: 'The commonest words first; rare ones that have a common substitute are avoided.',
    shorter: 'Only rewrites with fewer words than the original. A quarter less is wanted.',
    longer: 'Only rewrites with more words than the original. Half more is wanted.',
    formal: 'Words of reports and newspapers first, and none in the place of a more formal one.',
    friendly: 'Words that people say to each other first, and none in the place of a friendlier one.',
    active: 'Who does it comes first: only rewrites with fewer passive clauses, or with none.',
    different: 'Hardly a common word, and far from each other.',
    structure: 'Other words in the same frame: function words and commas stay where they are.',
    clean:
      'Only spelling and grammar are corrected, each with its reason; avoided and required words and your ' +
      'vocabulary do not count. What finds the mistakes is loaded once (16 MB).',
  },
  wanted: (count: number) => `Here: about ${counted(count, 'word', 'words')}.`,
  banned: (words: readonly string[]) => `Avoided here: ${list.format(words.map((word) => `“${word}”`))}.`,
  noTables: 'The tables of words could not be loaded, so nothing is avoided.',
};
