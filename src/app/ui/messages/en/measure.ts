import { counted, number, oneDigit, twoDigits } from './formats.ts';

const none = '–';
const one = (value: number | undefined): string => (value === undefined ? none : oneDigit.format(value));
const two = (value: number | undefined): string => (value === undefined ? none : twoDigits.format(value));
const minus = (text: string): string => text.replace('-', '−');
const rho = (value: number | undefined): string => (value === undefined ? '' : ` Spearman’s ρ is ${minus(two(value))}.`);

/** The range of some numbers, said in words by `between`. */
interface Spread {
  readonly least: number;
  readonly middle: number;
  readonly most: number;
}
const between = ({ least, middle, most }: Spread, format: (value: number) => string): string =>
  `${format(least)} to ${format(most)}, median ${format(middle)}`;

export const title: string = 'Measure';
export const view: string = 'View';
export const views = { numbers: 'Numbers', rate: 'Rate', corpus: 'Many sentences' };
export const missing = none;
export const notMeasured: string = 'not measured';

export const makers = {
  label: 'Rewrites by',
  /** `name` of the approach, `distance` in words; `done` of `all` sentences have rewrites. */
  option: (name: string, distance: string, done: number, all: number) =>
    `${name} · ${distance.toLowerCase()} (${number.format(done)}/${number.format(all)})`,
};

export const numbers = {
  emptyTitle: 'Nothing to measure yet',
  emptyText:
    'Write or paste a text. Its rewrites are measured here: how much meaning they keep, how far they are from ' +
    'your words and from each other.',
  coverage: (done: number, all: number) => `Rewrites of ${number.format(done)} of ${counted(all, 'sentence', 'sentences')}`,
  complete: (count: number) => `Rewrite ${count === 1 ? 'the missing sentence' : `the ${number.format(count)} missing sentences`}`,
  completing: (done: number, total: number) => `${number.format(done)} of ${counted(total, 'sentence', 'sentences')} rewritten`,
  unable: (count: number) => `${counted(count, 'sentence', 'sentences')} could not be rewritten.`,
  noModel: 'The model is not loaded: only what needs no model is measured.',
  measuring: 'Measuring …',
  failed: 'The engine could not measure.',
  caption: 'Measures of the rewrites, by rank',
  scroll: 'Table of measures, scrolls sideways',
  measure: 'Measure',
  rank: (rank: number) => `No. ${number.format(rank)}`,
  all: 'All',
  inText: 'In your text',
  selfBleu: (value: number | undefined) => `Self-BLEU of each set: ${one(value)}`,
  selfBleuHint: 'How alike the rewrites of one sentence are, 0 to 100. Lower: more different from each other.',
  save: 'Save the numbers',
  about: 'What the numbers mean',
};

/** The rows of the table; `format` of the value, `hint` in a few words, `about` in full. */
export const measures = {
  n: {
    name: 'Rewrites',
    hint: '',
    about: 'How many pairs of a sentence and a rewrite were measured.',
    format: (value: number | undefined) => (value === undefined ? none : number.format(value)),
  },
  meaning: {
    name: 'Meaning',
    hint: 'higher: kept',
    about:
      'Predicted similarity of meaning, 0 to 100: what people would have said on average, as far as a model ' +
      'fitted on people’s judgements can tell. A prediction, not a judgement.',
    format: one,
  },
  oneMinusBleu: {
    name: '1−BLEU',
    hint: 'higher: more different',
    about: 'One hundred minus BLEU without brevity penalty, word sequences of all pairs pooled, lower case and without punctuation.',
    format: one,
  },
  overlap: {
    name: '∩/∪',
    hint: 'lower: more different',
    about: 'Word pieces that sentence and rewrite share, of all their pieces, in per cent; mean over the pairs.',
    format: one,
  },
  treeEdit: {
    name: 'Tree edits',
    hint: 'higher: other structure',
    about:
      'Nodes to delete, insert or rename to turn one sentence’s tree into the other’s; top three levels by a ' +
      'shallow parser, so not comparable with the papers’ figures.',
    format: two,
  },
  wordEdits: {
    name: 'Word edits',
    hint: 'higher: more different',
    about: 'Words to delete, insert or replace; mean over the pairs.',
    format: one,
  },
  characterEdits: {
    name: 'Character edits',
    hint: 'higher: more different',
    about: 'Characters to delete, insert or replace; mean over the pairs.',
    format: one,
  },
  lengthRatio: {
    name: 'Length ratio',
    hint: '1: as long',
    about: 'Words of all rewrites over words of their sentences. Above 1: the rewrites are longer.',
    format: two,
  },
};

export const plots = {
  scatter: 'Faithfulness against difference',
  scatterText: (count: number, xs: Spread, ys: Spread, r: number | undefined) =>
    `${counted(count, 'rewrite', 'rewrites')}. Difference from ${between(xs, one)}; meaning kept from ${between(ys, one)}.${rho(r)}`,
  difference: 'Difference (100 − ∩/∪)',
  meaning: 'Meaning kept (predicted)',
  meaningHistogram: 'How much meaning is kept',
  score: 'Forward + backward score, Nats a token',
  scoreHistogram: 'Scores',
  rewrites: 'Rewrites',
  histogramText: (count: number, xs: Spread) => `${counted(count, 'rewrite', 'rewrites')}, from ${between(xs, two)}.`,
  meaningText: (count: number, xs: Spread) => `${counted(count, 'rewrite', 'rewrites')}, from ${between(xs, one)}.`,
  inText: 'in your text',
  other: 'other rewrites',
  asTable: 'As a table',
  tableOf: (name: string) => `${name}: table`,
  first: (shown: number, all: number) => `The first ${number.format(shown)} of ${number.format(all)}; the saved file has them all.`,
  from: 'From',
  to: 'To',
  text: 'Rewrite',
  tick: (value: number) => minus(number.format(value)),
  value: one,
};

export const rating = {
  opening: 'Reading your ratings …',
  heading: 'Rate rewrites',
  intro:
    'You see one sentence and rewrites of it in no order, whoever made them. Set each slider to how much of the ' +
    'meaning is kept. Some are identical copies: they show whether the rater is awake.',
  sentences: 'Sentences to rate',
  available: (sentences: number, rewrites: number) =>
    `${counted(rewrites, 'rewrite', 'rewrites')} of ${counted(sentences, 'sentence', 'sentences')} can be rated.`,
  nothing: 'There are no rewrites to rate yet',
  nothingAdvice: 'Make rewrites under “Numbers” first. Those of several approaches are mixed.',
  begin: 'Begin',
  /** `round` from 1. */
  page: (round: number, page: number, pages: number) =>
    `${round > 1 ? `Round ${number.format(round)}, sentence` : 'Sentence'} ${number.format(page)} of ${number.format(pages)}`,
  sentence: 'The sentence',
  instruction: 'How much of its meaning does each of these keep?',
  low: '0 · nothing of it',
  high: '100 · all of it',
  slider: (place: number) => `Meaning kept by rewrite ${number.format(place)}`,
  unrated: 'not rated yet',
  value: (value: number) => `${number.format(value)} of 100`,
  progress: (rated: number, total: number) => `${number.format(rated)} of ${number.format(total)} rated`,
  progressLabel: 'Ratings given',
  keys: 'Arrows move a slider by 1, Page Up and Page Down by 10, Home and End to its ends. Enter keeps the value and goes on.',
  back: 'Back',
  next: 'Next',
  finish: 'Finish',
  another: 'Another round',
  anotherHint: 'It shows again what your ratings leave most open; the mean of all rounds counts.',
  left: (count: number) => `${counted(count, 'slider', 'sliders')} on this page not set yet.`,
  kept: 'Kept in this browser, also when you close it.',
  unsaved: 'The last ratings could not be stored. Save them as a file before you close the page.',
  of: (name: string) => `Ratings of “${name}”`,
  untitled: 'Untitled',
  discard: 'Discard these ratings',
  discardSure: 'Discard all ratings given?',
  discardYes: 'Discard',
  again: 'Back to the sliders',
  flag: 'Ungrammatical or makes no sense',
  saveRatings: 'Save ratings',
  saveForEvaluate: 'Save for “evaluate”',
  saveHint:
    'Tables with tabs. The first has every rating, and of each rewrite the mean of its ratings with a 95 % ' +
    'interval. The second has one sentence a line and is read by the command “evaluate”.',
  controls: (rated: number, missed: number, least: number) =>
    rated === 0
      ? 'No identical copy was rated.'
      : `Identical copies: ${number.format(rated - missed)} of ${number.format(rated)} rated ${number.format(least)} or more.`,
  failed: (share: number) =>
    `More than ${number.format(share * 100)} % of the copies were missed: ParaBank’s authors would not count these ratings.`,
  caption: 'Mean rating by what made the rewrite',
  system: 'Made by',
  rank: 'Rank',
  n: 'Rated',
  mean: 'Mean rating',
  margin: '± 95 %',
  marginOf: (value: number) => `± ${one(value)}`,
  marginHint: '± 95 %: how far the mean may be off, as EASL’s Beta distributions have it. Further rounds narrow it.',
  rounds: (count: number) => `${number.format(count)} rounds.`,
  predicted: 'Predicted',
  inText: 'In your text',
  correlation: (pearson: number | undefined, spearman: number | undefined) =>
    `Ratings and predictions: Pearson ${minus(two(pearson))}, Spearman ${minus(two(spearman))}.`,
  scatter: 'Ratings against predictions',
  scatterText: (count: number, xs: Spread, ys: Spread, r: number | undefined) =>
    `${counted(count, 'rewrite', 'rewrites')}. Predicted from ${between(xs, one)}; rated from ${between(ys, one)}.${rho(r)}`,
  rated: 'Rated',
  noneRated: 'Nothing was rated.',
  format: one,
};

type SheetAnswerWords = Readonly<Record<string, Readonly<Record<string, string>>>>;
const relationOf = 'Choose how the two texts of each pair relate.';

/** A sheet of a file, whose pairs people judge. */
export const judging = {
  open: 'Open a sheet',
  openHint: 'The command “sheet” makes one of the outputs of any system. Nobody sees on it what made them.',
  'too-large': 'The file is larger than 20 MB.',
  'not-text': 'The file is no text.',
  'not-sheet': 'The file is no sheet of the command “sheet”.',
  line: (line: number) => `Line ${number.format(line)} of the file is no row of its sheet.`,
  heading: (name: string, page: number, pages: number) => `“${name}”, page ${number.format(page)} of ${number.format(pages)}`,
  instructions: {
    parabank: 'How much of its meaning does each of these keep?',
    paranmt: 'Choose how strong a paraphrase the second text of each pair is, and how fluent it is.',
    documents: relationOf,
    sentences: relationOf,
    fragments: relationOf,
  },
  pair: (place: number) => `Pair ${number.format(place)}`,
  first: 'First text',
  second: 'Second text',
  contexts: 'In their sentences',
  questions: { strength: 'Strength', fluency: 'Fluency of the second text', relation: 'Relation' } as Readonly<Record<string, string>>,
  answers: {
    strength: { 1: '1 · another meaning', 2: '2 · nearly the same', 3: '3 · the same meaning' },
    fluency: { 1: '1 · hardly English', 2: '2 · some faults', 3: '3 · fluent' },
    relation: { unrelated: 'Unrelated', related: 'Related', paraphrase: 'Paraphrase' },
  } as SheetAnswerWords,
  save: 'Save sheet',
  saveHint: 'Kept in this browser, also when you close it. The command “ratings” reads the saved sheet with its key.',
};
