import type { WordKnowledge } from '../../text/knowledge.ts';
import { foldWord, wordTokens } from '../../text/words.ts';
import { drop, flag, type Slip } from '../finding.ts';

const subjects = new Set(['i', 'you', 'he', 'she', 'it', 'we', 'they']);
const persons = new Set(['he', 'she', 'him', 'her', 'his', 'hers', 'himself', 'herself']);
const before: Readonly<Record<'singular' | 'plural', ReadonlySet<string>>> = {
  singular: new Set(['a', 'an', 'this', 'each', 'every', 'another', 'much']),
  plural: new Set(['these', 'those', 'many', 'several', 'few']),
};

/**
 * Slips that show only with tables of words: made-up words (“postpane”; names that the source lacks too), a person who comes from nowhere
 * (“Nobody asked” → “He didn't ask”), a determiner of the wrong number (“these discount are”, “the orders has been”), a
 * wrong article (“an postponement”), a perfect or a question with the past tense (“I've knew”, “did you hid”), a
 * “please” before a thing, and a verb beside the noun of its own act (“the explanation explains”). None of the
 * 194 good rewrites among those labelled (test/golden/slips-build.jsonl) is lost by them.
 */
export function lexicalSlips(source: string, rewrite: string, words: WordKnowledge): Slip[] {
  const own = wordTokens(source).map(({ text }) => foldWord(text));
  const ours = wordTokens(rewrite);
  const inSource = new Set(own);
  const folded = ours.map(({ text }) => foldWord(text));
  const invented = ours.filter(
    ({ text }) => /^\p{L}\p{Ll}{2,}$/u.test(text) && !inSource.has(foldWord(text)) && !words.common(foldWord(text)),
  );
  const person = own.some((word) => persons.has(word)) ? undefined : folded.find((word) => persons.has(word));
  const spaced = ` ${own.join(' ')} `;
  const wrong = folded.findIndex(
    (word, i) => disagrees(word, folded[i + 1], folded[i + 2], words) && !spaced.includes(` ${word} ${folded[i + 1]} `),
  );
  const article = folded.findIndex(
    (word, i) => wrongArticle(word, ours[i + 1]?.text ?? '') && !spaced.includes(` ${word} ${folded[i + 1]} `),
  );
  const perfect = folded.findIndex(
    (word, i) =>
      /(?:^ha(?:ve|s|d|ving)|['’]ve)$/u.test(word) &&
      words.onlyPast(folded[i + 1] ?? '') &&
      !words.closed(folded[i + 1] ?? '') &&
      !own.includes(folded[i + 1] ?? ''),
  );
  const asked = folded.findIndex(
    (word, i) =>
      /^(?:do|does|did)(?:n['’]t)?$/u.test(word) &&
      subjects.has(folded[i + 1] ?? '') &&
      words.onlyPast(folded[i + 2] ?? '') &&
      !words.closed(folded[i + 2] ?? '') &&
      !own.includes(folded[i + 2] ?? ''),
  );
  const please = thingAsked(own, folded, words);
  const twice = actAndVerb(folded, own, words);
  const plural = folded.find((word, i) => pluralOfOne(word, folded[i + 1] ?? '', own, folded, words));
  return [
    ...invented.map(({ text }) => drop('word', [], [text])),
    ...(person === undefined ? [] : [drop('pronoun', [], [person])]),
    ...(wrong < 0 ? [] : [drop('word', [], [`${folded[wrong]} ${folded[wrong + 1]}`])]),
    ...(perfect < 0 ? [] : [drop('word', [], [`${folded[perfect]} ${folded[perfect + 1]}`])]),
    ...(asked < 0 ? [] : [drop('word', [], [folded.slice(asked, asked + 3).join(' ')])]),
    ...(please === undefined ? [] : [drop('word', [], [`please ${please}`])]),
    ...(twice === undefined ? [] : [drop('repetition', [], [twice.join(' … ')])]),
    ...(plural === undefined ? [] : [drop('word', [], [plural])]),
    ...(article < 0 ? [] : [drop('word', [], [`${folded[article]} ${folded[article + 1]}`])]),
  ];
}

/** A determiner and a noun of another number, the noun not followed by a further open-class word (“these discount offers” is right). */
function disagrees(word: string, noun: string | undefined, next: string | undefined, words: WordKnowledge): boolean {
  const wanted = before.singular.has(word) ? 'singular' : before.plural.has(word) ? 'plural' : undefined;
  if (wanted === undefined || noun === undefined || (next !== undefined && !words.closed(next))) return false;
  const number = words.number(noun);
  return number !== undefined && number !== wanted;
}

/** “Two teas, please” → “Please two teas”: behind a “please” that leads stands an order, not a thing. @returns the word behind it */
function thingAsked(
  source: readonly string[],
  [lead, next = '', third = '', fourth = '', fifth = 'the']: readonly string[],
  words: WordKnowledge,
): string | undefined {
  if (lead !== 'please' || source.at(-1) !== lead || source[0] !== next) return undefined;
  // “Scotch and plain water” is no order for all that one can scotch a rumour; “sit and wait” is one.
  const things = third === 'and' && (!words.order(fourth) || (words.adjective(fourth) && !words.closed(fifth)));
  return amounts.has(next) || /^\d/u.test(next) || (words.order(next) ? things : words.number(next) !== undefined) ? next : undefined;
}
const amounts = new Set('a an the some another two three four five six seven eight nine ten'.split(' '));

/** Ends of nouns that name what a verb does. */
const acts = /(?:[ts]?ion|ment|[ae]nce)s?$/u;
/** Letters that the two share at the least, and that the verb may have beyond them: resol·ution, resol·ve. */
const [SHARED, OWN_LETTERS] = [5, 2];
/**
 * “It explains …” → “The explanation explains …”: a verb within a few words behind the noun of its own act, where the
 * source has not both.
 */
function actAndVerb(folded: readonly string[], own: readonly string[], words: WordKnowledge): [string, string] | undefined {
  for (const [at, act] of folded.entries()) {
    if (!acts.test(act) || words.verb(act) !== undefined) continue;
    const behind = folded.slice(at + 1, at + REACH);
    const said = behind.find((word, i) => !behind.slice(0, i).some((link) => links.has(link)) && isOfAct(words.verb(word), act));
    if (said !== undefined && !(own.includes(act) && own.includes(said))) return [act, said];
  }
  return undefined;
}
const REACH = 8;
const links = new Set('and or but that which who when while because if'.split(' '));
function isOfAct(verb: string | undefined, act: string): boolean {
  if (verb === undefined) return false;
  const shared = [...verb].findIndex((letter, i) => letter !== act[i]);
  const length = shared < 0 ? verb.length : shared;
  return length >= SHARED && verb.length - length <= OWN_LETTERS;
}

/** “the order has been obeyed” → “the orders has been obeyed”: a noun's plural before the verb of its singular. */
function pluralOfOne(word: string, next: string, own: readonly string[], folded: readonly string[], words: WordKnowledge): boolean {
  const ofOne = ['is', 'was', 'has', 'does'].includes(next) || (next === 'been' && folded.includes('has') && !folded.includes('have'));
  if (!ofOne || words.number(word) !== 'plural') return false;
  return own.some((other, i) => own[i + 1] === next && word === `${other}s` && words.number(word) !== words.number(other));
}

/**
 * `an` before a consonant or `a` before a vowel, by spelling; words whose first letter does not tell its sound (hour,
 * use, one, eulogy) are let be.
 */
function wrongArticle(word: string, next: string): boolean {
  if (next.length < 3) return false;
  return (word === 'an' && /^[bcdfgjklmnpqrstvwxz]/u.test(next)) || (word === 'a' && /^(?:[ai]|e(?!u|w)|o(?!ne|nce|uij))/u.test(next));
}

/**
 * Derivations of banned words (“postponement” for a banned “postpone”): a ban covers inflections only, but its user
 * will want them last. Told by spelling: a longer word that begins with the banned one, its final e aside. One that
 * only contracts it (“committee've”) is dropped.
 * @param banned words as the user wrote them; short ones and phrases have no derivations here
 */
export function derivationSlips(rewrite: string, banned: readonly string[]): Slip[] {
  const stems = banned.map((word) => foldWord(word).replace(/e$/u, '')).filter((stem) => /^\p{Ll}{5,}$/u.test(stem));
  const derived = wordTokens(rewrite).find(({ text }) => stems.some((stem) => foldWord(text).startsWith(stem)));
  if (!derived) return [];
  // “committee've”, or what a model makes up (“postpone'sched”): one word by its boundaries, yet the banned one is said.
  const contracted = /['’]\p{L}+$/u.test(derived.text);
  return [(contracted ? drop : flag)('derivation', [], [derived.text])];
}
