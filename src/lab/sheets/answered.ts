import { OtherwiseError } from '../../core/errors.ts';
import type { Judgement } from '../ratings/judgements.ts';
import { isMissed } from './kinds.ts';
import type { KeyItem, ReadSheet, SheetRow } from './table.ts';

/** The answers of a rater on an item that the key knows. */
export interface AnsweredItem extends Pick<SheetRow, 'answers'> {
  readonly rater: string;
  readonly key: KeyItem;
}

/**
 * Joins a filled-in sheet with its key; items without any answer are left out, and one that is not the key's is an error on its line.
 * @param rater whose sheet it is, unless it has a column `rater`
 */
export function answeredItems(
  { kind, rows }: ReadSheet, key: ReadonlyMap<number, KeyItem>, rater: string,
): { readonly items: AnsweredItem[]; readonly errors: { readonly line: number; readonly error: OtherwiseError }[] } {
  const items: AnsweredItem[] = [];
  const errors: { line: number; error: OtherwiseError }[] = [];
  for (const row of rows) {
    const known = key.get(row.item);
    if (known?.kind !== kind || known.source !== row.source || known.candidate !== row.candidate)
      errors.push({ line: row.line, error: new OtherwiseError('bad-request', `Item ${row.item} is not that of the key.`) });
    else if (Object.keys(row.answers).length > 0) items.push({ rater: row.rater ?? rater, key: known, answers: row.answers });
  }
  return { items, errors };
}

/** Says what tells the items of a key apart. */
export const itemKey = ({ key: { source, candidate, control } }: AnsweredItem): string => JSON.stringify([source, candidate, control]);

/** Returns the ratings of a sheet of ParaBank's kind as judgements; an item that was only left unflagged is none. */
export const judgementsOf = (items: readonly AnsweredItem[]): Judgement[] => items.flatMap(({ rater, key, answers }): Judgement[] => {
  const { source, candidate, systems, control, length } = key;
  const [rating, flagged] = [answers.rating === undefined ? undefined : Number(answers.rating), answers.flagged === '1'];
  if (rating === undefined && !flagged) return [];
  return [{ rater, source, text: candidate, systems: control ? [] : systems, control: control !== undefined, rating, flagged, length }];
});

/** Says, for the report of the raters, whether each item was a control, and whether it was missed. */
export const checksOf = (items: readonly AnsweredItem[]): { rater: string; control: boolean; missed: boolean }[] =>
  items.map(({ rater, key: { kind, control }, answers }) =>
    ({ rater, control: control !== undefined, missed: control !== undefined && isMissed(kind, control, answers, 0) }));
