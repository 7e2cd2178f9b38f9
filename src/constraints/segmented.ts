import { capitalised } from '../text/casing.ts';

/** Text to piece ids by the model's one most usual segmentation. */
export type Segmenter = (text: string) => readonly number[];

/**
 * A word or phrase as soft bans: the piece sequences of its usual segmentation, within a sentence (after a space) and
 * at its start, as written and capitalised (ParaBank 2 §2.1; seeds-spec 1.4: one segmentation each, other ones stay possible).
 * @returns `avoid`: banned anywhere; `anchored`: banned as the beginning
 */
export function softBan(words: readonly string[], segment: Segmenter): { avoid: number[][]; anchored: number[][] } {
  const forms = [...new Set(words.flatMap((word) => [word, capitalised(word)]))];
  return { avoid: forms.map((form) => [...segment(` ${form}`)]), anchored: forms.map((form) => [...segment(form)]) };
}

/** The ways a demand may be written in pieces: as it is and with a capital, within a sentence and at its start. */
export function demandAlternatives(phrase: string, segment: Segmenter): number[][] {
  const forms = [...new Set([phrase, capitalised(phrase)])];
  const sequences = forms.flatMap((form) => [segment(` ${form}`), segment(form)]).filter((ids) => ids.length > 0);
  return [...new Map(sequences.map((ids) => [ids.join(' '), [...ids]])).values()];
}
