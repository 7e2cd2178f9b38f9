import { capitalised } from '../text/casing.ts';
import { foldText } from './match.ts';

/** Text to piece ids by the model's one most usual segmentation. */
export interface Segmenter {
  encode(text: string): readonly number[];
}

/**
 * A word or phrase as soft bans: the piece sequences of its usual segmentation, within a sentence (after a space) and
 * at its start, as written and capitalised (ParaBank 2 §2.1: one segmentation each, other ones stay possible).
 * @returns `avoid`: banned anywhere; `anchored`: banned as the beginning
 */
export function softBan(words: readonly string[], pieces: Segmenter): { avoid: number[][]; anchored: number[][] } {
  const forms = [...new Set(words.flatMap((word) => [word, capitalised(word)]))];
  return { avoid: forms.map((form) => [...pieces.encode(` ${form}`)]), anchored: forms.map((form) => [...pieces.encode(form)]) };
}

/**
 * The ways a demand may be written in pieces, as it is first: in other casings (New York for new york, NASA for nasa)
 * and with the other apostrophe, within a sentence and at its start. All of them are the demand as written to
 * `DemandedText`; another spelling (colour for color) would not be.
 */
export function demandAlternatives(phrase: string, pieces: Segmenter): number[][] {
  const cases = [phrase, capitalised(phrase), phrase.toLowerCase(), everyWordCapitalised(phrase), phrase.toUpperCase()];
  const forms = [...new Set(cases.flatMap((form) => [form, form.replaceAll("'", '’'), form.replaceAll('’', "'")]))]
    .filter((form) => foldText(form) === foldText(phrase));
  return distinct(forms.flatMap((form) => [pieces.encode(` ${form}`), pieces.encode(form)]));
}

/** The same for a phrase that must stand letter for letter: within a sentence and at its start. */
export const asWritten = (phrase: string, pieces: Segmenter): number[][] =>
  distinct([pieces.encode(` ${phrase}`), pieces.encode(phrase)]);

const distinct = (sequences: readonly (readonly number[])[]): number[][] =>
  [...new Map(sequences.filter((ids) => ids.length > 0).map((ids) => [ids.join(' '), [...ids]])).values()];

const everyWordCapitalised = (phrase: string): string => phrase.split(' ').map(capitalised).join(' ');
