/** Says what each option of a request does, in the words of the help texts, the server's description and docs/command-line.md. */
import type { AnyAim } from '../core/aims.ts';
import { CLOSE_DIVERSITIES, type Mode, type OptionName, type Order } from '../core/options.ts';

const modes: Readonly<Record<Mode, string>> = {
  otherwise: 'ours', parabank2: "ParaBank 2's steps and numbers", parabank: "one of ParaBank's numbered systems",
};
const orders: Readonly<Record<Order, string>> = {
  distance: 'from close to bold', right: 'the most probably right first',
  best: 'first the most probably right of those that really differ; if that one is below 0.8, of all; then from close to bold',
};
const aims: Readonly<Record<AnyAim, string>> = {
  any: 'no aim', plainer: 'everyday words', shorter: 'three quarters of the words', longer: 'half as many words again',
  formal: 'words of edited prose', friendly: 'words of conversation', active: 'fewer passive clauses',
  structure: "the text's own sentence structure", clean: 'only spelling and grammar are corrected, nothing else changes',
};
const listed = (meanings: Readonly<Record<string, string>>): string =>
  Object.entries(meanings).map(([name, meaning]) => `${name} (${meaning})`).join(', ');

export const optionMeanings: Readonly<Record<OptionName, string>> = {
  avoid: 'a word or phrase that no rewrite may contain. Repeat the flag for more',
  require: 'a word or phrase that every rewrite must contain, just as you write it. Repeat the flag for more',
  ordered: 'the required phrases must come in the order in which they are given',
  inflections: 'a word that is avoided is avoided in all its inflections',
  vocabulary: 'the words to keep to: a file with one word a line, in JSON a list. No rewrite brings in a new word that is not listed. A ' +
    'word of the text that is not listed is avoided if the lexicon has a listed word for it',
  mode: `the method: ${listed(modes)}`,
  system: "one of ParaBank's systems, by beam search (mode parabank); parabank2 stands for the mode of that name; backtranslate is " +
    "ParaNMT's and needs a pair of translators",
  n: 'how many rewrites at most',
  sets: 'how many sets with random bans',
  free: 'how many more sets, without random bans',
  samples: 'how many candidates are drawn in each set',
  full: "ParaBank 2's budget: 5 random sets, and 30 candidates in each set of either kind",
  topK: 'each token is drawn from so many of the likeliest ones',
  temperature: 'the lower it is, the more the likeliest tokens are preferred',
  threshold: "the highest score, forward + backward in nats per token, that a rewrite may have (otherwise: the model's own limit; " +
    'parabank2 3.5). A limit that you give has no exceptions',
  clusters: 'how many clusters the candidates fall into, one of them around the text; the best of each other cluster is chosen. Implies ' +
    'diversity 0',
  p: 'the probability with which a content word (parabank2: any word) enters a random set',
  distance: 'how far rewrites go from the text: 0 nearly the same words, 4 hardly a word in common',
  diversity: 'two rewrites count as distinct when at least this share of their words differs; 0: clusters choose instead. Default of ' +
    `otherwise ${CLOSE_DIVERSITIES.map((share, distance) => `with distance ${distance}: ${share}`).join(', ')}`,
  aim: `what the rewrites are for: ${listed(aims)}`,
  order: `the order of the rewrites: ${listed(orders)}`,
  beam: 'the width of the beam of the numbered systems, of the search for required phrases that no sample has, and of translations into ' +
    'the pivot language',
  pivots: 'with a pair of translators: how many translations into the pivot language the sets take turns to use',
  anchoring: 'what systems 32 to 34 avoid at the beginning: position (each of the first words in its place), ngram (the first words as ' +
    'one phrase)',
  minimum: 'numbered systems: the lowest IDF of a word that they choose (14 prepositions are always allowed)',
  maximum: 'numbered systems: the highest IDF of a word that they choose',
  scored: 'how many candidates of a round are scored backward at most. Default: in otherwise a seventh of the samples, but 12 to 36, and ' +
    'at least 2n; in parabank2 all',
  rounds: 'how many rounds of candidates at most; another one is drawn while there are too few rewrites',
  invariants: 'reject rewrites that change a number, a name, a quotation, an address or a "not"',
  estimator: 'reject rewrites that are probably wrong by the quality estimate, and let the estimate count in the choice',
  lookAhead: 'look ahead: begin a required phrase where it suits a sample, and leave no half of an avoided word in the text (beams too)',
  recombine: 'apply edits of different candidates together, which makes further candidates (mode otherwise, a model with an adapter)',
  topUp: 'fill empty places with the next best candidates, marked as unlikely (otherwise: only where there is no rewrite at all)',
  foreign: 'rewrite sentences in languages that the model does not read, too. Without it they stay as they are, languages in the answer ' +
    'names them, and a text of nothing else is an error',
  doubts: 'also return what is doubted: doubted has the doubtful words of a rewrite, doubtful the next best candidates, which are ' +
    'probably wrong',
  seed: 'all chance comes from this number: the same seed gives the same rewrites',
};
