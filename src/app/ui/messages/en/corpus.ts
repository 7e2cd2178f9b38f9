import { bytes, counted, duration, number, oneDigit, twoDigits } from './formats.ts';

const none = '–';
const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
const two = (value: number | undefined): string => (value === undefined ? none : twoDigits.format(value));
const one = (value: number | undefined): string => (value === undefined ? none : oneDigit.format(value));
const whole = (value: number | undefined): string => (value === undefined ? none : number.format(value));

export const title: string = 'Many sentences';

export const start = {
  intro:
    'Open a file with a sentence in each line, a table or JSON lines. Every sentence is rewritten on this machine, with every system you ' +
    'choose; the text you are writing stays as it is.',
  choose: 'Open a file',
  drop: 'Or drop it here: .txt, .csv, .tsv or .jsonl, in UTF-8.',
  earlier: 'Earlier files',
  open: (name: string) => `Open “${name}”`,
  remove: (name: string) => `Delete “${name}” and its rewrites`,
  sure: (name: string) => `Delete “${name}” with all its rewrites?`,
  confirm: 'Delete',
  done: (done: number, total: number) => `${number.format(done)} of ${counted(total, 'row', 'rows')}`,
  made: (time: number) => day.format(time),
  reading: 'Reading what is kept …',
  notLasting: 'This window keeps nothing: what is made here is gone when you close the page. Save it before.',
  kept: 'Files and rewrites are kept on this machine only. Closing the page interrupts the work; it goes on where it was.',
};

export const problems = {
  title: (name: string) => `“${name}” can’t be used`,
  'too-large': (most: number) => `It is too large: at most ${bytes(most)} can be opened. Split it into parts.`,
  empty: 'There is no text in it.',
  'not-text': 'It is not a text file in UTF-8. Save it as plain text, tab-separated values or JSON lines in UTF-8.',
  unreadable: 'It can’t be read any more. Open it again.',
  noRows: 'No line gives a sentence as it is read now. Choose another format or column.',
  header: 'The first line does not name the columns that were chosen, or names one twice.',
  noRoom: 'The browser has no room for it. Delete earlier files here or free space on the disk; nothing was lost.',
};

export const setup = {
  heading: (name: string) => `How to read “${name}”`,
  format: 'Format',
  formats: { txt: 'A sentence a line', tsv: 'Table', jsonl: 'JSON lines' },
  header: 'The first line names the columns',
  text: 'Sentences are in',
  id: 'ID column',
  noId: 'no column',
  /** A column without a name, by its number. */
  column: (which: string | number) => (typeof which === 'number' ? `column ${number.format(which)}` : which),
  preview: 'The first rows, as they are read',
  line: 'Line',
  sentence: 'Sentence',
  name: 'Name',
  noPreview: 'Nothing can be read this way.',
  how: 'How to rewrite',
  systems: 'Systems',
  systemsHint: 'Equal rewrites of several systems are put together.',
  chosen: (count: number) => `${counted(count, 'system', 'systems')} chosen`,
  numbered: 'Numbered systems of ParaBank',
  n: 'Rewrites of each system',
  seed: 'Seed',
  distance: 'How different (0 to 4)',
  settings: 'Threshold, ban sets and samples are those of the settings.',
  filters: 'Keep only some of the rewrites',
  filtersHint: 'What is left out here is not kept. You can also keep all, and filter the table later.',
  copies: 'Leave out copies of the sentence',
  limits: {
    minLength: 'Fewest words of each side',
    maxLength: 'Most words of each side',
    maxOverlap: 'Highest overlap ∩/∪, 0 to 100',
    maxScore: 'Highest dual score, nats',
    maxCrossEntropy: 'Highest dual cross-entropy, nats',
    minMeaning: 'Lowest predicted meaning, 0 to 100',
  },
  begin: 'Begin',
  back: 'Back',
  reading: (lines: number) => `${counted(lines, 'line', 'lines')} read …`,
  noModel: 'You can begin when the model is loaded.',
};

export const run = {
  back: 'All files',
  rows: (done: number, total: number) => `${number.format(done)} of ${counted(total, 'row', 'rows')} done`,
  pairs: (count: number) => counted(count, 'rewrite', 'rewrites'),
  /** Rows a second. */
  rate: (rate: number) => (rate >= 1 ? `${oneDigit.format(rate)} rows a second` : `${oneDigit.format(rate * 60)} rows a minute`),
  left: (seconds: number) =>
    `about ${seconds >= 5400 ? counted(Math.round(seconds / 3600), 'hour', 'hours') : duration(seconds)} left`,
  progress: 'Rows done',
  pause: 'Pause',
  go: 'Go on',
  anew: 'Begin again with this model',
  phases: {
    resting: 'Paused. What is made is kept.',
    working: 'At work. You can close this and go on writing: your own sentences go first.',
    waiting: 'Waiting until the engine is free.',
    'other-model': 'It was begun with another model than the one that answers now. Choose that one in the settings, or begin again.',
    elsewhere: 'Another tab is at work on it.',
    failed: 'Stopped. Everything made so far is kept.',
    done: 'Done.',
  },
  noRoom: 'The storage is full. Everything made so far is kept and can be saved; free space, then go on.',
  skipped: (count: number) => `${counted(count, 'line gave', 'lines gave')} nothing`,
  skippedLine: (line: number, reason: string) => `Line ${number.format(line)}: ${reason}`,
  skippedMore: (count: number) => `and ${number.format(count)} more`,
  reasons: {
    'bad-json': 'no JSON object',
    'bad-utf8': 'not UTF-8',
    'missing-field': 'a column is missing',
    'bad-request': 'other columns than the rest',
    'text-empty': 'empty',
    'text-too-long': 'too long',
    'nothing-to-rewrite': 'no words',
  } as Readonly<Record<string, string>>,
  reason: 'could not be rewritten',
  asked: (model: string, hash: string, seed: number) => `Model ${model} (${hash}), seed ${seed}`,
  views: { table: 'Table', statistics: 'Statistics' },
  view: 'View',
};

/** The figures of a rewrite: `name` in a column, `about` in full. */
export const figures = {
  score: { name: 'Score', about: 'Dual score: forward plus backward, nats a token. Lower is likelier.', format: two },
  crossEntropy: { name: 'Dual CE', about: 'Dual conditional cross-entropy, nats a token. Lower is better.', format: two },
  meaning: { name: 'Meaning', about: 'Predicted similarity of meaning, 0 to 100.', format: one },
  right: { name: 'Right', about: 'How probably a reader calls it right, 0 to 1.', format: two },
  overlap: { name: '∩/∪', about: 'Overlap of tokens with the sentence, 0 to 100. Lower is more different.', format: one },
  distance: { name: 'Distance', about: 'Share of words that are not common to both, 0 to 1.', format: two },
  words: { name: 'Words', about: 'Words of the rewrite.', format: whole },
  ratio: { name: 'Length', about: 'Words of the rewrite over words of the sentence.', format: two },
  forward: { name: 'Forward', about: 'Negative log-likelihood of the rewrite given the sentence, nats a token.', format: two },
  backward: { name: 'Backward', about: 'Negative log-likelihood of the sentence given the rewrite, nats a token.', format: two },
};

export const table = {
  label: 'Rewrites',
  keys: 'Arrow keys go through the rows, Enter looks at one.',
  row: 'Line',
  rewrite: 'Rewrite and sentence',
  systems: 'Systems',
  /** A system in a narrow column. */
  system: (which: string | number) => (which === 'otherwise' ? 'Ours' : which === 'parabank2' ? 'PB2' : String(which)),
  sort: 'Sort by',
  fileOrder: 'Order of the file',
  up: 'Lowest first',
  down: 'Highest first',
  sortBy: (name: string) => `Sort by ${name}`,
  search: 'Search in sentences and rewrites',
  anySystem: 'All systems',
  bySystem: 'Made by',
  filters: (count: number) => (count === 0 ? 'Limits' : `Limits (${number.format(count)})`),
  least: (name: string) => `${name}, at least`,
  most: (name: string) => `${name}, at most`,
  from: 'from',
  to: 'to',
  shown: (shown: number, all: number) => `${shown === all ? '' : `${number.format(shown)} of `}${counted(all, 'rewrite', 'rewrites')}`,
  reset: 'Show all',
  nothing: 'No rewrite is like that.',
  noneYet: 'Rewrites come here as they are made.',
  save: (form: string) => `Save as .${form}`,
  saveHint: 'What is shown is saved, in this order.',
};

export const detail = {
  heading: (line: number, rank: number) => `Line ${number.format(line)}, rewrite ${number.format(rank)}`,
  sentence: 'Sentence',
  rewrite: 'Rewrite',
  fragments: 'Phrases that stand for each other',
  fragment: (place: number) => `Phrase ${number.format(place)}`,
  noFragments: 'No longer phrase was exchanged.',
  figures: 'Figures',
  systems: 'Made by',
  origin: (name: string, rank: number) => `${name}, its no. ${number.format(rank)}`,
  previous: 'Previous row',
  next: 'Next row',
  close: 'Back to the table',
};

export const statistics = {
  counting: 'Counting …',
  all: 'All systems',
  system: 'System',
  sources: (count: number, without: number, length: number | null) =>
    `${counted(count, 'sentence', 'sentences')}${length === null ? '' : ` of ${one(length)} words on average`}` +
    `${without === 0 ? '' : `, ${number.format(without)} of them without a rewrite`}.`,
  again: 'Count what came since',
  bySystem: 'The rewrites of each system',
  rewrites: 'Rewrites',
  words: 'Words',
  entropy: 'Entropy of words',
  copies: 'Copies, %',
  meaning: 'Meaning',
  oneMinusBleu: '1−BLEU',
  overlap: '∩/∪',
  trigrams: 'Trigram overlap',
  treeEdit: 'Tree edits',
  ratio: 'Length ratio',
  selfBleu: 'Self-BLEU',
  byLength: 'By words of the sentence:',
  byLengthOf: (measure: string) => `${measure}, by words of the sentence`,
  lengthMeasures: {
    n: 'Number of rewrites', copies: 'Copies in per cent', meaning: 'Predicted meaning', paragraphBleu: 'Paragraph BLEU',
    overlap: 'Overlap ∩/∪',
  },
  count: (value: number) => number.format(value),
  value: (value: number | null) => two(value ?? undefined),
  spread: (value: { readonly mean: number; readonly deviation: number } | null) =>
    value === null ? none : `${one(value.mean)} ± ${one(value.deviation)}`,
  about:
    'Entropy in nats. Meaning is a prediction, not a judgement. Of ∩/∪, trigram overlap, BLEU and self-BLEU lower is more different. ' +
    'Tree edits are counted up to 3,000 rewrites.',
  nothingTitle: 'No file is open',
  nothing: 'Open a file under “Work on many sentences”: its statistics are shown here.',
};
