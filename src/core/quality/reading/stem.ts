import forms from '../data/irregular-forms.json' with { type: 'json' };

const irregular: ReadonlyMap<string, string> = new Map(Object.entries({ ...forms.plurals, ...forms.participles, ...forms.pasts }));
/** The stems of words that were asked for lately; the same few words come again with each candidate. */
const asked = new Map<string, string>();
const MOST_ASKED = 4096;

/**
 * Returns a rough stem, to ask whether two words are forms of one: it folds plurals, -ed, -ing, -ly, -er, -est, a final e and
 * doubled consonants, and some irregular forms. Different words may share a stem; it only ever serves to find that two texts agree.
 */
export function stem(word: string): string {
  const last = asked.get(word);
  if (last !== undefined) return last;
  const found = stemOf(word);
  if (asked.size >= MOST_ASKED) asked.clear();
  asked.set(word, found);
  return found;
}

function stemOf(word: string): string {
  const known = irregular.get(word);
  if (known !== undefined) return stem(known);
  let base = word;
  if (/[^s]s$/u.test(base) && base.length > 3 && !/(?:us|is)$/u.test(base))
    base = base.endsWith('ies') && base.length > 4 ? `${base.slice(0, -3)}y` : base.slice(0, -1);
  for (const [suffix, least] of [['ing', 6], ['ied', 5], ['ed', 5], ['ly', 5], ['ment', 8], ['est', 6], ['er', 5]] as const) {
    if (base.length >= least && base.endsWith(suffix)) {
      base = suffix === 'ied' ? `${base.slice(0, -3)}y` : base.slice(0, -suffix.length);
      if (/([^aeiouls])\1$/u.test(base)) base = base.slice(0, -1);
      break;
    }
  }
  return base.length > 3 && base.endsWith('e') ? base.slice(0, -1) : base;
}
