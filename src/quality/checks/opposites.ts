import contrasts from '../data/contrasts.json' with { type: 'json' };
import { convertsTime } from './numbers.ts';
import { secondsOf } from './quantities.ts';
import { isContent, isQuestion, phraseAt, type Reading } from './reading.ts';
import { drop, sameFinding, type Slip } from '../finding.ts';
import { pronounOf } from './pronoun-table.ts';

interface Side {
  /** The words of this side that the text holds, as written in the table. */
  readonly forms: readonly string[];
}

type Phrases = readonly (readonly string[])[];
const phrasesOf = (group: string): Phrases => group.split(' ').map((phrase) => phrase.split('_'));

const { 'time span': spans, ...others } = contrasts.exclusive;
const exclusive = Object.values(others).map((groups) => groups.map(phrasesOf));
const timeSpans = spans.map(phrasesOf);
const opposites = contrasts.opposites.map((sides) => sides.map(phrasesOf));
const modality = contrasts.modality.map((sides) => sides.map(phrasesOf));
const converses = contrasts.converses.map((sides) => sides.map(phrasesOf));

const sideOf = (reading: Reading, phrases: Phrases): Side => ({
  forms: phrases
    .filter((phrase) => reading.places.has(phrase[0] ?? '') && phraseAt(reading, phrase).length > 0)
    .map((phrase) => phrase.join(' ')),
});

/** A word that turned into its opposite. */
export interface Turn {
  readonly lost: string;
  readonly gained: string;
}

/** The sets of which the source has one side only and the rewrite the other only. */
function turns(source: Reading, rewrite: Reading, table: readonly (readonly Phrases[])[]): Turn[] {
  return table.flatMap((sides) => {
    const before = sides.map((side) => sideOf(source, side));
    if (before.every((side) => side.forms.length === 0)) return [];
    const after = sides.map((side) => sideOf(rewrite, side));
    const [lost, gained] = [
      before.filter((side, n) => side.forms.length > 0 && after[n]?.forms.length === 0),
      after.filter((side, n) => side.forms.length > 0 && before[n]?.forms.length === 0),
    ];
    const [a, b] = [lost[0]?.forms[0], gained[0]?.forms[0]];
    return a !== undefined && b !== undefined ? [{ lost: a, gained: b }] : [];
  });
}

/** Words of the source's opposite pairs that turned; the negation guard weighs them against the negations. */
export const oppositeTurns = (source: Reading, rewrite: Reading): Turn[] => turns(source, rewrite, opposites);

/** brother → sister, Monday → Friday, hour → year: one member of a set became another. */
export function exclusiveSlips(source: Reading, rewrite: Reading): Slip[] {
  const sets = convertsTime(source, rewrite) ? exclusive : [...exclusive, timeSpans];
  const slips = turns(source, rewrite, sets).map(({ lost, gained }) => drop('contrast', [lost], [gained]));
  return slips.filter((slip, place) => slips.findIndex((other) => sameFinding(other, slip)) === place);
}

/** must → should, may → will: how far something is asked or known. In questions these words are forms of courtesy. */
export function modalitySlips(source: Reading, rewrite: Reading): Slip[] {
  if (isQuestion(source) || isQuestion(rewrite)) return [];
  return turns(source, rewrite, modality).map(({ lost, gained }) => drop('modality', [lost], [gained]));
}

/** Content stems (but words of time) and pronoun classes before and after the first of the given words. */
function around(reading: Reading, form: string): [Set<string>, Set<string>] {
  const first = form.split(' ')[0];
  const at = reading.tokens.findIndex((token) => token.word === first);
  const keys = (from: number, to: number): Set<string> =>
    new Set(
      reading.tokens
        .slice(from, to)
        .flatMap((token) => pronounOf(token.word) ?? (isContent(token) && secondsOf(token.word) === undefined ? [token.stem] : [])),
    );
  return [keys(0, at), keys(at + 1, reading.tokens.length)];
}

const beForms = new Set('am is are was were be been being'.split(' '));

/** Whether a form of be stands right before the word, or with one word between. */
function isPassive(reading: Reading, form: string): boolean {
  const at = reading.words.indexOf(form.split(' ')[0] ?? '');
  return at > 0 && reading.words.slice(Math.max(0, at - 2), at).some((word) => beForms.has(word));
}

/** sell → buy: right when the parties changed places, a slip when whoever came first still does. */
export function converseSlips(source: Reading, rewrite: Reading): Slip[] {
  return turns(source, rewrite, converses).flatMap(({ lost, gained }) => {
    const [[left], [still]] = [around(source, lost), around(rewrite, gained)];
    const passive = rewrite.words.includes('by') !== source.words.includes('by') || isPassive(source, lost) !== isPassive(rewrite, gained);
    const stayed = [...left].some((key) => still.has(key));
    return stayed !== passive || left.size === 0 ? [drop('role', [lost], [gained])] : [];
  });
}
