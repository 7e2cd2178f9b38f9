/** Coarse part of speech: verb, noun, adjective (with the adverbs that compare). */
export type Pos = 'V' | 'N' | 'A';

/** Forms of one reading by slot. V: past, participle, -ing, -s. N: plural. A: comparative, superlative. Each slot lists alternatives. */
export type Slots = readonly (readonly string[])[];

const closedSyllable = /^(?:[^aeiou]*|[^aeiou]*qu)[aeiouy][bdfgklmnprstvz]$/u;

function withS(word: string): string {
  if (/(?:[sxz]|ch|sh)$/u.test(word)) return `${word}es`;
  return /.(?:[^aeiou]|qu)y$/u.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`;
}

function suffixed(word: string, suffix: 'ed' | 'er' | 'est' | 'ing'): string {
  let stem = word;
  if (/(?:[^aeiou]|qu)ic$/u.test(word)) stem += 'k';
  else if (closedSyllable.test(word)) stem += word.slice(-1);
  if (suffix === 'ing') {
    if (stem.endsWith('ie')) return `${stem.slice(0, -2)}ying`;
    return (/.[^eoy]e$/u.test(stem) ? stem.slice(0, -1) : stem) + suffix;
  }
  if (stem.endsWith('e')) return stem + suffix.slice(1);
  return (/.[^aeiou]y$/u.test(stem) ? `${stem.slice(0, -1)}i` : stem) + suffix;
}

/** Returns the slots of `lemma` by the spelling rules of regular English words; `lemma` in lower case. */
export function regularSlots(lemma: string, pos: Pos): Slots {
  if (pos === 'N') return [[withS(lemma)]];
  if (pos === 'A') return [[suffixed(lemma, 'er')], [suffixed(lemma, 'est')]];
  const past = suffixed(lemma, 'ed');
  return [[past], [past], [suffixed(lemma, 'ing')], [/[^aeiou]o$/u.test(lemma) ? `${lemma}es` : withS(lemma)]];
}

/**
 * Gives lemmas that a word outside the table may be a regular form of, likeliest first, the word itself last. Their rules give back the
 * word: `googled` → google, googl; `tweets` → tweet. Comparatives are not undone: -er makes more nouns than adjectives.
 */
export function regularLemmas(word: string, pos: Pos): string[] {
  const stems: string[] = [];
  const cut = (suffix: RegExp, ...ends: string[]): void => {
    if (suffix.test(word)) stems.push(...ends.map((end) => word.replace(suffix, end)));
  };
  cut(/ies$/u, 'y');
  cut(/(?<=[sxz]|ch|sh|o)es$/u, '');
  cut(/(?<![su])s$/u, '');
  if (pos === 'V') {
    cut(/ied$/u, 'y');
    // vlogged comes from vlog, but passed from pass: l, s, f and z are doubled in lemmas too.
    const doubled = /([bdfgklmnprstvz])\1(?:ed|ing)$/u.exec(word);
    if (doubled !== null) {
      const single = word.slice(0, doubled.index + 1);
      stems.push(
        ...(/[lsfz]/u.test(doubled[1] ?? '') ? [`${single}${doubled[1] ?? ''}`, single] : [single]).filter(
          (stem) => stem !== single || closedSyllable.test(single),
        ),
      );
    }
    const mute = /(?:[aeiou][cgsuvz]|[aeiou]t|[^aeiou]l|[bcdfgkpt]l|[nr][cgs]|[lr]v|dg)(?:ed|ing)$/u.test(word);
    const ends = mute && !/(?:oo|ea|ee|ou)t(?:ed|ing)$/u.test(word) ? ['e', ''] : ['', 'e'];
    cut(/(?:ed|ing)$/u, ...ends);
    cut(/ying$/u, 'ie');
  }
  const possible = stems.filter((stem) => stem.length > 2 && /[aeiouy]/u.test(stem) && regularSlots(stem, pos).flat().includes(word));
  return [...new Set([...possible, word])];
}
