import { boundSlips } from './guards/bounds.ts';
import { frameSlips } from './guards/frames.ts';
import { grammarSlips } from './guards/grammar.ts';
import { orderSlips, repetitionSlips, shapeSlips } from './guards/form.ts';
import { addressSlips, numberingSlips, quoteSlips } from './guards/literals.ts';
import { nameSlips } from './guards/names.ts';
import { negationSlips } from './guards/negation.ts';
import { numberSlips } from './guards/numbers.ts';
import { converseSlips, exclusiveSlips, modalitySlips } from './guards/opposites.ts';
import { pronounSlips } from './guards/pronouns.ts';
import { read, type Reading } from './guards/reading.ts';
import { consequenceSlips, sideSlips } from './guards/sides.ts';
import { moodSlips, questionSlips, tenseSlips } from './guards/sentence-type.ts';
import type { Slip } from './guards/slip.ts';

export type { Slip, SlipKind } from './guards/slip.ts';

const detectors: readonly ((source: Reading, rewrite: Reading) => Slip[])[] = [
  numberSlips,
  boundSlips,
  nameSlips,
  quoteSlips,
  addressSlips,
  numberingSlips,
  negationSlips,
  exclusiveSlips,
  converseSlips,
  sideSlips,
  consequenceSlips,
  pronounSlips,
  frameSlips,
  questionSlips,
  moodSlips,
  modalitySlips,
  tenseSlips,
  repetitionSlips,
  shapeSlips,
  orderSlips,
  grammarSlips,
];

/**
 * What a rewrite changed that a rewrite must not change: numbers, bounds, names, quotations, addresses, negation,
 * comparisons, who does what to whom, and the kind of sentence (DESIGN section 3; the base model's own faults).
 *
 * Works on words alone, without a model: it finds slips it has rules for and no others. Slips to drop come first, each message once.
 *
 * @param source the text as the user wrote it
 * @param rewrite one rewrite of it
 * @returns nothing for a rewrite without a known fault
 */
export function guard(source: string, rewrite: string): Slip[] {
  const [before, after] = [read(undotted(source)), read(undotted(rewrite))];
  const slips = detectors.flatMap((detect) => detect(before, after));
  const distinct = slips.filter((slip, place) => slips.findIndex((other) => other.message === slip.message) === place);
  return distinct.sort((a, b) => Number(a.severity === 'flag') - Number(b.severity === 'flag'));
}

/** U.S. and U.K. written out, so that they are one name however they are written (without their dots, US would read as a pronoun). */
const undotted = (text: string): string =>
  text.replace(/\bU\.\s?S\.(?:\s?A\.)?/gu, 'United States').replace(/\bU\.\s?K\./gu, 'United Kingdom');

/** Whether a rewrite may be shown: no slip that asks for dropping it. */
export const isFaithful = (slips: readonly Slip[]): boolean => slips.every((slip) => slip.severity !== 'drop');
