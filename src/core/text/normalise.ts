import { plainWords } from './words.ts';

/**
 * Returns the key under which two candidates count as the same: lower-case, Unicode punctuation (P*) and symbols (S*) deleted,
 * white space folded to one blank (ParaBank §5.4, footnote 6; ParaBank 2 §2.3 compares candidates in this form).
 *
 * Two candidates with one key are duplicates; a candidate with the source's key is a copy. The key of text without words is empty.
 */
export function comparisonKey(text: string): string {
  return plainWords(text).join(' ');
}

const contractions: readonly (readonly [RegExp, string])[] = [
  [/\bcan['’]t\b|\bcannot\b/giu, 'can not'], [/\bwon['’]t\b/giu, 'will not'], [/\bshan['’]t\b/giu, 'shall not'], [/n['’]t\b/giu, ' not'],
  [/['’]re\b/giu, ' are'], [/['’]ve\b/giu, ' have'], [/['’]ll\b/giu, ' will'], [/\bi['’]m\b/giu, 'I am'], [/\blet['’]s\b/giu, 'let us'],
  // ’s is is, has or a possessive, ’d would or had: one word replaces all of them, on both sides.
  [/['’]s\b|\bhas\b/giu, ' is'], [/['’]d\b|\bhad\b/giu, ' would'],
];

/**
 * British and American spelling, one way for both. Other words with these endings may turn into anything, because a key is only compared.
 */
const spellings: readonly (readonly [RegExp, string])[] = [
  [/our(?=\b|s\b|ed\b|ing\b|ite|able|er)/giu, 'or'],
  [/is(?=e\b|es\b|ed\b|ing\b|ation|er\b|ers\b)/giu, 'iz'],
  [/yse(?=\b|[ds]\b)/giu, 'yze'],
  [/ll(?=ed\b|ing\b|er\b|ers\b)/giu, 'l'],
  [/tre\b/giu, 'ter'],
  [/ogue\b/giu, 'og'],
  [/\bgrey/giu, 'gray'],
  [/\bokay\b/giu, 'ok'],
  [/\ball right\b/giu, 'alright'],
  [/(?<=defen|offen|licen)ce\b/giu, 'se'],
];

/**
 * Returns `comparisonKey` with contractions written out, in one spelling and without its blanks: a rewrite with the source's
 * key only contracts it, writes it out, spells it otherwise, or parts or joins its words, which is no rewrite. Texts
 * that differ in nothing but *is* and *has*, or *would* and *had*, share a key too.
 */
export function spelledOutKey(text: string): string {
  return spelledOutWords(text).join('');
}

/**
 * Gives the plain words of a text with contractions written out and in one spelling: they tell how different two rewrites are to a reader.
 */
export function spelledOutWords(text: string): string[] {
  return plainWords([...contractions, ...spellings].reduce((whole, [from, to]) => whole.replace(from, to), text));
}
