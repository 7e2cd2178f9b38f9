import nlp from 'compromise/two';
import type { Tree } from './bracketed-tree.ts';
import { treeEditDistance } from './tree-edit-distance.ts';

interface Term {
  readonly text: string;
  readonly post: string;
  readonly tags: readonly string[];
}

/** A phrase with the tags of its words; words themselves are dropped. */
interface Phrase {
  label: string;
  readonly children: Tree[];
  /** Tells whether a mark follows that may end a clause. */
  mark: boolean;
}

const LEVELS = 3;
/** compromise's tags → the Penn Treebank's, the first that applies. */
const tagNames: readonly (readonly [string, string])[] = [
  ['Negative', 'RB'],
  ['Modal', 'MD'],
  ['Auxiliary', 'AUX'],
  ['Copula', 'AUX'],
  ['Determiner', 'DT'],
  ['Preposition', 'IN'],
  ['Conjunction', 'CC'],
  ['QuestionWord', 'WH'],
  ['Gerund', 'VBG'],
  ['Participle', 'VBN'],
  ['PastTense', 'VBD'],
  ['Infinitive', 'VB'],
  ['PresentTense', 'VBZ'],
  ['Verb', 'VB'],
  ['Value', 'CD'],
  ['Pronoun', 'PRP'],
  ['ProperNoun', 'NNP'],
  ['Plural', 'NNS'],
  ['Noun', 'NN'],
  ['Comparative', 'JJR'],
  ['Superlative', 'JJS'],
  ['Adjective', 'JJ'],
  ['Adverb', 'RB'],
];
const subordinators = new Set([
  'that',
  'who',
  'which',
  'whom',
  'whose',
  'because',
  'if',
  'when',
  'while',
  'where',
  'although',
  'though',
  'unless',
  'whether',
  'since',
  'as',
  'so',
  'until',
  'after',
  'before',
  'how',
  'why',
  'what',
]);

function tagOf({ text, tags }: Term): string {
  const word = text.toLowerCase();
  if (word === 'to') return 'TO';
  if (tags.includes('Pronoun') && tags.includes('Possessive')) return 'PRP$';
  if (subordinators.has(word) && !tags.includes('Noun')) return 'WH';
  return tagNames.find(([tag]) => tags.includes(tag))?.[1] ?? 'X';
}

const isVerb = (tag: string): boolean => /^(?:VB|MD|AUX)/.test(tag);
const isNoun = (tag: string): boolean => tag.startsWith('NN') || tag === 'PRP';
const leaf = (label: string): Tree => ({ label, children: [] });

/** Cuts a sentence into phrases: noun, verb, prepositional, adjective and adverb phrases, conjunctions. */
function phrasesOf(terms: readonly Term[]): Phrase[] {
  const phrases: Phrase[] = [];
  const begin = (label: string, ...tags: string[]): void => { phrases.push({ label, children: tags.map(leaf), mark: false }); };
  const tags = terms.map(tagOf);
  for (const [at, tag] of tags.entries()) {
    const previous = phrases.at(-1);
    const open = previous?.mark ? undefined : previous;
    const [last, next] = [open?.children.at(-1)?.label ?? '', tags[at + 1] ?? ''];
    if (isVerb(tag) || ((tag === 'TO' || tag === 'RB') && isVerb(next)) || (tag === 'RB' && open?.label === 'VP')) {
      if (open?.label === 'VP') open.children.push(leaf(tag));
      else begin('VP', tag);
    } else if (tag === 'IN' || tag === 'TO') begin('PP', 'IN');
    else if (tag === 'CC' || tag === 'WH' || tag === 'X') begin(tag, tag);
    else if (tag === 'RB') begin('ADVP', tag);
    else if (open?.label === 'PP' && last === 'IN') open.children.push(leaf('NP'));
    else if (open?.label !== 'PP' || tag === 'PRP' || tag === 'DT') {
      if (open?.label === 'NP' && (isNoun(last) ? isNoun(tag) && tag !== 'PRP' && last !== 'PRP' : !/^(?:DT|PRP)/.test(tag)))
        open.children.push(leaf(tag));
      else begin('NP', tag);
    }
    const added = phrases.at(-1);
    if (added && /[,;:–—]/u.test(terms[at]?.post ?? '')) added.mark = true;
  }
  for (const phrase of phrases) {
    if (phrase.label === 'NP' && phrase.children.every(({ label }) => label.startsWith('JJ'))) phrase.label = 'ADJP';
  }
  return phrases;
}

/** Groups phrases by clause: one ends at a conjunction, a subordinator or a mark when both it and what follows have verbs. */
function clausesOf(phrases: readonly Phrase[]): Phrase[][] {
  const clauses: Phrase[][] = [];
  let clause: Phrase[] = [];
  for (const [at, phrase] of phrases.entries()) {
    const before = phrases[at - 1];
    const border = phrase.label === 'CC' || phrase.label === 'WH' || before?.mark === true;
    if (border && hasVerb(clause) && hasVerb(phrases.slice(at))) {
      clauses.push(clause);
      clause = [];
    }
    clause.push(phrase);
  }
  return [...clauses, clause].filter((some) => some.length > 0);
}

const hasVerb = (phrases: readonly Phrase[]): boolean => phrases.some(({ label }) => label === 'VP');

/** A clause: the phrases before its verb, and the verb phrase with all that follows. */
function clauseTree(phrases: readonly Phrase[]): Tree {
  const verb = phrases.findIndex(({ label }) => label === 'VP');
  if (verb < 0) return { label: 'FRAG', children: phrases };
  const predicate: Tree = { label: 'VP', children: [...(phrases[verb]?.children ?? []), ...phrases.slice(verb + 1)] };
  return { label: 'S', children: [...phrases.slice(0, verb), predicate] };
}

/** Keeps the labels of the first `depth` levels. */
const cut = ({ label, children }: Tree, depth: number): Tree => ({
  label,
  children: depth > 1 ? children.map((child) => cut(child, depth - 1)) : [],
});

/**
 * Returns a tree of a text by a shallow parser (compromise's word classes, phrases and clauses by rules), cut to its top levels
 * (three unless told) without words: clause, phrase, tag or phrase. Several clauses or sentences are joined under one root. It
 * stands in for the constituency parser of ParaBank 2 §3.6; its distances are of like size, not comparable with the paper's.
 */
export function shallowTree(text: string, levels = LEVELS): Tree {
  const sentences = (nlp(text).json({ offset: false }) as { terms: Term[] }[]).map(({ terms }) => {
    const clauses = clausesOf(phrasesOf(terms.filter((term) => term.tags.length > 0))).map(clauseTree);
    return cut(clauses.length === 1 ? clauses[0] as Tree : { label: 'S', children: clauses }, levels);
  });
  return sentences.length === 1 ? sentences[0] as Tree : { label: 'TEXT', children: sentences };
}

/** Returns the edit distance (unit costs) of the shallow trees of two texts. */
export function shallowTreeDistance(a: string, b: string): number {
  return treeEditDistance(shallowTree(a), shallowTree(b));
}
