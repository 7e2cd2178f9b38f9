import { boundSlips } from './checks/bounds.ts';
import { frameSlips } from './checks/frames.ts';
import { grammarSlips } from './checks/grammar.ts';
import { orderSlips, repetitionSlips, shapeSlips } from './checks/form.ts';
import { addressSlips, numberingSlips, quoteSlips } from './checks/literals.ts';
import { nameSlips } from './checks/names.ts';
import { negationSlips } from './checks/negation.ts';
import { numberSlips } from './checks/numbers.ts';
import { converseSlips, exclusiveSlips, modalitySlips } from './checks/opposites.ts';
import { pronounSlips } from './checks/pronouns.ts';
import { read, type Reading } from './checks/reading.ts';
import { consequenceSlips, sideSlips } from './checks/sides.ts';
import { moodSlips, questionSlips, tenseSlips } from './checks/sentence-type.ts';
import { sameFinding, type Slip } from './finding.ts';


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
 * Works on words alone, without a model: it finds slips it has rules for and no others. Slips to drop come first, each finding once.
 *
 * @param source the text as the user wrote it
 * @param rewrite one rewrite of it
 * @returns nothing for a rewrite without a known fault
 */
export function guard(source: string, rewrite: string): Slip[] {
  const [before, after] = [read(undotted(source)), read(undotted(rewrite))];
  const slips = detectors.flatMap((detect) => detect(before, after));
  const distinct = slips.filter((slip, place) => slips.findIndex((other) => sameFinding(other, slip)) === place);
  return distinct.sort((a, b) => Number(a.severity === 'flag') - Number(b.severity === 'flag'));
}

/** U.S. and U.K. written out, so that they are one name however they are written (without their dots, US would read as a pronoun). */
const undotted = (text: string): string =>
  text.replace(/\bU\.\s?S\.(?:\s?A\.)?/gu, 'United States').replace(/\bU\.\s?K\./gu, 'United Kingdom');

/** Whether a rewrite may be shown: no slip that asks for dropping it. */
export const isFaithful = (slips: readonly Slip[]): boolean => slips.every((slip) => slip.severity !== 'drop');
