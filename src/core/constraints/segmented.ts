import { capitalised } from '../text/casing.ts';
import { foldText } from './match.ts';

/** A segmenter turns a text into token ids, by the model's one most usual segmentation. */
export interface Segmenter {
  encode(text: string): readonly number[];
}

/**
 * Makes random bans of words or phrases: the token sequences of their usual segmentation, within a sentence (after a space) and at its
 * start, as written and capitalised (ParaBank 2 §2.1: one segmentation each, other ones stay possible).
 * @returns `avoid`: banned anywhere; `anchored`: banned as the beginning
 */
export function softBan(words: readonly string[], pieces: Segmenter): { avoid: number[][]; anchored: number[][] } {
  const forms = [...new Set(words.flatMap((word) => [word, capitalised(word)]))];
  return { avoid: forms.map((form) => [...pieces.encode(` ${form}`)]), anchored: forms.map((form) => [...pieces.encode(form)]) };
}

/**
 * Gives the ways to write a required phrase in tokens, the way of the user first: in other casings (New York for new york, NASA for nasa)
 * and with the other apostrophe, within a sentence and at its start. `DemandedText` takes all of them for the phrase; another spelling
 * (colour for color) would not be.
 */
export function demandAlternatives(phrase: string, pieces: Segmenter): number[][] {
  const cases = [phrase, capitalised(phrase), phrase.toLowerCase(), everyWordCapitalised(phrase), phrase.toUpperCase()];
  const forms = [...new Set(cases.flatMap((form) => [form, form.replaceAll("'", '’'), form.replaceAll('’', "'")]))]
    .filter((form) => foldText(form) === foldText(phrase));
  return distinct(forms.flatMap((form) => [pieces.encode(` ${form}`), pieces.encode(form)]));
}

/** Gives the ways to write a phrase that must stay letter for letter: within a sentence and at its start. */
export const asWritten = (phrase: string, pieces: Segmenter): number[][] =>
  distinct([pieces.encode(` ${phrase}`), pieces.encode(phrase)]);

const distinct = (sequences: readonly (readonly number[])[]): number[][] =>
  [...new Map(sequences.filter((ids) => ids.length > 0).map((ids) => [ids.join(' '), [...ids]])).values()];

const everyWordCapitalised = (phrase: string): string => phrase.split(' ').map(capitalised).join(' ');
